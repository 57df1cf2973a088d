import { type BridgeHandlers, createBridge } from 'tax-connect/page';
import * as v from 'valibot';
import { refusalData } from '../shapes/page-data.ts';

/** The message to a host that gets a notice instead of the Connect page. */
export type Refusal = v.InferOutput<typeof refusalData>;

/** Undefined when the document is the Connect page. Throws when the document is broken. */
export function findRefusal(page: Document): Refusal | undefined {
  const block = page.querySelector('script#refusal[type="application/json"]');
  return block ? v.parse(refusalData, JSON.parse(block.textContent)) : undefined;
}

/** Without this message, the host would wait for its time-out, and a developer would not find a mistyped client ID. */
export function reportRefusal(refusal: Refusal): void {
  const handlers: BridgeHandlers = {
    onSession: () => bridge.sendError(refusal),
    onSelectProvider() {},
    onBack() {},
    onClose: () => bridge.close(),
  };
  const bridge = createBridge(handlers);
}
