import * as v from 'valibot';
import type { applicationShape } from '../shapes/flow-answers.ts';
import { flowData } from '../shapes/page-data.ts';
import type { FlowKind } from '../shapes/unions.ts';

/** The application that the user connects to. */
export type Application = Readonly<v.InferOutput<typeof applicationShape>>;

/** The data for this flow that the service wrote into the document. */
export interface FlowData {
  /** Proves to the service that a request belongs to this flow; lives in this document only. */
  readonly flowToken: string;
  /** `embedded`: a host shows the page; `redirect`: the browser is redirected here and back. */
  readonly kind: FlowKind;
  readonly application: Application;
  /** The reference for support, unless a host names its session. Eight characters. */
  readonly reference: string;
  /** The secret of a session that connects an account again; '': it was taken before; or null. */
  readonly session: string | null;
}

/**
 * Reads the flow's data block and takes it out of the document, so that no extension or later
 * script finds the token by looking.
 *
 * @param page - the document that the service answered `GET /connect` with
 * @returns the flow, or undefined when the block is missing or malformed
 */
export function takeFlowData(page: Document): Omit<FlowData, 'session'> | undefined {
  const block = page.querySelector('script#flow[type="application/json"]');
  block?.remove();
  const parsed = v.safeParse(flowData, parseJson(block?.textContent ?? ''));
  if (!parsed.success) return undefined;
  const { flow_token: flowToken, ...flow } = parsed.output;
  return { ...flow, flowToken };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The document was cut short. The caller tells the user.
    return undefined;
  }
}
