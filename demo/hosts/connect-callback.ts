import { type Callback, createCallback } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import { keepConnection } from './keep-connection.ts';
import type { Sessions } from './sessions.ts';

interface Visitors {
  readonly sessions: Sessions;
  readonly connectSessions: ConnectSessions;
}

/**
 * The whole integration of this backend with Connect: one callback for both flows.
 *
 * @param send - replaces the global `fetch`, which an application normally uses
 * @throws ExchangeError `invalid_options` for a wrong address or empty credentials
 */
export function createConnectCallback(
  config: AppConfig,
  { sessions, connectSessions }: Visitors,
  send: typeof fetch,
): Callback {
  const { publicUrl, connectBaseUrl, connectUrl, clientId, clientSecret, log } = config;
  const callback = createCallback({
    baseUrl: connectBaseUrl,
    clientId,
    clientSecret,
    redirectUri: `${publicUrl}/callback`,
    connectUrl,
    fetch: send,
    getState: (request) => sessions.find(request)?.state,
    getSessionId: (request) => sessions.find(request)?.id,
    // With this function, the backend can finish a connection whose code was lost.
    getConnectSession: (request) => {
      const session = sessions.find(request);
      const isAgain = new URL(request.url).searchParams.has('again');
      return session && connectSessions.start(session, isAgain);
    },
    onConnected: async (tokens, { request, flow }) => {
      const session = sessions.find(request);
      if (!session) throw new Error('The session ended during the exchange.');
      await keepConnection(config, session, { tokens, how: `${flow} flow` });
    },
    // These errors are safe to log, because they never contain a code, a secret or a token.
    onError: ({ code, cause }) =>
      log(`callback: ${code}${cause instanceof Error ? `: ${cause.message}` : ''}`),
    successUrl: '/connect/done',
    failureUrl: '/connect/done',
  });
  // A mistake is reported when the backend starts, not when the first user comes back.
  callback.check();
  return callback;
}
