import type { Context } from 'hono';
import {
  type EmbeddingRules,
  isAllowedHostOrigin,
  isRegistrableOrigin,
  isWebOrigin,
} from '../addresses/host-origin.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

/** What `Sec-Fetch-Dest` says of documents inside others. */
const framedDestinations: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'object',
  'embed',
]);

/**
 * @param referrer - the header `Referer`
 * @returns the origin of the page that asked, or null when the header does not have one. Pages can
 *   leave it out, but not make it up.
 */
export function readReferrerOrigin(referrer = ''): string | null {
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : '';
  return isWebOrigin(origin) ? origin : null;
}

/**
 * A browser that refuses a frame for its frame-ancestors tells neither the frame nor its host. So the
 * service recognises an unregistered host by its `Referer` and tells it. This only saves time: the
 * binding decides, see `assertRegisteredHost`.
 *
 * A window gets the page with any `Referer`. A link, a provider that leads back or the application's page
 * in the redirect flow may have any origin, and the binding checks a host that opened the window. A
 * browser without `Sec-Fetch-Dest` may be asking for a window.
 *
 * @param rules - the pages that may embed the application
 * @returns the origin of the host that frames the page and may not, or null
 * @see https://www.w3.org/TR/CSP3/#directive-frame-ancestors
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function findForeignHost(context: Context, rules: EmbeddingRules): string | null {
  if (!framedDestinations.has(context.req.header('Sec-Fetch-Dest'))) return null;
  const origin = readReferrerOrigin(context.req.header('Referer'));
  return origin === null || isAllowedHostOrigin(origin, rules) ? null : origin;
}

/** A host that may not embed the application. */
interface ForeignHost {
  readonly clientId: string;
  readonly origin: string;
}

/**
 * Refuses a host, and keeps its origin for the dashboard.
 *
 * @param services - store, clock and configuration
 * @param host - the refused page
 * @throws Refusal 403 `origin_not_allowed`, always
 */
export async function refuseHost(
  { store, clock, config }: Services,
  context: Context,
  { clientId, origin }: ForeignHost,
): Promise<never> {
  if (isWebOrigin(origin)) {
    const network = readClientNetwork(context, config.trustedProxies);
    await store.refusedOrigins.add(clientId, { origin, network, now: clock.now() });
  }
  throw createOriginNotAllowed(origin);
}

/**
 * @param origin - of the host
 * @returns the refusal of a host that is not registered, which names it
 */
export function createOriginNotAllowed(origin: string): Refusal {
  return new Refusal([403, 'origin_not_allowed'], describe(origin), { retryable: false });
}

function describe(origin: string): string {
  if (isRegistrableOrigin(origin)) {
    return `${origin} is not registered as an embedding origin of the application. Add it under "Embedding origins" in the dashboard of the Connect service.`;
  }
  if (isWebOrigin(origin)) {
    return `${origin} cannot be an embedding origin. Serve the page over https, or over http on localhost.`;
  }
  return 'The page has no origin that could be registered. Serve it over https, or over http on localhost.';
}
