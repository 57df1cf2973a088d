import { type BridgeHandlers, createBridge } from 'tax-connect/page';
import * as v from 'valibot';

const refusalData = v.object({
  code: v.picklist(['unknown_client', 'origin_not_allowed', 'server_error', 'rate_limited']),
  message: v.string(),
  retryable: v.boolean(),
});

/**
 * Tells the host why it sees the service's notice instead of the Connect page. Without it the host
 * would wait for its time-out, and a developer with a mistyped client ID would look elsewhere.
 *
 * @param page - the document that the service answered `GET /connect` with
 * @throws {ConnectError} as `createBridge`; ValiError when the document is broken
 */
export function reportRefusal(page: Document): void {
  const block = page.querySelector('script#refusal[type="application/json"]');
  const refusal = v.parse(refusalData, JSON.parse(block?.textContent ?? ''));
  const handlers: BridgeHandlers = {
    onSession: () => bridge.sendError(refusal),
    onSelectProvider() {},
    onBack() {},
    onClose: () => bridge.close(),
  };
  const bridge = createBridge(handlers);
}
