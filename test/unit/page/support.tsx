import { useComputed } from '@preact/signals';
import { configure, render } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Bridge, BridgeHandlers, PageSession } from 'tax-connect/page';
import { type Mock, vi } from 'vitest';
import { createDriver } from '../../../src/connect/page/effects.ts';
import { type PageContext, PageProvider } from '../../../src/connect/page/page-context.ts';
import { describeShown, type PageFacts } from '../../../src/connect/page/phase.ts';
import type { FlowResult, Problem, ProblemCode } from '../../../src/connect/page/problems.ts';
import type {
  AnswerOf,
  BodyOf,
  RequestName,
  ResultOf,
} from '../../../src/connect/page/requests.ts';
import type { Service } from '../../../src/connect/page/service.ts';
import {
  type Challenge,
  type FlowEvent,
  noTerms,
  type SessionEvent,
  type StartedFlow,
} from '../../../src/connect/shapes/flow-answers.ts';
import { describeSession } from '../../../src/sdk/protocol/welcome.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import { welcome } from '../channel/send-message.ts';
import { createProvider } from '../create-provider.ts';

// A busy machine needs more than the default of a second.
configure({ asyncUtilTimeout: 10_000 });

/** The provider of most tests. */
export const sandbox = createProvider('sandbox', { name: 'Sandbox Tax', popular: true });

/** A provider as the flow names it once it is selected. */
export const siteProvider = { id: 'sandbox', name: sandbox.name, domain: sandbox.domain };

/** The service's response to a start. */
export const startedFlow: StartedFlow = {
  application: { name: 'Demo Taxes', environment: 'test' },
  origin: 'https://app.example',
  providers: [sandbox, { ...sandbox, id: 'other', name: 'Other Tax', domain: 'other.example' }],
  submissions: { limit: 100, used: 3 },
  expires_in: 1800,
};

/** The service's response to the person of a link who begins. */
const begunFlow: AnswerOf<'begin'> = {
  ...startedFlow,
  origin: null,
  flow_token: 'f'.repeat(43),
  reference: 'M9TXK7QF',
};

/** The code that the service creates for the page in the frame. */
export const issued = { code: 'c0de', nonce: 'n'.repeat(43) };

const appearance = { locale: 'de', theme: 'dark', reference: 'K7QF3M9TXXXX' } as const;

/** The service's question for the user of a popup without an opener. */
export const askedQuestion: AnswerOf<'ask'> = {
  ...appearance,
  origin: 'https://app.example',
  needs_number: false,
};

/** The flow of the frame, for a popup that joins it. */
export const joinedFlow: AnswerOf<'join'> = { ...startedFlow, ...appearance, provider_id: null };

/** @returns a successful response */
export function answer<Value>(value: Value): Promise<FlowResult<Value>> {
  return Promise.resolve({ ok: true, value });
}

/** @returns a refusal with this code */
export function refuse(code: ProblemCode, retryable = true): Promise<FlowResult<never>> {
  const problem: Problem = { code, description: `because of ${code}`, retryable };
  return Promise.resolve({ ok: false, problem });
}

/** The service's response to a sign-in that succeeds. */
export const consented = {
  step: 'consent' as const,
  account: { label: 'user_good' },
  shares: ['identity' as const, 'returns' as const],
  terms: noTerms,
};

/** The provider asks for a one-time code, and says nothing about it. */
const plainCode: Challenge = { id: 'c0', kind: 'code', prompt: '', options: [], can_resend: false };

/** The service's response when the provider asks for more. */
export const challenge = (asked: Partial<Challenge> = {}) =>
  ({ step: 'mfa', challenge: { ...plainCode, ...asked } }) as const;

type Usual = {
  readonly [Name in Exclude<RequestName, 'navigate'>]: (body: BodyOf<Name>) => AnswerOf<Name>;
};

/** The service's answers when all goes well. */
export const usualAnswers: Usual = {
  begin: () => begunFlow,
  start: () => startedFlow,
  provider: ({ provider_id: id }) => ({ step: 'login', provider: { ...siteProvider, id } }),
  authorize: () => ({ url: 'https://sandbox.example/sign-in' }),
  resume: () => ({ ...startedFlow, provider: siteProvider }),
  return: () => consented,
  back: () => ({ step: 'select', providers: startedFlow.providers }),
  login: () => consented,
  resend: () => challenge(),
  answer: () => ({ ...consented, account: { label: 'user_mfa' } }),
  stay: () => ({ expires_in: 1800 }),
  'end-access': () => ({ ended: 'Tally', accesses: [] }),
  consent: ({ decision }) => (decision === 'allow' ? issued : { denied: true }),
  handoff: () => ({ handoff: 'waiting' }),
  code: () => issued,
  ask: () => askedQuestion,
  join: () => joinedFlow,
  refuse: () => ({}),
};

type Requests = {
  readonly [Name in keyof Usual]: Mock<
    (body: BodyOf<Name>, signal?: AbortSignal) => Promise<ResultOf<Name>>
  >;
};

/** A request for events that has not ended. */
interface Stream {
  readonly signal: AbortSignal;
  say(event: FlowEvent | SessionEvent): void;
  end(problem?: Problem): Promise<void>;
}

