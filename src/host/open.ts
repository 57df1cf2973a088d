import { ConnectError } from '../protocol/errors.ts';
import type {
  ConnectEventDetail,
  ConnectOutcome,
  ConnectSession,
  ConnectStep,
  ExitReason,
  OpenOptions,
} from './api.ts';
import { loadSession } from './load-session.ts';
import { parseOptions } from './options.ts';
import { connectAddress, takeFrame } from './preload.ts';
import type { SessionDriver } from './session-context.ts';
import { createFrameSurface } from './surfaces/frame.ts';
import { openPopupSurface } from './surfaces/popup.ts';

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
  const { signal } = settings;
  const id = createId();
  const address = connectAddress(settings);
  // At once: later than in the user's click browsers open no window.
  const popup = settings.display === 'popup' ? openPopupSurface(address) : undefined;
  const surface = popup ? createFrameSurface(address, true) : takeFrame(address);
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
    driver.dispose();
    popup?.close();
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

  let driver: SessionDriver = { start() {}, focus() {}, close: exit, dispose() {} };
  const session: ConnectSession = {
    id,
    close: () => driver.close('closed'),
    finished: new Promise((settleFinished) => {
      resolve = settleFinished;
    }),
  };
  current = { session, focus: () => driver.focus() };
  signal?.addEventListener('abort', handleAbort);
  if (signal?.aborted) handleAbort();
  loadSession().then(
    ({ createSession }) => {
      if (isSettled) return;
      driver = createSession({ id, settings, surface, popup, emit, settle });
      // Not before `driver` is set: its events may make the host close the session.
      driver.start();
    },
    (cause) => {
      const message = 'The Connect modal could not be loaded.';
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

/** 64 random bits, short enough to read out on the telephone; a reference, not a secret. */
function createId(): string {
  return `${crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36)}`;
}
