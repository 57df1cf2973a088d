import { type BridgeHandlers, createBridge } from 'tax-connect/page';
import * as v from 'valibot';
import { refusalData } from '../shapes/page-data.ts';

/** The message to a host that gets a notice instead of the Connect page. */
export type Refusal = v.InferOutput<typeof refusalData>;

/**
 * @returns the reason for the notice; undefined when the document is the Connect page
 * @throws ValiError when the document is broken
 */
export function findRefusal(page: Document): Refusal | undefined {
  const block = page.querySelector('script#refusal[type="application/json"]');
  return block ? v.parse(refusalData, JSON.parse(block.textContent)) : undefined;
}

/**
 * Tells the host why it sees a notice instead of the Connect page. Without this message, the host would wait for
 * its time-out, and a developer with a mistyped client ID would search elsewhere.
 *
 * @throws {ConnectError} as `createBridge`
 */
export function reportRefusal(refusal: Refusal): void {
  const handlers: BridgeHandlers = {
    onSession: () => bridge.sendError(refusal),
    onSelectProvider() {},
    onBack() {},
    onClose: () => bridge.close(),
  };
  const bridge = createBridge(handlers);
}
