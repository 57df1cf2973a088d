import {
  helloIntervalMs,
  maxChecks,
  maxHellos,
  protocolName,
  protocolVersion,
} from '../protocol/messages.ts';
import { parseWelcome, type WelcomeMessage } from '../protocol/welcome.ts';

/**
 * The handshake between a host and the Connect page it shows (section 2 of `protocol/README.md`). Its requirements:
 *
 * 1. The page cannot know which page embeds it, so its first message carries no data and is sent to `*`.
 * 2. The host must send only to the window it opened, and only while that window shows the Connect origin.
 *    A document that replaces the page must get nothing.
 * 3. No other listener, frame, popup or extension on either side may hold a port of the session. Every listener of a
 *    window gets the port in a message to it. Hence the host creates the channel and sends a port to the page, never
 *    the reverse.
 * 4. A page that loads slowly, or a host that is not listening yet, must not lose the session.
 * 5. A page that navigates inside its frame or popup must find its session again.
 * 6. The page must keep its port, even if the host answers one hello while a later hello is still on its way.
 */

export interface Welcomed {
  readonly welcome: WelcomeMessage;
  /** The host's origin. It comes from the browser's event, so the host cannot forge it. */
  readonly origin: string;
  readonly port: MessagePort;
}

/** `silent`: the host was reloaded, navigated or discarded, or is busy. `closed`: it is closed or out of reach. */
export type HostPresence = 'there' | 'silent' | 'closed';

/** The sender from which the page accepts a welcome: one window, or any window that knows the session's ID. */
export type HostClue = { readonly window: Window } | { readonly sessionId: string };

/**
 * Performs the page's side of the handshake.
 *
 * @param clue - the parent (in a frame) or the opener (in a popup). A page that was reloaded in a popup has no
 *   opener, so it passes the ID of its earlier session
 * @param onWelcome - called once, with the first welcome that passes every check
 */
export function sayHello(clue: HostClue, onWelcome: (welcomed: Welcomed) => void) {
  let hostWindow = 'window' in clue ? clue.window : undefined;
  let known: Welcomed | undefined;
  const isHostClosed = () => hostWindow?.closed === true;
  const checks: ((presence: HostPresence) => void)[] = [];
  const answerChecks = (presence: HostPresence) => {
    for (const answer of checks.splice(0)) answer(presence);
  };
  const hellos = repeatHello(
    () => hostWindow,
    () => answerChecks(isHostClosed() ? 'closed' : 'silent'),
  );
  const noteHost = () => {
    hellos.stop();
    answerChecks('there');
  };
  const handleMessage = (event: MessageEvent) => {
    const welcomed = readWelcome(event, hostWindow ?? findSender(event, clue));
    if (welcomed && !known) {
      known = welcomed;
      hostWindow ??= findSender(event, clue);
      noteHost();
      onWelcome(welcomed);
      return;
    }
    // The ports of other messages are those of other scripts, such as a password manager.
    if (!parseWelcome(event.data)) return;
    // This welcome is a late answer to an earlier hello, or a foreign window's attempt to open a channel.
    for (const port of event.ports) port.close();
    if (welcomed && known && isSameSession(welcomed, known)) noteHost();
  };
  globalThis.addEventListener('message', handleMessage);
  hellos.start(maxHellos);
  return {
    /** Sends hello, because ports do not tell if the host exists. An open session answers with its own ID and nonce. */
    checkHost: () =>
      new Promise<HostPresence>((resolve) => {
        if (isHostClosed()) return resolve('closed');
        checks.push(resolve);
        hellos.start(maxChecks);
      }),
    /** @returns false in a frame, and until the host's window is known */
    isHostClosed,
    close(): void {
      hellos.stop();
      globalThis.removeEventListener('message', handleMessage);
      answerChecks('silent');
    },
  };
}

/** Repeats hello until `stop`. Calls `onInVain` without an answer, or if the host's window is unknown or closed. */
function repeatHello(getHostWindow: () => Window | undefined, onInVain: () => void) {
  let hellosLeft = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => clearInterval(timer);
  const hello = () => {
    const hostWindow = getHostWindow();
    if (hellosLeft === 0 || !hostWindow || hostWindow.closed) {
      stop();
      onInVain();
      return;
    }
    hellosLeft -= 1;
    const message = { protocol: protocolName, version: protocolVersion, type: 'hello' };
    // The message is safe for any receiver: it carries no data, and its answer is checked.
    hostWindow.postMessage(message, '*');
  };
  return {
    start(max: number) {
      stop();
      hellosLeft = max;
      timer = setInterval(hello, helloIntervalMs);
      hello();
    },
    stop,
  };
}

/** Only the same session counts: a host that was reloaded has a new session, and does not wait for this page. */
function isSameSession(answer: Welcomed, known: Welcomed): boolean {
  return (
    answer.origin === known.origin &&
    answer.welcome.session_id === known.welcome.session_id &&
    answer.welcome.nonce === known.welcome.nonce
  );
}

/** Finds the host by the ID of its session, which has 64 random bits that only the host and its pages know. */
function findSender({ data, source }: MessageEvent, clue: HostClue): Window | undefined {
  if ('window' in clue || source === window) return undefined;
  const isOurs = parseWelcome(data)?.session_id === clue.sessionId;
  return isOurs ? ((source as Window | null) ?? undefined) : undefined;
}

function readWelcome(event: MessageEvent, hostWindow: Window | undefined): Welcomed | undefined {
  const { isTrusted, source, origin, ports } = event;
  // The source of a closed window is null, and null must not match an unknown host.
  if (!source || !hostWindow) return undefined;
  const port = ports[0];
  if (!isTrusted || source !== hostWindow || !port || ports.length !== 1) return undefined;
  // Every sandboxed document has the opaque origin "null", so no host can be bound to it.
  if (!origin || origin === 'null') return undefined;
  const welcome = parseWelcome(event.data);
  return welcome && { welcome, origin, port };
}
