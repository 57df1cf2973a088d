import { ConnectError } from '../../protocol/errors.ts';
import { isLoopback } from '../../protocol/loopback.ts';
import type {
  ConnectEventDetail,
  ConnectOutcome,
  ConnectSession,
  ConnectStep,
  ExitReason,
  OpenOptions,
} from '../api.ts';
import { createFrameSurface } from '../flow/surfaces/frame.ts';
import { type OpenedPopup, openPopup } from '../flow/surfaces/open-popup.ts';
import type { SessionDriver } from '../session/session-context.ts';
import { assertBrowser } from './assert-browser.ts';
import { createId } from './create-id.ts';
import { loadSession } from './load-session.ts';
import { optionRules } from './option-rules.ts';
import { parseOptions, type Settings } from './options.ts';
import { takeFrame } from './preload.ts';
import { runSafely } from './run-safely.ts';

/** Dims the page in the click's own task, as the modal's backdrop does later, but lets clicks through. */
const dimming = 'all:initial;position:fixed;inset:0;background:#0008;pointer-events:none';

/** Shows the open session again, and records the options of the second `open`. Undefined without an open session. */
let reopen: ((other: Settings) => ConnectSession) | undefined;

/**
 * Opens Connect. While a session is open, a second call focuses and returns that session.
 *
 * @param options - see `OpenOptions`; `clientId` and `onSuccess` are required
 * @param onStart - called before `open` returns, if the call starts a session, and not if another session is open.
 *   The bindings use it, because only the component that started a session may close it
 * @throws {ConnectError} `invalid_options` when an option is missing or wrong, `unsupported_browser` on a server;
 *   errors at run time are shown in the modal and reported through `onExit` and `finished`
 * @example
 * ```ts
 * import { forwardCode, open } from 'tax-connect';
 *
 * const session = open({
 *   clientId: 'my_app',
 *   onSuccess: forwardCode('/callback'),
 *   onExit: ({ reason, error }) => console.log(reason, error?.code),
 * });
 * const { status } = await session.finished;
 * ```
 */
export function open(options: OpenOptions, onStart?: () => void): ConnectSession {
  assertBrowser();
  const settings = parseOptions(options, 'clientId', 'onSuccess');
  if (reopen) return reopen(settings);
  onStart?.();
  return startSession(settings);
}

function startSession(settings: Settings): ConnectSession {
  const { address, signal } = settings;
  const isPopup = settings.display === 'popup';
  let surface = isPopup ? undefined : takeFrame(address);
  const id = surface?.id ?? createId();
  const others: Settings[] = [];
  let popup: OpenedPopup | null | undefined;
  let resolve: (outcome: ConnectOutcome) => void;
  let isSettled = false;

  const emit = (detail: ConnectEventDetail) => {
    // A callback of the host may end the session during an event. The host then gets `closed`, but no other event.
    if (isSettled && detail.name !== 'closed') return;
    runSafely(() => settings.onEvent?.({ ...detail, sessionId: id, timestamp: Date.now() }));
  };
  const settle = (outcome: ConnectOutcome, step: ConnectStep) => {
    if (isSettled) return;
    isSettled = true;
    reopen = undefined;
    signal?.removeEventListener('abort', handleAbort);
    runSafely(() => driver.dispose?.());
    // A popup whose page has dropped its opener closes itself. Here, Chromium 156 would log an error (measured).
    if (popup?.window.opener) popup.window.close();
    surface?.close();
    emit({ name: 'closed' });
    if (outcome.status === 'exited') {
      runSafely(() => settings.onExit?.({ reason: outcome.reason, error: outcome.error, step }));
    }
    resolve(outcome);
  };
  const exit = (reason: ExitReason, error: ConnectError | null = null) =>
    settle({ status: 'exited', reason, error }, 'loading');
  const handleAbort = () => driver.close('aborted');

  let driver: SessionDriver = { close: exit };
  const finished = new Promise<ConnectOutcome>((settleFinished) => {
    resolve = settleFinished;
  });
  const session = { id, close: () => driver.close('closed'), finished };
  reopen = (other) => {
    others.push(other);
    driver.focus?.();
    return session;
  };

  /** Synchronous until `await`: only a click opens popups (https://html.spec.whatwg.org/#transient-activation). */
  const start = async () => {
    signal?.addEventListener('abort', handleAbort);
    if (signal?.aborted) return handleAbort();
    if (isPopup) popup = openPopup(address);
    surface ??= createFrameSurface(address, id, isPopup || top !== window);
    surface.attach();
    surface.root.host.style = dimming;
    const { createSession } = await loadSession();
    if (isSettled) return;
    const own = { settings, others, surface, popup, emit, settle };
    driver = createSession({ ...own, openPopup, rules: optionRules, isLoopback, ConnectError });
    // `start` is called after `driver` is set, because the host may close the session when it gets the first event.
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
