import type {
  ConnectEventDetail,
  ConnectOutcome,
  ConnectSession,
  ConnectStep,
  ExitReason,
} from '../host/api.ts';
import { createId } from '../host/create-id.ts';
import type { Settings } from '../host/options.ts';
import { ConnectError, type ConnectErrorCode } from '../protocol/errors.ts';

/** A session of the fake, and the events that a test can trigger. */
export interface FakeSession {
  /** The application's options, validated. */
  readonly options: Settings;
  /** The return value of `open`. */
  readonly session: ConnectSession;
  /** The user reaches a step. */
  step(step: 'select' | 'login' | 'consent'): void;
  /** The user reports that their provider is missing. */
  notListed(): void;
  /**
   * The user allows access.
   *
   * @param code - the code for `onSuccess`
   * @returns settles when `onSuccess` has settled: connected, or failed with `callback_failed`
   */
  succeed(code: string): Promise<void>;
  /** The user denies access. */
  deny(): void;
  /** The user closes the modal. After a failed `onSuccess`, the session ends with that error. */
  close(): void;
  /** Connect fails, and the user closes the modal. */
  fail(code: ConnectErrorCode): void;
}

/** Errors after which a new flow can succeed. */
const retryableCodes: ReadonlySet<ConnectErrorCode> = new Set<ConnectErrorCode>([
  'callback_failed',
  'connection_lost',
  'load_timeout',
  'offline',
  'opener_severed',
  'popup_blocked',
  'popup_closed',
  'protocol_error',
  'rate_limited',
  'server_error',
  'session_expired',
]);

/**
 * @param options - validated options
 * @param onEnd - called when the session has ended
 * @returns a session that the test drives
 */
export function createFakeSession(options: Settings, onEnd: () => void): FakeSession {
  const course = createCourse(options, onEnd);
  const { session, emit, goTo, exit, failWith, assertOpen } = course;
  return {
    options,
    session,
    step(step) {
      assertOpen(`step("${step}")`);
      goTo(step);
    },
    notListed() {
      assertOpen('notListed');
      emit({ name: 'provider_not_listed' });
    },
    async succeed(code) {
      assertOpen('succeed');
      course.forgive();
      emit({ name: 'code_received' });
      goTo('finishing');
      try {
        await options.onSuccess({ code });
        course.settle({ status: 'connected' });
      } catch (cause) {
        failWith('callback_failed', cause);
      }
    },
    deny() {
      assertOpen('deny');
      exit('denied');
    },
    close() {
      assertOpen('close');
      session.close();
    },
    fail(code) {
      assertOpen('fail');
      failWith(code);
      session.close();
    },
  };
}

/** The course of a session, and its events for the application. */
function createCourse(options: Settings, onEnd: () => void) {
  const id = createId();
  let current: ConnectStep = 'loading';
  let failure: ConnectError | null = null;
  let isOpened = false;
  let isOver = false;
  let resolve: (outcome: ConnectOutcome) => void = () => {};

  const emit = (detail: ConnectEventDetail) =>
    runSafely(() => options.onEvent?.({ ...detail, sessionId: id, timestamp: Date.now() }));
  const emitOpened = () => {
    if (isOpened || isOver) return;
    isOpened = true;
    emit({ name: 'opened' });
    emit({ name: 'ready' });
  };
  const goTo = (step: ConnectStep) => {
    if (step === current) return;
    current = step;
    emit({ name: 'step_changed', step });
  };
  const settle = (outcome: ConnectOutcome) => {
    if (isOver) return;
    isOver = true;
    options.signal?.removeEventListener('abort', abort);
    onEnd();
    emit({ name: 'closed' });
    if (outcome.status === 'exited') {
      const { reason, error } = outcome;
      runSafely(() => options.onExit?.({ reason, error, step: current }));
    }
    resolve(outcome);
  };
  const exit = (reason: ExitReason, error: ConnectError | null = null) =>
    settle({ status: 'exited', reason, error });
  const abort = () => exit('aborted');
  const session: ConnectSession = {
    id,
    close: () => (failure ? exit('error', failure) : exit('closed')),
    finished: new Promise((settleFinished) => {
      resolve = settleFinished;
    }),
  };
  // Also for an aborted signal: the bindings detect by this listener which `open` started the session.
  options.signal?.addEventListener('abort', abort);
  if (options.signal?.aborted) queueMicrotask(abort);
  // As in the real module, after `open` has returned.
  queueMicrotask(emitOpened);
  return {
    session,
    emit,
    goTo,
    settle,
    exit,
    failWith(code: ConnectErrorCode, cause?: unknown) {
      const retryable = retryableCodes.has(code);
      failure = new ConnectError(code, `The test says ${code}.`, { retryable, cause });
      emit({ name: 'failed', error: failure });
      goTo('failed');
    },
    /** The next try has not failed yet. */
    forgive() {
      failure = null;
    },
    assertOpen(what: string) {
      if (isOver) throw new Error(`fakeConnect: ${what} after the session has ended.`);
      emitOpened();
    },
  };
}

/** An exception of the application is reported and interrupts nothing, as in the real module. */
function runSafely(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
