import { useComputed } from '@preact/signals';
import { configure, render } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Bridge, BridgeHandlers, PageSession } from 'tax-connect/page';
import { vi } from 'vitest';
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
  noTerms,
  type StartedFlow,
} from '../../../src/connect/shapes/flow-answers.ts';
import type { Decision } from '../../../src/connect/shapes/unions.ts';
import { describeSession } from '../../../src/sdk/protocol/welcome.ts';
import { texts as en } from '../../../src/texts/en.json?page';
import { welcome } from '../channel/send-message.ts';
import { createFakeStreams } from './fake-streams.ts';

// A busy machine needs more than the default of a second.
configure({ asyncUtilTimeout: 10_000 });

/** The provider of most tests. */
export const sandbox = {
  id: 'sandbox',
  name: 'Sandbox Tax',
  domain: 'sandbox.example',
  aliases: [],
  popular: true,
  logo: null,
  status: 'available',
  reason: null,
  surface: 'any',
} as const satisfies StartedFlow['providers'][number];

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

/** The start of a flow in a frame. */
export const embeddedStart = { providerId: null, selector: 'host' } as const;

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

type Spied<Name extends RequestName> = (
  body: BodyOf<Name>,
  signal?: AbortSignal,
) => Promise<ResultOf<Name>>;

/** The service's response to a sign-in that succeeds. */
export const consented = {
  step: 'consent' as const,
  account: { label: 'user_good' },
  shares: ['identity' as const, 'returns' as const],
  terms: noTerms,
};

/** The provider asks for a one-time code, and says nothing about it. */
const plainCode: Challenge = {
  id: 'c0',
  kind: 'code',
  prompt: '',
  options: [],
  can_resend: false,
};

/** The service's response when the provider asks for more. */
export const challenge = (asked = plainCode) => ({ step: 'mfa', challenge: asked }) as const;

/** @returns the service's answers to the steps, as spies that succeed */
function createFakeClient() {
  return {
    begin: vi.fn<Spied<'begin'>>(() => answer(begunFlow)),
    start: vi.fn<Spied<'start'>>(() => answer(startedFlow)),
    provider: vi.fn<Spied<'provider'>>(({ provider_id: id }) =>
      answer({
        step: 'login' as const,
        provider: { id, name: 'Sandbox Tax', domain: 'sandbox.example' },
      }),
    ),
    authorize: vi.fn<Spied<'authorize'>>(() => answer({ url: 'https://sandbox.example/' })),
    resume: vi.fn<Spied<'resume'>>(() =>
      answer({
        ...startedFlow,
        provider: { id: 'sandbox', name: 'Sandbox Tax', domain: 'sandbox.example' },
      }),
    ),
    return: vi.fn<Spied<'return'>>(() => answer(consented)),
    back: vi.fn<Spied<'back'>>(() =>
      answer({ step: 'select' as const, providers: startedFlow.providers }),
    ),
    login: vi.fn<Spied<'login'>>(() => answer(consented)),
    resend: vi.fn<Spied<'resend'>>(() => answer(challenge())),
    answer: vi.fn<Spied<'answer'>>(() => answer({ ...consented, account: { label: 'user_mfa' } })),
    stay: vi.fn<Spied<'stay'>>(() => answer({ expires_in: 1800 })),
    'end-access': vi.fn<Spied<'end-access'>>(() => answer({ ended: 'Tally', accesses: [] })),
    consent: vi.fn<Spied<'consent'>>(({ decision }) =>
      answer(
        decision === 'allow' ? { code: 'c0de', nonce: 'n'.repeat(43) } : { denied: true as const },
      ),
    ),
  };
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
  const client = createFakeClient();
  const { listen, streams } = createFakeStreams();
  const handoffs = {
    handoff: vi.fn<Spied<'handoff'>>(() => answer({ handoff: 'waiting' as const })),
    code: vi.fn<Spied<'code'>>(() => answer(issued)),
    ask: vi.fn<Spied<'ask'>>(() => answer(askedQuestion)),
    join: vi.fn<Spied<'join'>>(() => answer(joinedFlow)),
    refuse: vi.fn<Spied<'refuse'>>(() => answer({})),
    leave: vi.fn<Service['leave']>(),
    listen,
  };
  const answers = { ...client, ...handoffs };
  const service: Service = {
    ask: (name, body, signal) =>
      (answers as unknown as Record<typeof name, Spied<typeof name>>)[name](body, signal),
    listen,
    leave: handoffs.leave,
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
    handoffs,
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

/** @returns a flow before its start, and its parts. Its actions settle when the service has answered */
export function createTestFlow() {
  const test = createTestPage();
  const { bridge, client, dispatch, host } = test;
  const onCode = vi.fn();
  bridge.sendCode.mockImplementation((...values) => {
    onCode(...values);
    host.onCodeReceived?.();
  });
  const settled =
    <Values extends readonly unknown[]>(act: (...values: Values) => void) =>
    (...values: Values) => {
      act(...values);
      return flush();
    };
  const actions = {
    start: settled(({ selector, providerId }: Pick<PageSession, 'selector' | 'providerId'>) => {
      const surface = selector === 'host' ? 'frame' : 'popup';
      host.onSession({ ...session, surface, selector, providerId });
    }),
    selectProvider: settled((id: string) => dispatch('selectProvider', id)),
    goBack: settled(() => dispatch('goBack')),
    login: settled((fields: Readonly<Record<string, string>>) => dispatch('login', fields)),
    decide: settled((decision: Decision) => dispatch('decide', decision)),
  };
  /** The service refuses the next request. */
  const fail = (problem: Problem) => {
    const refusal = { ok: false, problem } as const;
    client.start.mockResolvedValueOnce(refusal);
    client.login.mockResolvedValueOnce(refusal);
    return test.shown.view.kind === 'starting' ? actions.start(embeddedStart) : actions.login({});
  };
  return Object.assign(test, { reporter: { onCode }, user: { ...actions, fail } });
}

type TestFlow = Pick<ReturnType<typeof createTestPage>, 'page' | 'dispatch'>;

/**
 * Renders a view as the page does.
 *
 * @param more - differences from a frame in English
 */
export function renderInPage(
  children: ComponentChildren,
  flow: TestFlow,
  more: Partial<PageContext> = {},
) {
  return render(inPage(children, flow, more));
}

/** @returns the view within the contexts that it needs. It follows the state of the page */
export function inPage(
  children: ComponentChildren,
  flow: TestFlow,
  more: Partial<PageContext> = {},
) {
  return (
    <Following flow={flow} more={more}>
      {(context) => <PageProvider value={context}>{children}</PageProvider>}
    </Following>
  );
}

interface FollowingProps {
  readonly flow: TestFlow;
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
