import { createWebhookHandler, type WebhookHandler } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import { refreshConnection } from './keep-connection.ts';
import type { Sessions } from './sessions.ts';

/**
 * The backend's webhook for the Connect service's events.
 *
 * @param sessions - the visitors, who own the connections
 * @throws WebhookError `invalid_options` for a wrong secret
 */
export function createConnectWebhook(
  config: AppConfig,
  sessions: Sessions,
  connectSessions: ConnectSessions,
): WebhookHandler {
  const handleWebhook = createWebhookHandler({
    secret: config.webhookSecret,
    // If this throws, the event is sent again.
    async onEvent({ type, data }) {
      switch (type) {
        case 'connection.login_required':
        case 'connection.restored':
        case 'connection.expired':
        case 'connection.disconnected':
          // An event can come twice, late, or after a newer event. It therefore only names the account, whose current
          // state the service knows. An account without an owner here is skipped, because its exchange asks, too.
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
        // Types that this application does not need, or that a later version of the service has added.
      }
    },
    // These errors are safe to log, because they never contain the secret or a signature.
    onError: ({ code, cause }) =>
      config.log(`webhook: ${code}${cause instanceof Error ? `: ${cause.message}` : ''}`),
  });
  // A wrong secret is reported when the backend starts, not at the first event.
  handleWebhook.check();
  return handleWebhook;
}
