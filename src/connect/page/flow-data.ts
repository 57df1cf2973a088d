import * as v from 'valibot';
import type { DeepReadonly } from '../shapes/common-answers.ts';
import { flowData, type linkShape } from '../shapes/page-data.ts';

export type Link = DeepReadonly<v.InferOutput<typeof linkShape>>;

/** The data that the service wrote into the document for its flow. */
export type FlowData = DeepReadonly<v.InferOutput<typeof flowData>> & {
  /** The secret of the backend's session; null without one, and empty when the address no longer has it. */
  readonly session: string | null;
};

/**
 * Reads the flow's data, and removes it from the document, so that an extension or later script cannot find the token
 * there. Undefined when the data is missing or malformed.
 */
export function takeFlowData(page: Document): Omit<FlowData, 'session'> | undefined {
  const block = page.querySelector('script#flow[type="application/json"]');
  block?.remove();
  try {
    return v.parse(flowData, JSON.parse(block?.textContent ?? ''));
  } catch {
    return undefined;
  }
}
