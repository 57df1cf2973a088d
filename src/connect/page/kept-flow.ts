import * as v from 'valibot';
import type { DeepReadonly } from '../shapes/common-answers.ts';
import { languageTag, randomToken, readLanguageTag } from '../shapes/handoff-fields.ts';
import { themes } from '../shapes/unions.ts';

/** The flow's key in `sessionStorage`, which no other window or site can read, during a visit to a provider's site. */
const key = 'tax-connect-kept-flow';

const brand = v.nullable(
  v.object({
    accent_color: v.nullable(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i))),
    border_radius: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(24))),
  }),
);

const keptSchema = v.object({
  flow_token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  // The service accepts addresses of this length.
  address: v.pipe(v.string(), v.regex(/^\/(connect\?|manage$)/), v.maxLength(65_536)),
  is_joined: v.boolean(),
  reference: v.pipe(v.string(), v.maxLength(100)),
  handoff: v.nullable(randomToken),
  session: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  presentation: v.nullable(
    v.object({ locale: languageTag, theme: v.picklist(themes), appearance: v.optional(brand) }),
  ),
  /** The parameters of the return address; null when the user came back in another way, such as Back. */
  query: v.nullable(v.pipe(v.string(), v.maxLength(16_384))),
});

export type KeptFlow = DeepReadonly<v.InferOutput<typeof keptSchema>>;

/** The data with which the next document in this window continues the flow, after the provider's own site. */
export type Continuation = Pick<KeptFlow, 'is_joined' | 'reference' | 'handoff' | 'presentation'>;

/**
 * Stores the flow, and opens the provider's site, which cannot reach the host's window without `opener`.
 *
 * @throws DOMException when the browser has no storage for this page
 */
export function leaveForSite(
  page: Window,
  flow: Omit<KeptFlow, 'address' | 'query'>,
  url: string,
): void {
  const { pathname, search } = page.location;
  const { presentation } = flow;
  write(page, {
    ...flow,
    address: pathname + search,
    presentation: presentation && readLanguageTag(presentation.locale) ? presentation : null,
    query: null,
  });
  if (page.opener) page.opener = null;
  page.location.assign(url);
}

/** Goes to the page that stored the flow. Keeps the provider's code out of the history. False without a kept flow. */
export function continueAtPage(page: Window): boolean {
  const kept = read(page);
  if (!kept) return false;
  write(page, { ...kept, query: page.location.search.slice(1) });
  page.location.replace(kept.address);
  return true;
}

/** Takes the kept flow out of the storage. Undefined at another address than that of the page that stored it. */
export function takeKeptFlow(page: Window): KeptFlow | undefined {
  const kept = read(page);
  if (!kept) return undefined;
  page.sessionStorage.removeItem(key);
  const { pathname, search } = page.location;
  return kept.address === pathname + search ? kept : undefined;
}

function write(page: Window, kept: KeptFlow): void {
  page.sessionStorage.setItem(key, JSON.stringify(kept));
}

function read(page: Window): KeptFlow | undefined {
  try {
    return v.parse(keptSchema, JSON.parse(page.sessionStorage.getItem(key) ?? ''));
  } catch {
    // There is no valid entry, or no storage for this page.
    return undefined;
  }
}
