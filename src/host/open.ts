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
import { parseOptions } from './options.ts';
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
  if (current) {
    current.focus();
    return current.session;
  }
  const { address, signal } = settings;
  const id = createId();
  // At once: later than in the user's click browsers open no window. Not for what is over already.
  const popup = settings.display === 'popup' && !signal?.aborted ? openWindow() : undefined;
  const surface = popup === undefined ? takeFrame(address) : createFrameSurface(address, true);
  let resolve: (outcome: ConnectOutcome) => void;
  let isSettled = false;

  const emit = (detail: ConnectEventDetail) => {
    // A callback that closes the session from within an event hears `closed`, and nothing after it.
    if (isSettled && detail.name !== 'closed') return;
    callHost(() => settings.onEvent?.({ ...detail, sessionId: id, timestamp: Date.now() }));
  };
  const settle = (outcome: ConnectOutcome, step: ConnectStep) => {
    if (isSettled) return;
    isSettled = true;
    current = undefined;
    signal?.removeEventListener('abort', handleAbort);
    driver.dispose?.();
    // A page that has let go of its opener closes itself; the browser would log an error.
    if (popup?.opener) popup.close();
    surface.close();
    emit({ name: 'closed' });
    if (outcome.status === 'exited') {
      const { reason, error } = outcome;
      callHost(() => settings.onExit?.({ reason, error, step }));
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
  signal?.addEventListener('abort', handleAbort);
  if (signal?.aborted) handleAbort();
  loadSession().then(
    ({ createSession }) => {
      if (isSettled) return;
      driver = createSession({
        ...{ id, settings, surface, popup, emit, settle },
        ...{ openWindow, ConnectError },
      });
      // Not before `driver` is set: its events may make the host close the session.
      driver.start?.();
    },
    (cause) => {
      const message = 'Connect could not be loaded.';
      const error = new ConnectError('load_timeout', message, { retryable: true, cause });
      emit({ name: 'failed', error });
      exit('error', error);
    },
  );
  return session;
}

/** Calls the host's code; whatever it throws is the host's to see, and breaks nothing of ours. */
function callHost(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    reportError(error);
  }
}
