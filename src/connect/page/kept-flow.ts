import * as v from 'valibot';
import { languageTag, randomToken } from '../shapes/handoff-fields.ts';
import { themes } from '../shapes/unions.ts';
import type { Continuation } from './draft.ts';

/**
 * The key in this window's storage, which keeps the flow while the browser is at a provider's own site. The document
 * before the visit stores the flow, and the next document continues with it. No other window or site can read the
 * storage.
 */
const key = 'tax-connect-kept-flow';

const brand = v.nullable(
  v.object({
    accent_color: v.nullable(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i))),
    border_radius: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(24))),
  }),
);

const keptSchema = v.object({
  /** The token of the document that left. */
  flow_token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Path and query of the Connect page that continues. */
  address: v.pipe(v.string(), v.regex(/^\/(connect\?|manage$)/), v.maxLength(10_000)),
  is_joined: v.boolean(),
  reference: v.pipe(v.string(), v.maxLength(100)),
  handoff: v.nullable(randomToken),
  session: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  presentation: v.nullable(
    v.object({ locale: languageTag, theme: v.picklist(themes), appearance: v.optional(brand) }),
  ),
  query: v.nullable(v.pipe(v.string(), v.maxLength(16_384))),
});

/** A flow that was left for a provider's own site. */
export interface KeptFlow extends Continuation {
  readonly flowToken: string;
  /** The secret of the session in the address, or null. */
  readonly session: string | null;
  /** The parameters that the provider added to the return address; null when the user came back in another way. */
  readonly query: string | null;
}

/**
 * Keeps the flow, and opens the provider's own site. That site must not reach the host's window.
 *
 * @param url - the address from the service
 * @throws DOMException when the browser has no storage for this page
 */
export function leaveForSite(page: Window, flow: Omit<KeptFlow, 'query'>, url: string): void {
  const { flowToken, isJoined, reference, handoff, session, presentation } = flow;
  const { pathname, search } = page.location;
  write(page, {
    flow_token: flowToken,
    address: pathname + search,
    is_joined: isJoined,
    reference,
    handoff,
    session,
    // A host may pass an invalid tag. The next document then uses the browser's language.
    presentation: v.is(languageTag, presentation?.locale) ? presentation : null,
    query: null,
  });
  if (page.opener) page.opener = null;
  page.location.assign(url);
}

/**
 * Continues at the Connect page, called at the return address. The address with the provider's code does not stay
 * in the history.
 *
 * @returns false when this window has no kept flow
 */
export function continueAtPage(page: Window): boolean {
  const kept = read(page);
  if (!kept) return false;
  write(page, { ...kept, query: page.location.search.slice(1) });
  page.location.replace(kept.address);
  return true;
}

/** Takes the flow from the storage. @returns the flow, if the previous document had exactly this address */
export function takeKeptFlow(page: Window): KeptFlow | undefined {
  const kept = read(page);
  if (!kept) return undefined;
  page.sessionStorage.removeItem(key);
  const { pathname, search } = page.location;
  if (kept.address !== pathname + search) return undefined;
  const { flow_token: flowToken, is_joined: isJoined, address: _, ...rest } = kept;
  return { ...rest, flowToken, isJoined };
}

function write(page: Window, kept: v.InferOutput<typeof keptSchema>): void {
  page.sessionStorage.setItem(key, JSON.stringify(kept));
}

function read(page: Window): v.InferOutput<typeof keptSchema> | undefined {
  try {
    const parsed = v.safeParse(keptSchema, JSON.parse(page.sessionStorage.getItem(key) ?? ''));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // The storage is empty, or the browser has no storage for this page.
    return undefined;
  }
}
