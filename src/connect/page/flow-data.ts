import type { ConsentTexts } from 'tax-connect/providers';
import * as v from 'valibot';
import type { applicationShape } from '../shapes/flow-answers.ts';
import { flowData, type linkShape } from '../shapes/page-data.ts';
import type { FlowKind } from '../shapes/unions.ts';

/** The application that the user connects to. */
export type Application = Readonly<v.InferOutput<typeof applicationShape>>;

/** The link of a session, as shown on its first screen. */
export type Link = Readonly<v.InferOutput<typeof linkShape>>;

/** The data for this flow that the service wrote into the document. */
export interface FlowData {
  /**
   * Proves to the service that a request belongs to this flow. Only this document has the token. Empty before the
   * person of a link begins.
   */
  readonly flowToken: string;
  /** `embedded`: a host shows the page; `redirect`: the browser is redirected here and back. */
  readonly kind: FlowKind;
  readonly application: Application;
  /** The reference for support, eight characters. It is replaced when a host names its session. */
  readonly reference: string;
  /** Null when the page was not opened by a link. */
  readonly link: Link | null;
  /** The operator's texts for the consent screen; undefined for the page's own texts. */
  readonly consentTexts?: ConsentTexts | undefined;
  /** The secret of a session; empty when the address has lost it; null without a session. */
  readonly session: string | null;
}

/**
 * Reads the flow's data block and removes it from the document, so that an extension or later script cannot find
 * the token there.
 *
 * @returns the flow, or undefined when the block is missing or malformed
 */
export function takeFlowData(page: Document): Omit<FlowData, 'session'> | undefined {
  const block = page.querySelector('script#flow[type="application/json"]');
  block?.remove();
  const parsed = v.safeParse(flowData, parseJson(block?.textContent ?? ''));
  if (!parsed.success) return undefined;
  const { flow_token: flowToken, reference, link = null, ...others } = parsed.output;
  const { consent_texts: consentTexts, ...flow } = others;
  return { ...flow, flowToken: flowToken ?? '', reference: reference ?? '', link, consentTexts };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The document is incomplete. The caller tells the user.
    return undefined;
  }
}
