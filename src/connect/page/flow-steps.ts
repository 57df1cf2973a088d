import { batch, signal } from '@preact/signals';
import type { Provider } from 'tax-connect/page';
import type {
  ConsentAnswer,
  LoginAnswer,
  SelectedProvider,
  StartedFlow,
  Submissions,
} from '../shapes/flow-answers.ts';
import type { Decision } from '../shapes/unions.ts';
import {
  type FlowReporter,
  type FlowStart,
  type FlowStore,
  isInProvider,
  type PendingTask,
  type View,
  type WindowQuestion,
} from './flow.ts';
import { type FlowClient, type FlowResult, waitForNavigation } from './flow-client.ts';
import type { Application } from './flow-data.ts';
import { notReceived, type Problem } from './problems.ts';

/** The signals that the flow's steps write. */
type State = ReturnType<typeof createState>;

/**
 * @param application - from the document
 * @returns the flow before its start
 */
export function createState(application: Application) {
  return {
    application: signal<Application>(application),
    view: signal<View>({ kind: 'starting' }),
    pending: signal<PendingTask | null>(null),
    problem: signal<Problem | null>(null),
    failedTask: signal<PendingTask | null>(null),
    providers: signal<readonly Provider[]>([]),
    selector: signal<'host' | 'page'>('page'),
    canGoBack: signal(true),
    origin: signal<string | null>(null),
    submissions: signal<Submissions | null>(null),
  };
}

/** The parts that the steps share. */
export interface StepOptions {
  readonly state: State;
  readonly client: FlowClient;
  readonly reporter: FlowReporter;
  run<Value>(
    task: PendingTask,
    request: (signal: AbortSignal) => Promise<FlowResult<Value>>,
  ): Promise<Value | undefined>;
}

/** The user's actions, step by step. */
export type FlowSteps = Omit<FlowStore, keyof State | 'confirm' | 'fail' | 'close'>;

/**
 * @param options - the signals, the service, the reporter and the request function
 * @returns the flow's steps. A step that does not fit the current view does nothing
 */
export function createSteps(options: StepOptions): FlowSteps {
  return {
    ...createQuestionSteps(options),
    start: (start) => startFlow(options, start),
    selectProvider: (providerId) => pickProvider(options, providerId),
    reportUnlisted: () => options.reporter.onProviderNotListed(),
    goBack: () => goBack(options),
    ...createProviderSteps(options),
  };
}

/** Before a window without an opener joins a flow. */
function createQuestionSteps({ state, run }: StepOptions) {
  const { view, pending } = state;
  return {
    ask(question: WindowQuestion) {
      view.value = { kind: 'question', question };
    },
    async confirmWindow(number: string | null) {
      const { value } = view;
      if (value.kind !== 'question' || pending.value) return;
      if (await run('join', () => value.question.join(number))) value.question.onJoined();
    },
    refuseWindow() {
      const { value } = view;
      if (value.kind !== 'question' || pending.value) return;
      view.value = { kind: 'denied' };
      value.question.onRefused();
    },
  };
}

async function startFlow(options: StepOptions, start: FlowStart): Promise<void> {
  const { state, client, reporter, run } = options;
  const { binding, providerId, selector } = start;
  state.selector.value = selector;
  if (start.visit) {
    await resumeFlow(options, start, start.visit);
    return;
  }
  const flow = await run('start', (signal) => client.start(binding, signal));
  if (!flow) return;
  const [first, second] = flow.providers;
  const isOnlyOne = selector === 'page' && !second && first?.status === 'available';
  // An unknown or unavailable provider is ignored: the user picks another.
  const preselected = flow.providers.find(
    ({ id, status }) => id === providerId && status === 'available',
  );
  const chosen = preselected?.id ?? (isOnlyOne ? first.id : null);
  batch(() => {
    keepStarted(state, flow);
    state.canGoBack.value = chosen === null;
    state.view.value = { kind: 'select' };
  });
  reporter.onStarted(flow);
  if (preselected) await pickProvider(options, preselected.id);
  else if (chosen !== null) await selectProvider(options, chosen);
  if (state.view.value.kind !== 'select') return;
  state.canGoBack.value = true;
  reporter.onStep('select');
}

function keepStarted(state: State, flow: StartedFlow): void {
  state.application.value = flow.application;
  state.providers.value = flow.providers;
  state.origin.value = flow.origin;
  state.submissions.value = flow.submissions;
}

/** Continues at the provider whose site the user visited. */
async function resumeFlow(
  options: StepOptions,
  { binding }: FlowStart,
  { query }: NonNullable<FlowStart['visit']>,
): Promise<void> {
  const { state, client, reporter, run } = options;
  const host = binding && { origin: binding.origin, nonce: binding.nonce };
  const flow = await run('start', (signal) => client.resume(host, signal));
  if (!flow) return;
  const { provider } = flow;
  batch(() => {
    keepStarted(state, flow);
    state.view.value = { kind: 'login', provider };
  });
  reporter.onStarted(flow);
  reporter.onProviderSelected(provider.id);
  reporter.onStep('login');
  if (query === null) return;
  const answer = await run('login', (signal) => client.comeBack(query, signal));
  if (answer) enterOutcome(options, provider, answer);
}

