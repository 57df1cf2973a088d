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
 * Creates the callback, which exchanges codes of the embedded flow and of the redirect flow.
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
    // Redirect flows then belong to a Connect session, so that the backend can finish them if the code is lost.
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
  // Reports a mistake in these options when the backend starts, not at the first user's request.
  callback.check();
  return callback;
}
