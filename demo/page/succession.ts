/** Of the entry in this window's own storage, and of the channel between windows of this page. */
const name = 'tax-connect-session';

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
    channel.postMessage(sessionId);
    channel.close();
  });
}

/**
 * The page of a window has no host, because it was loaded again after it had let go of its opener.
 * It closes when another window of its session takes over.
 *
 * @param close - closes the window
 */
export function makeWay(close: () => void): void {
  tryStorage(() => {
    const own = sessionStorage.getItem(name);
    if (own === null) return;
    new BroadcastChannel(name).onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === own) close();
    };
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