/** Shows the result of a login. */
function enterOutcome(
  { state, reporter }: StepOptions,
  provider: SelectedProvider,
  { step, account, challenge }: LoginAnswer,
): void {
  if (step === 'mfa') {
    state.view.value = { kind: 'mfa', provider, challenge };
    return;
  }
  state.view.value = { kind: 'consent', provider, accountLabel: account?.label ?? null };
  reporter.onStep('consent');
}

/** The user's choice: their window goes straight to a provider whose users sign in on its own site. */
async function pickProvider(options: StepOptions, providerId: string): Promise<void> {
  const isAtSelection = options.state.view.value.kind === 'select';
  await selectProvider(options, providerId);
  const { value } = options.state.view;
  const needsVisit = value.kind === 'login' && value.provider.login === 'redirect';
  if (isAtSelection && needsVisit) await visitProvider(options);
}

async function selectProvider(options: StepOptions, providerId: string): Promise<void> {
  const { state, client, reporter, run } = options;
  if (state.view.value.kind !== 'select' || state.pending.value) return;
  const provider = await run('select', (signal) => client.selectProvider(providerId, signal));
  if (!provider) return;
  state.view.value = { kind: 'login', provider };
  reporter.onProviderSelected(provider.id);
  reporter.onStep('login');
}

async function goBack({ state, client, reporter, run }: StepOptions): Promise<void> {
  // A decision cannot be withdrawn after it was sent.
  const isDeciding = state.pending.value === 'allow' || state.pending.value === 'deny';
  if (!isInProvider(state.view.value) || isDeciding) return;
  const isBack = await run('back', (signal) => client.goBack(signal));
  if (!isBack) return;
  state.view.value = { kind: 'select' };
  reporter.onStep('select');
}

/** The actions between the selection and the outcome. */
function createProviderSteps(options: StepOptions) {
  const { state, client, reporter, run } = options;
  const { view, pending } = state;

  return {
    async login(credentials: Readonly<Record<string, string>>) {
      const { value } = view;
      if (value.kind !== 'login' || pending.value) return;
      const answer = await run('login', (signal) => client.login(credentials, signal));
      if (answer || isCounted(state.problem.value)) countSubmission(state);
      if (answer) enterOutcome(options, value.provider, answer);
    },
    async submitAnswer(text: string) {
      const { value } = view;
      if (value.kind !== 'mfa' || pending.value) return;
      const task = value.challenge?.kind === 'push' ? 'push' : 'mfa';
      const typed = { answer: text, challengeId: value.challenge?.id };
      const answer = await run(task, (signal) => client.submitAnswer(typed, signal));
      if (answer) enterOutcome(options, value.provider, answer);
    },
    async resend() {
      const { value } = view;
      // Another request replaces the question whether a push has been approved.
      if (value.kind !== 'mfa' || !value.challenge || isBusy(pending.value)) return;
      const { id } = value.challenge;
      const answer = await run('resend', (signal) => client.resend(id, signal));
      if (answer) enterOutcome(options, value.provider, answer);
    },
    visitProvider: () => visitProvider(options),
    leave(decision: Decision) {
      if (view.value.kind === 'consent' && !pending.value) void run(decision, waitForNavigation);
    },
    async decide(decision: Decision) {
      const { value } = view;
      if (value.kind !== 'consent' || pending.value) return;
      const answer = await run(decision, async (signal) => {
        const result = await client.decide(decision, signal);
        return signal.aborted ? result : await passOn(reporter, result);
      });
      if (!answer) return;
      if ('denied' in answer) {
        view.value = { kind: 'denied' };
        reporter.onDenied();
      } else {
        const { provider, accountLabel } = value;
        view.value = { kind: 'success', connected: { provider, accountLabel } };
      }
    },
  };
}

async function visitProvider({ state, client, reporter, run }: StepOptions): Promise<void> {
  if (state.view.value.kind !== 'login' || state.pending.value) return;
  await run('login', async (signal) => {
    const result = await client.authorize(signal);
    if (signal.aborted || !result.ok) return result;
    reporter.onVisit(result.value.url);
    return await waitForNavigation(signal);
  });
}

const isBusy = (task: PendingTask | null) => task !== null && task !== 'push';

/** The user is not connected until the host confirms the code. */
async function passOn(
  reporter: FlowReporter,
  result: FlowResult<ConsentAnswer>,
): Promise<FlowResult<ConsentAnswer>> {
  if (!result.ok || !('code' in result.value)) return result;
  const { code, nonce } = result.value;
  return (await reporter.onCode(code, nonce)) ? result : notReceived;
}

/** The service counts every password that reaches the provider, whatever the result. */
function isCounted(problem: Problem | null): boolean {
  const code = problem?.code;
  return (
    code === 'invalid_credentials' || code === 'account_locked' || code === 'provider_unavailable'
  );
}

function countSubmission({ submissions }: State): void {
  const { value } = submissions;
  if (value) submissions.value = { ...value, used: value.used + 1 };
}
