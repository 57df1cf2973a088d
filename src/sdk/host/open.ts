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
import { optionRules } from './option-rules.ts';
import { parseOptions, type Settings } from './options.ts';
import { takeFrame } from './preload.ts';
import type { SessionDriver } from './session-context.ts';
import { createFrameSurface, type FrameSurface } from './surfaces/frame.ts';
import { openWindow } from './surfaces/window.ts';

/**
 * Dims the page in the click's own task, as the modal's backdrop does later. It lets clicks through: while
 * the modal's code is on its way, nothing on the page is out of reach.
 */
const firstSign = 'all:initial;position:fixed;inset:0;background:#0008;pointer-events:none';

let current: { session: ConnectSession; others: Settings[]; focus(): void } | undefined;

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
  current.others.push(settings);
  current.focus();
  return current.session;
}

function startSession(settings: Settings): ConnectSession {
  const { address, signal } = settings;
  const id = createId();
  const others: Settings[] = [];
  let popup: Window | null | undefined;
  let surface: FrameSurface | undefined;
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
    signal?.removeEventListener('abort', handleAbort);
    runSafely(() => driver.dispose?.());
    // A page that has let go of its opener closes itself; the browser would log an error.
    if (popup?.opener) popup.close();
    surface?.close();
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
    close() {
      driver.close('closed');
    },
    finished: new Promise((settleFinished) => {
      resolve = settleFinished;
    }),
  };
  current = { session, others, focus: () => driver.focus?.() };

  /** Up to its first `await` it runs in the call of `open`. */
  const start = async () => {
    signal?.addEventListener('abort', handleAbort);
    // Later than in the user's click browsers open no window. Not for what is over already.
    if (settings.display === 'popup' && !signal?.aborted) popup = openWindow();
    surface = popup === undefined ? takeFrame(address) : createFrameSurface(address, true);
    surface.root.host.style = firstSign;
    if (signal?.aborted) handleAbort();
    const { createSession } = await loadSession();
    if (isSettled) return;
    const own = { id, settings, others, surface, popup, emit, settle };
    driver = createSession({ ...own, openWindow, optionRules, ConnectError });
    // Not before `driver` is set: its events may make the host close the session.
    driver.start?.();
  };
  start().catch((cause) => {
    const options = { retryable: true, cause };
    const error = new ConnectError('load_timeout', 'Connect did not start.', options);
    emit({ name: 'failed', error });
    exit('error', error);
  });
  return session;
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
