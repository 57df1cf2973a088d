import { configure, render } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import type { Bridge, BridgeHandlers, PageSession } from 'tax-connect/page';
import { vi } from 'vitest';
import { createDriver } from '../../../src/connect/page/driver.ts';
import { type PageContext, PageProvider } from '../../../src/connect/page/page-context.ts';
import type { PageFacts } from '../../../src/connect/page/phase.ts';
import type { FlowResult, Problem, ProblemCode } from '../../../src/connect/page/problems.ts';
import type { BodyOf, RequestName, ResultOf } from '../../../src/connect/page/requests.ts';
import type { Service } from '../../../src/connect/page/service.ts';
import type {
  AskedQuestion,
  BegunFlow,
  JoinedFlow,
  LoginAnswer,
  StartedFlow,
} from '../../../src/connect/shapes/flow-answers.ts';
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
const begunFlow: BegunFlow = {
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
export const askedQuestion: AskedQuestion = {
  ...appearance,
  origin: 'https://app.example',
  needs_number: false,
};

/** The flow of the frame, for a popup that joins it. */
export const joinedFlow: JoinedFlow = { ...startedFlow, ...appearance, provider_id: null };

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

const consented = {
  step: 'consent',
  account: { label: 'user_good' },
  shares: ['identity', 'returns'],
} as const satisfies LoginAnswer;

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
    resend: vi.fn<Spied<'resend'>>(() => answer({ step: 'mfa' as const })),
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
  const { page, dispatch, store } = createDriver(
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
    store,
    streams,
    get host() {
      if (!handlers) throw new Error('The page does not look for a host.');
      return handlers;
    },
  };
}

/** @returns a flow before its start, and its parts. Its actions settle when the service has answered */
export function createTestFlow() {
  const { bridge, client, host, openSite, store } = createTestPage();
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
    selectProvider: settled(store.selectProvider),
    goBack: settled(store.goBack),
    login: settled(store.login),
    decide: settled(store.decide),
  };
  /** The service refuses the next request. */
  const fail = (problem: Problem) => {
    const refusal = { ok: false, problem } as const;
    client.start.mockResolvedValueOnce(refusal);
    client.login.mockResolvedValueOnce(refusal);
    return store.view.value.kind === 'starting' ? actions.start(embeddedStart) : actions.login({});
  };
  return { client, openSite, reporter: { onCode }, store: { ...store, ...actions, fail } };
}

type TestContext = Partial<PageContext> & Pick<PageContext, 'store'>;

/**
 * Renders a view as the page does.
 *
 * @param context - the flow, and differences from a frame in English
 */
export function renderInPage(children: ComponentChildren, context: TestContext) {
  return render(inPage(children, context));
}

/** @returns the view within the contexts that it needs */
export function inPage(children: ComponentChildren, context: TestContext) {
  return <PageProvider value={createContext(context)}>{children}</PageProvider>;
}

/** @returns the context of a page in a frame in English, with the given differences */
export function createContext(context: TestContext): PageContext {
  return {
    text: en,
    visit: null,
    surface: 'frame',
    locale: 'en',
    reference: 'K7QF3M9T',
    theme: 'light',
    redirectHost: null,
    // happy-dom has no layout, so everything counts as visible at once.
    watchShown: (_element, _share, onChange) => {
      onChange(true);
      return () => undefined;
    },
    restart: () => undefined,
    close: null,
    leave: null,
    ...context,
  };
}
