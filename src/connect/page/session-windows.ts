import { tryStorage } from '../../kit/try-storage.ts';

/** The name of the entry in this window's storage, and of the channel between all windows that show this page. */
const name = 'tax-connect-session';

/** The message with which a reloaded page, which has no host, asks whether its session has another window. */
const askFor = (sessionId: string) => `${sessionId}?`;

/**
 * Announces that a host has welcomed this window's page, so that another window of the same session, whose page has
 * lost the host, can close. Returns a function that gives up the session.
 *
 * @param sessionId - the host's ID of the session, 64 random bits; not a secret
 */
export function claimSession(sessionId: string): () => void {
  const channel = tryStorage(() => {
    // The entry survives a reload. Without the entry, the reloaded page would not know its session.
    sessionStorage.setItem(name, sessionId);
    const claimed = new BroadcastChannel(name);
    // A page that is still loading does not get this message. It asks later, with `askFor`.
    claimed.postMessage(sessionId);
    claimed.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === askFor(sessionId)) claimed.postMessage(sessionId);
    };
    return claimed;
  });
  return () => channel?.close();
}

/** @returns the ID of the session that an earlier document of this window belonged to, or null */
export function readOwnSession(): string | null {
  return tryStorage(() => sessionStorage.getItem(name)) ?? null;
}

/**
 * Closes the window of a reloaded page if the host has welcomed another window of the same session, or does so later.
 * Without storage, the user closes the window by hand. Returns a function that stops this.
 */
export function closeWhenReplaced(close: () => void): () => void {
  const own = readOwnSession();
  if (own === null) return () => {};
  const channel = tryStorage(() => {
    const asking = new BroadcastChannel(name);
    asking.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === own) close();
    };
    asking.postMessage(askFor(own));
    return asking;
  });
  return () => channel?.close();
}
