import type {
  ConnectEventDetail,
  ConnectOutcome,
  ConnectSession,
  ConnectStep,
} from '../host/api.ts';
import { createId } from '../host/open/create-id.ts';
import type { Settings } from '../host/open/options.ts';
import { runSafely } from '../host/open/run-safely.ts';
import { callSuccess } from '../host/session/call-success.ts';
import type { TimerName } from '../host/session/draft.ts';
import { type FailureCode, failures, findDocs } from '../host/session/failures.ts';
import { createState, getStep } from '../host/session/phase.ts';
import { type Input, transition } from '../host/session/transition.ts';
import { createExit } from '../host/session/transitions/end.ts';
import { ConnectError, type ConnectErrorCode } from '../protocol/errors.ts';
import type { PageMessage } from '../protocol/messages.ts';

/** A session of the fake SDK, and the actions of its simulated user, which a test calls. */
export interface FakeSession {
  /** The application's options, validated. */
  readonly options: Settings;
  /** The return value of `open`. */
  readonly session: ConnectSession;
  /** The user reaches a step of the Connect page. */
  step(step: 'select' | 'login' | 'consent'): void;
  /** The user presses "My provider isn't listed". */
  notListed(): void;
  /** The user allows access. Resolves when `onSuccess` has settled: connected, or failed with `callback_failed`. */
  succeed(code: string): Promise<void>;
  deny(): void;
  /**
   * The user closes the modal. After a failed `onSuccess`, the session ends with `callback_failed`. The result of a
   * pending `onSuccess` still decides how the session ends.
   */
  close(): void;
  /** Connect fails with the code, and the user closes the modal. */
  fail(code: ConnectErrorCode): void;
}

/** Errors of the Connect page after which a new flow can succeed. */
const retryableCodes: readonly string[] = ['rate_limited', 'server_error', 'session_expired'];

/** The real module waits as long for `onSuccess`. */
const callbackTimeoutMs = 15_000;

export function createFakeSession(options: Settings, onEnd: () => void) {
  const reporter = createReporter(options, () => {
    options.signal?.removeEventListener('abort', abort);
    onEnd();
  });
  const { id, finished, isOver, settle } = reporter;
  const { dispatch, say, getPhase, getDelivery } = createCourse(options, reporter);
  const close = () => dispatch('close', 'closed');
  const abort = () => dispatch('close', 'aborted');
  let start = () => {
    start = () => {};
    dispatch('start');
  };
  // The application gets the first events after `open` has returned, as in the real module.
  queueMicrotask(() => start());
  options.signal?.addEventListener('abort', abort);

  const assertOpen = (what: string) => {
    if (isOver()) throw new Error(`fakeConnect: ${what} after the session has ended.`);
    start();
  };
  /** Called when the user does something on the page. After a failure, it first starts another try. */
  const begin = (what: string) => {
    assertOpen(what);
    const { name } = getPhase();
    if (name === 'finishing') {
      throw new Error(`fakeConnect: ${what} while onSuccess is pending; Connect is closing.`);
    }
    if (name === 'failed') dispatch('retry');
  };
  const act = (what: string, message: PageMessage) => {
    begin(what);
    say(message);
  };
  const fake: FakeSession = {
    options,
    session: { id, finished, close },
    step: (step) => act(`step("${step}")`, { type: 'step', step }),
    notListed: () => act('notListed', { type: 'provider_not_listed' }),
    async succeed(code) {
      act('succeed', { type: 'code', code, nonce: '' } as PageMessage);
      await getDelivery();
    },
    deny: () => act('deny', { type: 'exit', reason: 'denied' }),
    close() {
      assertOpen('close');
      close();
    },
    fail(code) {
      begin('fail');
      const retryable = retryableCodes.includes(code);
      // The step does not change, because the popup may be opened again.
      if (code === 'popup_blocked') dispatch('popupOpened', true);
      else if (isFailure(code)) dispatch('flowFailed', 'frame', code);
      else say({ type: 'error', code, message: `The test says ${code}.`, retryable });
      close();
    },
  };
  const end = (reason: 'closed' | 'aborted') => settle(createExit(reason), getStep(getPhase()));
  return { fake, showAgain: () => dispatch('showAgain'), end };
}

/** Runs the transitions of the real module. Nothing is drawn, and the page in the frame answers at once. */
function createCourse(options: Settings, { emit, settle, isOver }: Reporter) {
  // With a preselected provider, the page does not start with the selector.
  let state = createState(describeFacts(options), 'fake');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delivery: Promise<void> | undefined;
  const dispatch = (...input: Input) => {
    const step = transition(state, input);
    state = step.state;
    for (const effect of step.effects) if (!isOver()) perform(effect);
  };
  const say = (message: PageMessage) => dispatch('pageSaid', 'frame', message);
  const wait = (name: TimerName) => {
    clearTimeout(timer);
    const expire = () => dispatch('timedOut', name);
    if (name === 'busy' || name === 'success' || name === 'leaving') expire();
    else if (name === 'callback') timer = setTimeout(expire, callbackTimeoutMs);
  };
  const perform = (effect: ReturnType<typeof transition>['effects'][number]) => {
    if (effect[0] === 'emit') emit(effect[1]);
    else if (effect[0] === 'waitFor') wait(effect[1]);
    else if (effect[0] === 'stopWaiting') clearTimeout(timer);
    else if (effect[0] === 'startFrame') {
      say({ type: 'ready', application: { name: 'Fake', environment: 'test' }, session: true });
      say({ type: 'providers', providers: [] });
    } else if (effect[0] === 'deliver') {
      delivery = callSuccess(options, ConnectError, effect[1]).then(
        () => dispatch('callbackDone'),
        (cause) => dispatch('callbackFailed', effect[2], cause),
      );
    } else if (effect[0] === 'settle') settle(effect[1], effect[2]);
  };
  return { dispatch, say, getPhase: () => state.phase, getDelivery: () => delivery };
}

function isFailure(code: ConnectErrorCode): code is FailureCode {
  return code in failures;
}

function describeFacts({ address, connectUrl, session }: Settings) {
  return {
    isOnline: true,
    display: 'frame',
    isOpaque: false,
    isFramed: false,
    address,
    hasSession: session !== undefined,
    docs: findDocs(connectUrl),
    ConnectError,
  } as const;
}

function createReporter(options: Settings, onEnd: () => void) {
  const id = createId();
  let isOver = false;
  let resolve: (outcome: ConnectOutcome) => void;
  const finished = new Promise<ConnectOutcome>((settleFinished) => {
    resolve = settleFinished;
  });
  const report = (detail: ConnectEventDetail) =>
    runSafely(() => options.onEvent?.({ ...detail, sessionId: id, timestamp: Date.now() }));
  return {
    id,
    finished,
    isOver: () => isOver,
    emit(detail: ConnectEventDetail) {
      if (!isOver) report(detail);
    },
    settle(outcome: ConnectOutcome, step: ConnectStep) {
      if (isOver) return;
      isOver = true;
      onEnd();
      report({ name: 'closed' });
      if (outcome.status === 'exited') {
        const { reason, error } = outcome;
        runSafely(() => options.onExit?.({ reason, error, step }));
      }
      resolve(outcome);
    },
  };
}

type Reporter = ReturnType<typeof createReporter>;
