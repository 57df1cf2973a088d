/** The name of the entry in this window's storage, and of the channel between windows of this page. */
const name = 'tax-connect-session';

/** The message with which a page without a host asks whether its session has another window. */
const askFor = (sessionId: string) => `${sessionId}?`;

/**
 * Announces that this window's page was welcomed, so that another window of the same session whose page has lost
 * its host can close.
 *
 * @param sessionId - the host's ID of the session, 64 random bits; not a secret
 * @returns gives up the session
 */
export function claimSession(sessionId: string): () => void {
  let channel: BroadcastChannel | undefined;
  tryStorage(() => {
    // The entry survives a reload. Without it, the page would not know its session.
    sessionStorage.setItem(name, sessionId);
    const claimed = new BroadcastChannel(name);
    channel = claimed;
    // A page that is still loading misses this message, and asks later.
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
 * Closes the window of a reloaded page when another window of its session takes over, or has already done so.
 *
 * @param close - closes the window
 * @returns stops listening; call it when the host has found this page again
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
 * Ignores storage that is blocked and throws. The user then closes the window.
 *
 * @see https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
function tryStorage(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing else depends on the storage.
  }
}
