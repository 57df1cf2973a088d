import * as v from 'valibot';
import type { DeepReadonly } from '../shapes/common-answers.ts';
import { flowData, type linkShape } from '../shapes/page-data.ts';

export type Link = DeepReadonly<v.InferOutput<typeof linkShape>>;

/** The data that the service wrote into the document for its flow. */
export type FlowData = DeepReadonly<v.InferOutput<typeof flowData>> & {
  /** The secret of the backend's session; null without one, and empty when the address no longer has it. */
  readonly session: string | null;
};

/** Removes the data from the document, so that no extension or script finds the token. Undefined if it is invalid. */
export function takeFlowData(page: Document): Omit<FlowData, 'session'> | undefined {
  const block = page.querySelector('script#flow[type="application/json"]');
  block?.remove();
  try {
    return v.parse(flowData, JSON.parse(block?.textContent ?? ''));
  } catch {
    return undefined;
  }
}
