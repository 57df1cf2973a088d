/** Of the entry in this window's own storage, and of the channel between windows of this page. */
const name = 'tax-connect-session';

/** What a page without a host asks the others: whether its session has another window. */
const askFor = (sessionId: string) => `${sessionId}?`;

/**
 * The page of a window was welcomed: another window of the same session, whose page has lost its
 * host since, is of no use any more.
 *
 * @param sessionId - reference of the session, 64 random bits of the host; not a secret
 */
export function takeOver(sessionId: string): void {
  tryStorage(() => {
    // Outlives a reload of the page, which does not know its session otherwise.
    sessionStorage.setItem(name, sessionId);
    const channel = new BroadcastChannel(name);
    // A page that is still being loaded does not hear it, and asks later.
    channel.postMessage(sessionId);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === askFor(sessionId)) channel.postMessage(sessionId);
    };
  });
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
 * The page of a window has no host: it was loaded again after it had let go of its opener, and its
 * host did not find it.
 * It closes when another window of its session takes over, or has done so already.
 *
 * @param close - closes the window
 */
export function makeWay(close: () => void): void {
  tryStorage(() => {
    const own = readOwnSession();
    if (own === null) return;
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === own) close();
    };
    channel.postMessage(askFor(own));
  });
}

/** Blocked by the browser, perhaps: then the user closes the window. */
function tryStorage(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing else depends on it.
  }
}
