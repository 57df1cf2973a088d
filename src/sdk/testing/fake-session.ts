import type {
  ConnectEventDetail,
  ConnectOutcome,
  ConnectSession,
  ConnectStep,
  ExitReason,
} from '../host/api.ts';
import { createId } from '../host/open/create-id.ts';
import type { Settings } from '../host/open/options.ts';
import { runSafely } from '../host/open/run-safely.ts';
import { callSuccess } from '../host/session/call-success.ts';
import { type FailureCode, failures, findDocs } from '../host/session/failures.ts';
import { ConnectError, type ConnectErrorCode } from '../protocol/errors.ts';

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
  /**
   * The user allows access.
   *
   * @param code - the code for `onSuccess`
   * @returns a promise that resolves when `onSuccess` has settled. The session is then connected, or has failed with
   *   `callback_failed`
   */
  succeed(code: string): Promise<void>;
  /** The user denies access. */
  deny(): void;
  /**
   * The user closes the modal. After a failed `onSuccess`, the session ends with the error `callback_failed`. While
   * `onSuccess` is pending, the modal closes, and the result of `onSuccess` decides how the session ends.
   */
  close(): void;
  /** Connect fails with the code, and the user closes the modal. */
  fail(code: ConnectErrorCode): void;
}

/** Errors of the Connect page after which a new flow can succeed. */
const retryablePageErrors: readonly string[] = ['rate_limited', 'server_error', 'session_expired'];

/** A new session for the test (`fake`), and two functions that only `fakeConnect` calls. */
export interface CreatedSession {
  readonly fake: FakeSession;
  showAgain(): void;
  end(): void;
}

/** How long the fake waits for `onSuccess`, in milliseconds. The real module waits as long. */
const callbackTimeoutMs = 15_000;

/** The phases of a session in the real module, without those of frames and popups. */
type Phase =
  | { readonly name: 'flow' }
  | { readonly name: 'finishing'; readonly delivery: symbol; readonly isHidden: boolean }
  | { readonly name: 'failed'; readonly error: ConnectError };

export function createFakeSession(options: Settings, onEnd: () => void): CreatedSession {
  const course = createCourse(options, onEnd);
  const { session, emit, goTo, exit } = course;
  const fake: FakeSession = {
    options,
    session,
    step(step) {
      beginFlow(course, `step("${step}")`);
      goTo(step);
    },
    notListed() {
      beginFlow(course, 'notListed');
      emit({ name: 'provider_not_listed' });
    },
    async succeed(code) {
      beginFlow(course, 'succeed');
      await deliver(course, options, code);
    },
    deny() {
      beginFlow(course, 'deny');
      exit('denied');
    },
    close() {
      course.assertOpen('close');
      session.close();
    },
    fail(code) {
      beginFlow(course, 'fail');
      course.failWith(code);
      session.close();
    },
  };
  return { fake, showAgain: course.showAgain, end: () => exit('closed') };
}

/**
 * Creates the functions that report events and the outcome to the application. They do nothing after the session's end.
 */
function createReporter(options: Settings, onEnd: () => void) {
  const id = createId();
  let step: ConnectStep = 'loading';
  let isOpened = false;
  let isOver = false;
  let resolve: (outcome: ConnectOutcome) => void;
  const finished = new Promise<ConnectOutcome>((settleFinished) => {
    resolve = settleFinished;
  });
  const report = (detail: ConnectEventDetail) =>
    runSafely(() => options.onEvent?.({ ...detail, sessionId: id, timestamp: Date.now() }));
  const emit = (detail: ConnectEventDetail) => {
    if (!isOver) report(detail);
  };
  const settle = (outcome: ConnectOutcome) => {
    if (isOver) return;
    isOver = true;
    onEnd();
    report({ name: 'closed' });
    if (outcome.status === 'exited') {
      const { reason, error } = outcome;
      runSafely(() => options.onExit?.({ reason, error, step }));
    }
    resolve(outcome);
  };
  const emitOpened = () => {
    if (isOpened || isOver) return;
    isOpened = true;
    emit({ name: 'opened' });
    emit({ name: 'ready' });
  };
  // The application gets the first events after `open` has returned, as in the real module.
  queueMicrotask(emitOpened);
  return {
    id,
    finished,
    emit,
    /** Called before each action of the user. @throws Error after the session has ended */
    assertOpen(what: string) {
      if (isOver) throw new Error(`fakeConnect: ${what} after the session has ended.`);
      emitOpened();
    },
    goTo(next: ConnectStep) {
      if (next === step) return;
      step = next;
      emit({ name: 'step_changed', step });
    },
    settle,
    exit: (reason: ExitReason, error: ConnectError | null = null) =>
      settle({ status: 'exited', reason, error }),
    isOver: () => isOver,
  };
}

