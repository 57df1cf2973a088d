import { createSession, finishSession, readSession, SessionError } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import { keepConnection } from './keep-connection.ts';
import type { Session, Sessions } from './sessions.ts';

/** The Connect sessions that this backend creates for its visitors. */
export type ConnectSessions = ReturnType<typeof createConnectSessions>;

/** How long the page may still bring the code. A new code would invalidate the page's code. */
const codeOnItsWayMs = 30_000;
/** Errors after which nothing is left to finish: the code has just arrived, or will never come. */
const overCodes = ['already_exchanged', 'not_connected', 'not_found', 'state_mismatch'];

/** @param signal - stops looking for lost codes */
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
      // These errors are safe to log. The next look tries again.
      else log(`session: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  };
  const running = new Map<string, Promise<boolean>>();
  /** The page and the event may request the same code at once. */
  const finishOnce = (visitor: Session, sessionId: string) => {
    const found = running.get(sessionId);
    if (found !== undefined) return found;
    const finishing = finishOrLog(visitor, sessionId).finally(() => running.delete(sessionId));
    running.set(sessionId, finishing);
    return finishing;
  };
  /**
   * Finishes connections whose codes were lost, for example because the person closed the page after Allow.
   *
   * @returns whether there was such a connection
   */
  const finishLost = async (visitor: Session) => {
    let isFound = false;
    for (const sessionId of visitor.unfinished) {
      if (await finishOnce(visitor, sessionId)) isFound = true;
    }
    return isFound;
  };

  // A real application has a job for this, which survives a restart.
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
     * @param isAgain - whether the visitor's own account is connected again
     * @returns the secret for the visitor's page
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
    /** Handles the event of a session's end. It finds lost codes of people who do not come back to the page. */
    handleEnd(sessionId: string, status: string) {
      const visitor = sessions.list().find(({ unfinished }) => unfinished.has(sessionId));
      if (!visitor) return;
      if (status === 'connected') finishLater(visitor, sessionId);
      else visitor.unfinished.delete(sessionId);
    },
  };
}
