import * as v from 'valibot';
import type { DeepReadonly } from '../shapes/common-answers.ts';
import { flowData, type linkShape } from '../shapes/page-data.ts';

export type Link = DeepReadonly<v.InferOutput<typeof linkShape>>;

/** The data that the service wrote into the document for its flow. */
export type FlowData = DeepReadonly<v.InferOutput<typeof flowData>> & {
  /**
   * The secret of the session that the application's backend created. Empty when the address no longer has the secret;
   * null when the flow has no session.
   */
  readonly session: string | null;
};

/**
 * Reads the flow's data block and removes it from the document, so that an extension or later script cannot find
 * the token there.
 *
 * @returns the flow, or undefined when the block is missing or malformed
 */
export function takeFlowData(page: Document): Omit<FlowData, 'session'> | undefined {
  const block = page.querySelector('script#flow[type="application/json"]');
  block?.remove();
  try {
    return v.parse(flowData, JSON.parse(block?.textContent ?? ''));
  } catch {
    // The document has no complete block of data. The caller tells the user.
    return undefined;
  }
}
