import * as v from 'valibot';
import { handoffSecret, languageTag } from '../shapes/handoff-fields.ts';
import { type Theme, themes } from '../shapes/unions.ts';

/**
 * A visit to a provider's own site takes the document away, and with it the flow token. This window's
 * own storage keeps it until the next document goes on: no other window or site can read it.
 */
const key = 'tax-connect-visit';

const visitSchema = v.object({
  /** Of the document that left. */
  flow_token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Path and query of the Connect page, which the window goes on at. */
  address: v.pipe(v.string(), v.startsWith('/connect?'), v.maxLength(10_000)),
  /** Whether the flow is shared with the page of a frame. */
  is_joined: v.boolean(),
  /** What the person quotes to support. */
  reference: v.pipe(v.string(), v.maxLength(100)),
  /** What the window was opened with, in case that the provider's site cuts it off from its host. */
  handoff: v.nullable(handoffSecret),
  /** What the host said of language and colours; null: the browser decides. */
  look: v.nullable(v.object({ locale: languageTag, theme: v.picklist(themes) })),
  /** What the provider added to the address of the return; null: the user came back in another way. */
  query: v.nullable(v.pipe(v.string(), v.maxLength(16_384))),
});

/** A flow that was left for a provider's own site. */
export interface ProviderVisit {
  readonly flowToken: string;
  readonly isJoined: boolean;
  /** What the person quotes to support. */
  readonly reference: string;
  /** What the window was opened with, in case that the provider's site cuts it off from its host. */
  readonly handoff: string | null;
  /** What the host said of language and colours; null: the browser decides. */
  readonly look: { readonly locale: string; readonly theme: Theme } | null;
  /** What the provider added to the address of the return; null: the user came back in another way. */
  readonly query: string | null;
}

/**
 * Remembers the flow, and goes to the provider's own site.
 *
 * @param visit - what the document that comes back needs
 * @param url - as the service gave it
 * @throws DOMException when the browser keeps no storage for this page
 */
export function startVisit(
  page: Window,
  { flowToken, isJoined, reference, handoff, look }: Omit<ProviderVisit, 'query'>,
  url: string,
): void {
  const { pathname, search } = page.location;
  write(page, {
    flow_token: flowToken,
    address: pathname + search,
    is_joined: isJoined,
    reference,
    handoff,
    // A host may say what is no language; the browser's own will do then.
    look: v.is(languageTag, look?.locale) ? look : null,
    query: null,
  });
  page.location.assign(url);
}

/**
 * At the address of the return: goes on at the Connect page. The address with the provider's code does
 * not stay in the history.
 *
 * @returns whether this window is on such a visit
 */
export function continueVisit(page: Window): boolean {
  const visit = read(page);
  if (!visit) return false;
  write(page, { ...visit, query: page.location.search.slice(1) });
  page.location.replace(visit.address);
  return true;
}

/** @returns the flow that its earlier document left at this very address, once */
export function takeVisit(page: Window): ProviderVisit | undefined {
  const visit = read(page);
  if (!visit) return undefined;
  page.sessionStorage.removeItem(key);
  const { pathname, search } = page.location;
  if (visit.address !== pathname + search) return undefined;
  const { flow_token: flowToken, is_joined: isJoined, address: _, ...rest } = visit;
  return { ...rest, flowToken, isJoined };
}

function write(page: Window, visit: v.InferOutput<typeof visitSchema>): void {
  page.sessionStorage.setItem(key, JSON.stringify(visit));
}

function read(page: Window): v.InferOutput<typeof visitSchema> | undefined {
  try {
    const parsed = v.safeParse(visitSchema, JSON.parse(page.sessionStorage.getItem(key) ?? ''));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Nothing there, or the browser keeps no storage for this page.
    return undefined;
  }
}
