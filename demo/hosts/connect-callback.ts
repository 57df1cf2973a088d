import { type Callback, createCallback, disconnect } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { Sessions } from './sessions.ts';

/**
 * Everything this backend needs to know about Connect: one callback for both flows.
 *
 * @param config - complete
 * @param sessions - where a connection is kept
 * @param send - like the global `fetch`, which an application leaves out here
 * @throws ExchangeError `invalid_options` for a wrong address or empty credentials
 */
export function createConnectCallback(
  config: AppConfig,
  sessions: Sessions,
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
    onConnected: async ({ accountId, providerId, accessToken }, { request, flow }) => {
      const session = sessions.find(request);
      if (!session) throw new Error('The session ended during the exchange.');
      const previous = session.connection;
      session.connection = { accountId, providerId, accessToken };
      log(`connected: ${providerId} (${flow} flow)`);
      // Signing in again leads to the same account. Another account replaces it: the person sees only one.
      if (previous && previous.accountId !== accountId) {
        await disconnect({ baseUrl: connectBaseUrl, accessToken: previous.accessToken }).catch(
          // Safe to log, too. The new account is stored, so this is no reason to refuse it.
          ({ message }: Error) => log(`disconnect: ${message}`),
        );
      }
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
