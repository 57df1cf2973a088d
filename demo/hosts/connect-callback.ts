import { type Callback, createCallback } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import { keepConnection } from './keep-connection.ts';
import type { Sessions } from './sessions.ts';

/** Where a connection is kept, and where it comes from. */
interface Visitors {
  readonly sessions: Sessions;
  readonly connectSessions: ConnectSessions;
}

/**
 * Everything this backend needs to know about Connect: one callback for both flows.
 *
 * @param config - complete
 * @param send - like the global `fetch`, which an application leaves out here
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
    // As in the modal: the backend can finish a connection whose code was lost.
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
    // Safe to log: these errors never hold a code, a secret or a token.
    onError: ({ code, cause }) =>
      log(`callback: ${code}${cause instanceof Error ? `: ${cause.message}` : ''}`),
    successUrl: '/connect/done',
    failureUrl: '/connect/done',
  });
  // A mistake shows when the backend starts, and not when the first user comes back.
  callback.check();
  return callback;
}
