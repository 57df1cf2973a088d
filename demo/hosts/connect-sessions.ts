import { createSession, finishSession, readSession, SessionError } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import { keepConnection } from './keep-connection.ts';
import type { Session, Sessions } from './sessions.ts';

/** The Connect sessions that this backend makes for its visitors. */
export interface ConnectSessions {
  /**
   * @param isAgain - whether the visitor's own account is connected again
   * @returns the secret for the visitor's page
   * @throws SessionError
   */
  start(visitor: Session, isAgain: boolean): Promise<string>;
  /**
   * Finishes connections whose codes were lost, for example because the person closed the page after Allow.
   *
   * @param minAgeMs - how long ago the person must have allowed it; the page may still bring a younger code
   * @returns whether there was one
   */
  finishLost(visitor: Session, minAgeMs?: number): Promise<boolean>;
}

const lookEveryMs = 60_000;
/** The code has arrived at this moment, or there is none any more. */
const overCodes = ['already_exchanged', 'not_connected', 'not_found'];

/**
 * @param config - complete
 * @param sessions - the visitors
 * @param signal - stops the look at those who do not come back
 */
export function createConnectSessions(
  config: AppConfig,
  sessions: Sessions,
  signal: AbortSignal,
): ConnectSessions {
  const { connectBaseUrl: baseUrl, clientId, clientSecret, log } = config;
  const own = { baseUrl, clientId, clientSecret };

  const finish = async (visitor: Session, sessionId: string, minAgeMs: number) => {
    const { status, exchanged, finishedAt } = await readSession({ ...own, sessionId });
    if (status === 'open') return false;
    const isLost = status === 'connected' && !exchanged;
    if (isLost && Date.now() - Number(finishedAt) < minAgeMs) return false;
    if (isLost) {
      const tokens = await finishSession({ ...own, sessionId });
      await keepConnection(config, visitor, { tokens, how: 'its code was lost' });
    }
    visitor.unfinished.delete(sessionId);
    return isLost;
  };
  const finishOrLog = async (visitor: Session, sessionId: string, minAgeMs: number) => {
    try {
      return await finish(visitor, sessionId, minAgeMs);
    } catch (error) {
      const isOver = error instanceof SessionError && overCodes.includes(error.code);
      if (isOver) visitor.unfinished.delete(sessionId);
      // Safe to log. The next look tries again.
      else log(`session: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  };
  const finishLost = async (visitor: Session, minAgeMs = 0) => {
    let isFound = false;
    for (const sessionId of visitor.unfinished) {
      if (await finishOrLog(visitor, sessionId, minAgeMs)) isFound = true;
    }
    return isFound;
  };

  // Some people do not come back to the page. A real application has a job for this.
  const timer = setInterval(async () => {
    for (const visitor of sessions.list()) await finishLost(visitor, lookEveryMs / 2);
  }, lookEveryMs);
  signal.addEventListener('abort', () => clearInterval(timer));

  return {
    async start(visitor, isAgain) {
      // The account comes from the backend's own data, never from the page.
      const accountId = isAgain ? visitor.connection?.accountId : undefined;
      const { sessionId, session } = await createSession({
        ...own,
        state: visitor.state,
        accountId,
      });
      visitor.unfinished.add(sessionId);
      return session;
    },
    finishLost,
  };
}
