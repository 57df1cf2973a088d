import { ConnectError } from '../protocol/errors.ts';
import type {
  ConnectEventDetail,
  ConnectOutcome,
  ConnectSession,
  ConnectStep,
  ExitReason,
  OpenOptions,
} from './api.ts';
import { createId } from './create-id.ts';
import { loadSession } from './load-session.ts';
import { parseOptions, type Settings } from './options.ts';
import { takeFrame } from './preload.ts';
import type { SessionDriver } from './session-context.ts';
import { createFrameSurface } from './surfaces/frame.ts';
import { openWindow } from './surfaces/window.ts';

let current: { readonly session: ConnectSession; focus(): void } | undefined;

/**
 * Opens Connect. While a session is open, a second call focuses and returns that one.
 *
 * @param options - see `OpenOptions`; `clientId` and `onSuccess` are required
 * @returns the session
 * @throws {ConnectError} `invalid_options` when an option is missing or wrong; trouble at run time
 *   is shown in the modal and reported through `onExit` and `finished` instead
 */
export function open(options: OpenOptions): ConnectSession {
  const settings = parseOptions(options, 'clientId', 'onSuccess');
  if (!current) return startSession(settings);
  current.focus();
  return current.session;
}

function startSession(settings: Settings): ConnectSession {
  const { address, signal } = settings;
  const id = createId();
  const cleanups: (() => void)[] = [];
  let resolve: (outcome: ConnectOutcome) => void;
  let isSettled = false;

  const emit = (detail: ConnectEventDetail) => {
    // A callback that closes the session from within an event hears `closed`, and nothing after it.
    if (isSettled && detail.name !== 'closed') return;
    runSafely(() => settings.onEvent?.({ ...detail, sessionId: id, timestamp: Date.now() }));
  };
  const settle = (outcome: ConnectOutcome, step: ConnectStep) => {
    if (isSettled) return;
    isSettled = true;
    current = undefined;
    for (const cleanup of cleanups.reverse()) runSafely(cleanup);
    emit({ name: 'closed' });
    if (outcome.status === 'exited') {
      const { reason, error } = outcome;
      runSafely(() => settings.onExit?.({ reason, error, step }));
    }
    resolve(outcome);
  };
  const exit = (reason: ExitReason, error: ConnectError | null = null) =>
    settle({ status: 'exited', reason, error }, 'loading');
  const handleAbort = () => driver.close('aborted');

  let driver: SessionDriver = { close: exit };
  const session: ConnectSession = {
    id,
    close: () => driver.close('closed'),
    finished: new Promise((settleFinished) => {
      resolve = settleFinished;
    }),
  };
  current = { session, focus: () => driver.focus?.() };

  /** Up to its first `await` it runs in the call of `open`. */
  const start = async () => {
    signal?.addEventListener('abort', handleAbort);
    cleanups.push(() => signal?.removeEventListener('abort', handleAbort));
    // Later than in the user's click browsers open no window. Not for what is over already.
    const popup = settings.display === 'popup' && !signal?.aborted ? openWindow() : undefined;
    // A page that has let go of its opener closes itself; the browser would log an error.
    cleanups.push(() => popup?.opener && popup.close());
    const surface = popup === undefined ? takeFrame(address) : createFrameSurface(address, true);
    cleanups.push(() => surface.close());
    if (signal?.aborted) handleAbort();
    const { createSession } = await loadSession().catch(failToLoad);
    if (isSettled) return;
    driver = createSession({
      ...{ id, settings, surface, popup, emit, settle },
      ...{ openWindow, ConnectError },
    });
    cleanups.push(() => driver.dispose?.());
    // Not before `driver` is set: its events may make the host close the session.
    driver.start?.();
  };
  start().catch((cause) => {
    const error = toConnectError(cause);
    emit({ name: 'failed', error });
    exit('error', error);
  });
  return session;
}

function failToLoad(cause: unknown): never {
  const message = 'Connect could not be loaded.';
  throw new ConnectError('load_timeout', message, { retryable: true, cause });
}

/** What the browser or the document throws while a session starts. */
function toConnectError(cause: unknown): ConnectError {
  if (cause instanceof ConnectError) return cause;
  return new ConnectError('unsupported_browser', 'Connect could not start; see cause.', { cause });
}

/** Runs the host's code, or a part of the end; what it throws is reported, and breaks nothing. */
function runSafely(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    // As uncaught, by which consoles and monitoring find it. Unlike `reportError`, jsdom has this.
    setTimeout(() => {
      throw error;
    });
  }
}