/** @returns the service's usual answers, as spies, and the requests for events so far */
function createFakeClient() {
  const streams: Stream[] = [];
  const listen: Service['listen'] = (say, signal) =>
    new Promise((resolve) => {
      const end = async (problem?: Problem) => {
        resolve(problem);
        await vi.advanceTimersByTimeAsync(0);
      };
      signal.addEventListener('abort', () => resolve(undefined));
      streams.push({ say, end, signal });
    });
  const spies = Object.entries<(body: never) => unknown>(usualAnswers).map(
    ([name, give]) => [name, vi.fn((body: never) => answer(give(body)))] as const,
  );
  const requests = Object.fromEntries(spies) as unknown as Requests;
  const others = { leave: vi.fn<Service['leave']>(), listen: vi.fn(listen) };
  return { client: { ...requests, ...others }, streams };
}

/** The host's welcome of a page in a frame. */
export const session = describeSession(
  { ...welcome, session_id: 'K7QF3M9TXXXX', state: 'st', theme: 'dark' },
  'https://app.example',
);

/** A popup is welcomed like this. */
export const popupSession: PageSession = { ...session, surface: 'popup', selector: 'page' };

/** Lets arrived responses take effect. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** @returns a page whose host and service the test plays, and the messages to its host so far */
export function createTestPage(facts: Partial<PageFacts> = {}) {
  const { client, streams } = createFakeClient();
  const service: Service = {
    ask: (name, body, signal) =>
      (client as unknown as Readonly<Record<string, Mock>>)[name]?.(body, signal),
    listen: client.listen,
    leave: client.leave,
  };
  const sent: unknown[][] = [];
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void sent.push([name, ...values]);
  const bridge = {
    sendReady: record('ready'),
    sendProviders: record('providers'),
    sendProviderNotListed: record('provider_not_listed'),
    sendProviderSelected: record('provider_selected'),
    sendStep: record('step'),
    sendCode: vi.fn<Bridge['sendCode']>(record('code')),
    sendExit: record('exit'),
    requestExit: record('exit_requested'),
    sendResize: record('resize'),
    sendLeaving: record('leaving'),
    sendHandoffChanged: record('handoff_changed'),
    sendHandoffAsked: record('handoff_asked'),
    sendError: record('error'),
    checkHost: vi.fn<Bridge['checkHost']>(() => Promise.resolve('there')),
    close: record('closed'),
  } satisfies Bridge;
  const openSite = vi.fn();
  const restart = vi.fn();
  let handlers: BridgeHandlers | undefined;
  const { page, dispatch } = createDriver(
    {
      place: { name: 'frame', session: null, sharing: null },
      isVisit: false,
      handoff: null,
      session: null,
      clientId: 'test_app',
      link: null,
      isReloaded: false,
      application: startedFlow.application,
      presentation: { locale: 'en', theme: 'light' },
      reference: 'K7QF3M9T',
      ...facts,
    },
    {
      service,
      createBridge(given) {
        handlers = given;
        return bridge;
      },
      show() {},
      openSite,
      goTo: (url) => window.location.replace(url),
      restart,
    },
  );
  dispatch('open', null);
  return {
    bridge,
    client,
    dispatch,
    openSite,
    page,
    restart,
    sent,
    get shown() {
      return describeShown(page.value);
    },
    streams,
    get host() {
      if (!handlers) throw new Error('The page does not look for a host.');
      return handlers;
    },
  };
}

type TestPage = Pick<ReturnType<typeof createTestPage>, 'page' | 'dispatch'>;

/**
 * Renders a view as the page does. It follows the state of the page.
 *
 * @param more - differences from a frame in English
 */
export function renderInPage(
  children: ComponentChildren,
  flow: TestPage,
  more: Partial<PageContext> = {},
) {
  const draw = (differences: Partial<PageContext>) => (
    <Following flow={flow} more={differences}>
      {(context) => <PageProvider value={context}>{children}</PageProvider>}
    </Following>
  );
  const { container, rerender } = render(draw(more));
  return { container, redraw: (next: Partial<PageContext>) => rerender(draw(next)) };
}

interface FollowingProps {
  readonly flow: TestPage;
  readonly more: Partial<PageContext>;
  readonly children: (context: PageContext) => ComponentChildren;
}

/** Draws with each state of the page, which is in a frame and in English but for the given differences. */
export function Following({ flow, more, children }: FollowingProps) {
  const { page, dispatch } = flow;
  const [typedNames] = useState(() => new Map<string, string>());
  const context: PageContext = {
    ...useComputed(() => describeShown(page.value)).value,
    surface: 'frame',
    locale: 'en',
    theme: 'light',
    dispatch,
    text: en,
    visit: null,
    typedNames,
    redirectHost: null,
    returnAddress: null,
    watchShown,
    ...more,
  };
  return <>{children(context)}</>;
}

/** happy-dom has no layout, so everything counts as visible at once. */
const watchShown: PageContext['watchShown'] = (_element, _share, onChange) => {
  onChange(true);
  return () => undefined;
};
