import type { ConsentTexts } from 'tax-connect/providers';
import * as v from 'valibot';
import type { applicationShape } from '../shapes/flow-answers.ts';
import { flowData, type linkShape } from '../shapes/page-data.ts';
import type { FlowKind } from '../shapes/unions.ts';

/** The application that the user connects to. */
export type Application = Readonly<v.InferOutput<typeof applicationShape>>;

/**
 * A link that an application sends to a person: the facts for the first screen. The link contains a session, which the
 * application's backend has created.
 */
export type Link = Readonly<v.InferOutput<typeof linkShape>>;

/** The data that the service wrote into the document for its flow. */
export interface FlowData {
  /**
   * Proves to the service that a request belongs to this flow. Only this document has the token. For a link, it is
   * empty until the person presses the button that starts the flow.
   */
  readonly flowToken: string;
  /**
   * `embedded`: a host shows the page. `redirect`: the application redirects the browser here. `link`: the person
   * opened a link. `manage`: the person is at `/manage`, to see which applications have access.
   */
  readonly kind: FlowKind;
  readonly application: Application;
  /**
   * The eight characters that a user quotes to support. If a host shows the page, the reference of its session replaces
   * them.
   */
  readonly reference: string;
  /** The link that opened the page; null when the page was opened in another way. */
  readonly link: Link | null;
  /** The operator's texts for the consent screen; undefined when the page uses only its own texts. */
  readonly consentTexts?: ConsentTexts | undefined;
  /**
   * The secret of the session that the application's backend created. Empty when the address no longer has the secret;
   * null when the flow has no session.
   */
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
    // The document has no complete block of data. The caller tells the user.
    return undefined;
  }
}
