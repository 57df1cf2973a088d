/** Name of the entry in this window's storage, and of the channel between windows of this page. */
const name = 'tax-connect-session';

/** What a page without a host asks the others: whether its session has another window. */
const askFor = (sessionId: string) => `${sessionId}?`;

/**
 * The page of a window was welcomed: another window of the same session, whose page has lost its
 * host since, is no longer useful.
 *
 * @param sessionId - reference of the session, 64 random bits of the host; not a secret
 * @returns gives the session up
 */
export function claimSession(sessionId: string): () => void {
  let channel: BroadcastChannel | undefined;
  tryStorage(() => {
    // Survives a reload, after which the page would not know its session.
    sessionStorage.setItem(name, sessionId);
    const claimed = new BroadcastChannel(name);
    channel = claimed;
    // A page that is still being loaded does not hear it, and asks later.
    claimed.postMessage(sessionId);
    claimed.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === askFor(sessionId)) claimed.postMessage(sessionId);
    };
  });
  return () => channel?.close();
}

/** @returns the session that an earlier document of this window belonged to, or null */
export function readOwnSession(): string | null {
  let own: string | null = null;
  tryStorage(() => {
    own = sessionStorage.getItem(name);
  });
  return own;
}

/**
 * For a page that was loaded again in its window: closes the window when another window of its session
 * takes over, or has done so already.
 *
 * @param close - closes the window
 * @returns stops listening; to be called when the host has found this page again
 */
export function closeWhenReplaced(close: () => void): () => void {
  let channel: BroadcastChannel | undefined;
  tryStorage(() => {
    const own = readOwnSession();
    if (own === null) return;
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === own) close();
    };
    channel.postMessage(askFor(own));
  });
  return () => channel?.close();
}

/**
 * Storage may be blocked, and then throws. The user then closes the window.
 *
 * @see https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
function tryStorage(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing else depends on it.
  }
}
