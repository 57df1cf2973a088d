import { createWebhookHandler, type WebhookHandler } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import { refreshConnection } from './keep-connection.ts';
import type { Sessions } from './sessions.ts';

/**
 * Creates the handler of webhook requests, with which the Connect service reports its events.
 *
 * @param sessions - the sessions of the visitors to whom the connections belong
 * @throws WebhookError `invalid_options` for a wrong secret
 */
export function createConnectWebhook(
  config: AppConfig,
  sessions: Sessions,
  connectSessions: ConnectSessions,
): WebhookHandler {
  const handleWebhook = createWebhookHandler({
    secret: config.webhookSecret,
    // If this function throws, the Connect service sends the event again.
    async onEvent({ type, data }) {
      switch (type) {
        case 'connection.login_required':
        case 'connection.restored':
        case 'connection.expired':
        case 'connection.disconnected':
          // An event can arrive twice, late, or after a newer event. So this only uses the account's ID, and asks the
          // service for the current state. It skips an account that is not stored yet: `keepConnection` asks later.
          for (const visitor of sessions.list()) {
            if (visitor.connection?.accountId === data.accountId) {
              await refreshConnection(config, visitor);
            }
          }
          break;
        case 'session.finished':
          connectSessions.handleEnd(data.sessionId, data.status);
          break;
        default:
        // Ignores event types that this application does not need, or that a later version of the service adds.
      }
    },
    // These errors are safe to log, because they never contain the secret or a signature.
    onError: ({ code, cause }) =>
      config.log(`webhook: ${code}${cause instanceof Error ? `: ${cause.message}` : ''}`),
  });
  // Reports a wrong secret when the backend starts, not at the first event.
  handleWebhook.check();
  return handleWebhook;
}
