import { createWebhookHandler, type WebhookHandler } from 'tax-connect/server';
import type { AppConfig } from './config.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import { refreshConnection } from './keep-connection.ts';
import type { Sessions } from './sessions.ts';

/**
 * Everything this backend needs to hear of the Connect service's events.
 *
 * @param config - complete
 * @param sessions - the visitors, who have the connections
 * @param connectSessions - the Connect sessions of the visitors
 * @throws WebhookError `invalid_options` for a wrong secret
 */
export function createConnectWebhook(
  config: AppConfig,
  sessions: Sessions,
  connectSessions: ConnectSessions,
): WebhookHandler {
  const handleWebhook = createWebhookHandler({
    secret: config.webhookSecret,
    // If this throws, the event comes again.
    async onEvent({ type, data }) {
      switch (type) {
        case 'connection.login_required':
        case 'connection.restored':
        case 'connection.expired':
        case 'connection.disconnected':
          // An event can come twice, late, or after a newer one. So it only says where to look: the service is
          // asked what is true now. Without an owner there is nothing to do; the exchange asks by itself.
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
    // Safe to log: these errors never hold the secret or a signature.
    onError: ({ code, cause }) =>
      config.log(`webhook: ${code}${cause instanceof Error ? `: ${cause.message}` : ''}`),
  });
  // A wrong secret shows when the backend starts, and not at the first event.
  handleWebhook.check();
  return handleWebhook;
}
