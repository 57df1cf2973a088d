import type { Context } from 'hono';
import {
  type EmbeddingRules,
  isAllowedHostOrigin,
  isRegistrableOrigin,
  isWebOrigin,
} from '../addresses/host-origin.ts';
import { readClientNetwork } from '../http/client-address.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { isForFrame } from '../http/request-headers.ts';

/**
 * @param referrer - the header `Referer`
 * @returns the origin of the requesting page; null without the header. Pages can omit the header, but not forge it
 */
export function readReferrerOrigin(referrer = ''): string | null {
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : '';
  return isWebOrigin(origin) ? origin : null;
}

/**
 * Finds an unregistered host by its `Referer`, so that the service can tell it why nothing loads: a browser that
 * blocks a frame because of frame-ancestors informs neither the frame nor its host. This only saves time. The
 * flow's binding decides, see `assertRegisteredHost`.
 *
 * A window gets the page with any `Referer`, because a link, a provider that leads back, or the page of a redirect
 * flow may have any origin. When a host opened the window, the binding checks that host. A browser without
 * `Sec-Fetch-Dest` may be loading a window, so it gets the page, too.
 *
 * @param rules - the origins that may embed the application
 * @returns the origin of the unregistered host that frames the page, or null
 * @see https://www.w3.org/TR/CSP3/#directive-frame-ancestors
 */
export function findForeignHost(context: Context, rules: EmbeddingRules): string | null {
  if (!isForFrame(context)) return null;
  const origin = readReferrerOrigin(context.req.header('Referer'));
  return origin === null || isAllowedHostOrigin(origin, rules) ? null : origin;
}

/** A host that may not embed the application. */
interface ForeignHost {
  readonly clientId: string;
  readonly origin: string;
}

/**
 * Refuses a host, and records its origin for the dashboard.
 *
 * @throws Refusal 403 `origin_not_allowed`, always
 */
export async function refuseHost(
  { store, clock, config }: Pick<Parts, 'clock' | 'config' | 'store'>,
  context: Context,
  { clientId, origin }: ForeignHost,
): Promise<never> {
  if (isWebOrigin(origin)) {
    const network = readClientNetwork(context, config.trustedProxies);
    await store.refusedRequests.add(clientId, {
      kind: 'origin',
      value: origin,
      network,
      now: clock.now(),
    });
  }
  throw createOriginNotAllowed(origin);
}

/** @returns the refusal of an unregistered host; the description names the origin */
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
