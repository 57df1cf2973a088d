import * as v from 'valibot';

const flowData = v.object({
  flow_token: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(['embedded', 'redirect']),
  application: v.object({ name: v.string(), environment: v.picklist(['test', 'live']) }),
});

/** Who the user is about to connect to. */
export interface Application {
  readonly name: string;
  /** `test`: sandbox logins, a limited number of submissions. */
  readonly environment: 'test' | 'live';
}

/** What the service wrote into the document for this flow. */
export interface FlowData {
  /** Proves to the service that a request belongs to this flow; lives in this document only. */
  readonly flowToken: string;
  /** `embedded`: a host shows the page; `redirect`: the browser was sent here and will be sent back. */
  readonly kind: 'embedded' | 'redirect';
  readonly application: Application;
}

/**
 * Reads the flow's data block and takes it out of the document, so that no extension or later
 * script finds the token by looking.
 *
 * @param page - the document that the service answered `GET /connect` with
 * @returns the flow, or undefined when the block is missing or malformed
 */
export function takeFlowData(page: Document): FlowData | undefined {
  const block = page.querySelector('script#flow[type="application/json"]');
  block?.remove();
  const parsed = v.safeParse(flowData, parseJson(block?.textContent ?? ''));
  if (!parsed.success) return undefined;
  const { flow_token: flowToken, kind, application } = parsed.output;
  return { flowToken, kind, application };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A document that was cut short: the caller says so in plain words.
    return undefined;
  }
}
