import { createSession, finishSession, readSession, SessionError } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import { keepConnection } from './keep-connection.ts';
import type { Session, Sessions } from './sessions.ts';

/** Creates Connect sessions for the visitors of this backend, and finishes those whose code was lost. */
export type ConnectSessions = ReturnType<typeof createConnectSessions>;

/** The time to wait, in milliseconds, for the page to send the code. Finishing earlier would invalidate that code. */
const codeOnItsWayMs = 30_000;
/** Error codes after which a session needs no finishing: its code was just exchanged, or will never be issued. */
const overCodes = ['already_exchanged', 'not_connected', 'not_found', 'state_mismatch'];

/** @param signal - when aborted, no more lost codes are looked for */
export function createConnectSessions(config: AppConfig, sessions: Sessions, signal: AbortSignal) {
  const { connectBaseUrl: baseUrl, clientId, clientSecret, log } = config;
  const own = { baseUrl, clientId, clientSecret };

  const finish = async (visitor: Session, sessionId: string) => {
    const { status, exchanged } = await readSession({ ...own, sessionId });
    if (status === 'open') return false;
    const isLost = status === 'connected' && !exchanged;
    if (isLost) {
      const tokens = await finishSession({ ...own, sessionId, state: visitor.state });
      await keepConnection(config, visitor, { tokens, how: 'its code was lost' });
    }
    visitor.unfinished.delete(sessionId);
    return isLost;
  };
  const finishOrLog = async (visitor: Session, sessionId: string) => {
    try {
      return await finish(visitor, sessionId);
    } catch (error) {
      const isOver = error instanceof SessionError && overCodes.includes(error.code);
      if (isOver) visitor.unfinished.delete(sessionId);
      // These errors contain no secret, so they can be logged. The session stays unfinished, and is tried again later.
      else log(`session: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  };
  const running = new Map<string, Promise<boolean>>();
  /** Finishes a session once, even if the page's request and a webhook event ask for it at the same time. */
  const finishOnce = (visitor: Session, sessionId: string) => {
    const found = running.get(sessionId);
    if (found !== undefined) return found;
    const finishing = finishOrLog(visitor, sessionId).finally(() => running.delete(sessionId));
    running.set(sessionId, finishing);
    return finishing;
  };
  /**
   * Finishes the visitor's connections whose codes were lost, for example because the person closed the page after
   * pressing Allow.
   *
   * @returns whether a connection was finished
   */
  const finishLost = async (visitor: Session) => {
    let isFound = false;
    for (const sessionId of visitor.unfinished) {
      if (await finishOnce(visitor, sessionId)) isFound = true;
    }
    return isFound;
  };

  // A timer is enough for a demo. A real application uses a job in its database, which survives a restart.
  const finishLater = (visitor: Session, sessionId: string) => {
    const timer = setTimeout(async () => {
      if (signal.aborted || !visitor.unfinished.has(sessionId)) return;
      await finishOnce(visitor, sessionId);
      finishLater(visitor, sessionId);
    }, codeOnItsWayMs);
    timer.unref();
  };

  return {
    /**
     * @param isAgain - true when the visitor connects their existing account again
     * @returns the session's secret, which the visitor's page passes to `open`
     * @throws SessionError
     */
    async start(visitor: Session, isAgain: boolean) {
      // The account comes from the backend's own data, never from the page.
      const accountId = isAgain ? visitor.connection?.accountId : undefined;
      const { state } = visitor;
      const { sessionId, session } = await createSession({ ...own, state, accountId });
      visitor.unfinished.add(sessionId);
      return session;
    },
    finishLost,
    /** Handles the webhook event `session.finished`. So no code is lost if the person never returns to the page. */
    handleEnd(sessionId: string, status: string) {
      const visitor = sessions.list().find(({ unfinished }) => unfinished.has(sessionId));
      if (!visitor) return;
      if (status === 'connected') finishLater(visitor, sessionId);
      else visitor.unfinished.delete(sessionId);
    },
  };
}