/** Creates the session, and the functions that move it to another phase, as the real module does. Nothing is drawn. */
function createCourse(options: Settings, onEnd: () => void) {
  const reporter = createReporter(options, () => {
    options.signal?.removeEventListener('abort', abort);
    onEnd();
  });
  const { emit, goTo, exit } = reporter;
  const state: { phase: Phase } = { phase: { name: 'flow' } };

  const close = (reason: 'closed' | 'aborted') => {
    const { phase } = state;
    if (phase.name === 'finishing') state.phase = { ...phase, isHidden: true };
    else if (phase.name === 'failed' && reason === 'closed') exit('error', phase.error);
    else exit(reason);
  };
  const abort = () => close('aborted');
  const session: ConnectSession = {
    id: reporter.id,
    close: () => close('closed'),
    finished: reporter.finished,
  };
  options.signal?.addEventListener('abort', abort);
  if (options.signal?.aborted) queueMicrotask(abort);
  return {
    ...reporter,
    session,
    state,
    failWith(code: ConnectErrorCode, cause?: unknown) {
      const { phase } = state;
      const error = createError(options, code, cause);
      if (phase.name === 'finishing' && phase.isHidden) {
        exit('error', error);
        return;
      }
      state.phase = { name: 'failed', error };
      goTo('failed');
      emit({ name: 'failed', error });
    },
    /** Called when the application calls `open` again. The modal that was closed during `onSuccess` is shown again. */
    showAgain() {
      const { phase } = state;
      if (phase.name === 'finishing') state.phase = { ...phase, isHidden: false };
    },
  };
}

type Course = ReturnType<typeof createCourse>;

/** Called when the user does something in Connect. After a failure, it first starts another try. */
function beginFlow({ state, assertOpen, emit, goTo }: Course, what: string): void {
  assertOpen(what);
  if (state.phase.name === 'finishing') {
    throw new Error(`fakeConnect: ${what} while onSuccess is pending; Connect is closing.`);
  }
  if (state.phase.name !== 'failed') return;
  state.phase = { name: 'flow' };
  emit({ name: 'retried' });
  goTo('loading');
  emit({ name: 'ready' });
}

/** Passes the code to the application, and waits for its `onSuccess`. */
async function deliver(course: Course, options: Settings, code: string): Promise<void> {
  const { state, emit, goTo } = course;
  if (course.isOver()) return;
  const delivery = Symbol('delivery');
  const failDelivery = (cause: unknown) => {
    const { phase } = state;
    const isPending = phase.name === 'finishing' && phase.delivery === delivery;
    if (isPending) course.failWith('callback_failed', cause);
  };
  state.phase = { name: 'finishing', delivery, isHidden: false };
  emit({ name: 'code_received' });
  const done = callSuccess(options, ConnectError, code);
  goTo('finishing');
  const silence = new Error('onSuccess took too long.');
  const timer = setTimeout(() => failDelivery(silence), callbackTimeoutMs);
  await done.then(() => {
    // Even if `onSuccess` has succeeded only after the time limit, the session is connected.
    goTo('finishing');
    course.settle({ status: 'connected' });
  }, failDelivery);
  clearTimeout(timer);
}

function createError(options: Settings, code: ConnectErrorCode, cause: unknown): ConnectError {
  const canHelp =
    code in failures ? failures[code as FailureCode][0] : retryablePageErrors.includes(code);
  // With a backend's session, no second code can be requested, so another try cannot succeed.
  const isFinal = code === 'callback_failed' && options.session !== undefined;
  return new ConnectError(code, `The test says ${code}.`, {
    retryable: canHelp && !isFinal,
    cause,
    docs: findDocs(options.connectUrl),
  });
}
