import type { Context } from 'hono';
import type { FlowKind } from '../../shapes/unions.ts';
import {
  type EmbeddingRules,
  isAllowedHostOrigin,
  isRegistrableOrigin,
  isWebOrigin,
} from '../addresses/host-origin.ts';
import { isLoopbackRedirectUri, isRegisteredRedirectUri } from '../addresses/redirect-uri.ts';
import { readClientNetwork } from '../http/client-address.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { isForFrame } from '../http/request-headers.ts';
import { findApplication } from './flow-application.ts';
import type { Application } from './registered-application.ts';

interface Host {
  readonly client_id: string;
  readonly kind: FlowKind;
  readonly redirect_uri: string | null;
  readonly host_origin: string | null;
}

/**
 * Checks that the host page of a flow is registered. It runs when the flow begins and again before it ends. An
 * address may have been removed meanwhile, perhaps because another party controls it now. Then an open page must not
 * get a code.
 *
 * @throws Refusal 400 `invalid_request` for an unregistered redirect URI, 403 `origin_not_allowed` for an
 *   unregistered embedding origin, 401 `unknown_client` when the application has been deleted meanwhile
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3
 */
export async function assertRegisteredHost(parts: Parts, host: Host): Promise<void> {
  const { client_id, kind } = host;
  if (kind === 'link' && host.redirect_uri === null) {
    await findApplication(parts, host);
    return;
  }
  if (kind !== 'embedded') {
    const requested = host.redirect_uri ?? '';
    if (parts.config.acceptsLoopbackRedirects && isLoopbackRedirectUri(requested)) return;
    const registered = await parts.store.registrations.redirectUris.list(client_id);
    if (isRegisteredRedirectUri(requested, registered)) return;
    throw new Refusal(
      [400, 'invalid_request'],
      `The application asked to be returned to ${quoteUri(requested)}, which is not ` +
        'registered for it. Its developers can add exactly this redirect URI in the dashboard.',
      { detail: 'redirect_uri is not registered' },
    );
  }
  const origin = host.host_origin ?? '';
  const application = await findApplication(parts, host);
  if (await isRegisteredEmbedder(parts, application, origin)) return;
  throw createOriginNotAllowed(origin);
}

export async function isRegisteredEmbedder(
  { store }: Parts,
  { clientId, environment }: Application,
  origin: string,
): Promise<boolean> {
  const registered = await store.registrations.origins.list(clientId);
  return isAllowedHostOrigin(origin, { environment, registered });
}

/** The maximum length of an address in an error message. A longer one is cut, so that the message stays readable. */
const maxQuotedLength = 300;

/** Escapes and shortens an address for an error message, because any link can put text into the address. */
function quoteUri(uri: string): string {
  if (uri === '') return 'an empty address';
  const characters = [...uri];
  const start = characters.slice(0, maxQuotedLength).join('');
  const visible = start.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
  return characters.length > maxQuotedLength ? `${visible}…` : visible;
}

/** Reads the origin of the `Referer` header. Null without the header. Pages can omit the header, but not forge it. */
export function readReferrerOrigin(referrer = ''): string | null {
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : '';
  return isWebOrigin(origin) ? origin : null;
}

/**
 * Finds the unregistered host that frames the page, by its `Referer`. The service can then tell the host why nothing
 * loads: a browser that blocks a frame because of frame-ancestors informs neither the frame nor its host. This only
 * saves time; `assertRegisteredHost` decides.
 *
 * A window gets the page with any `Referer`, because a link, a provider that leads back, or the page of a redirect
 * flow may have any origin. A browser without `Sec-Fetch-Dest` may be loading a window, so it gets the page, too.
 *
 * @see https://www.w3.org/TR/CSP3/#directive-frame-ancestors
 */
export function findForeignHost(context: Context, rules: EmbeddingRules): string | null {
  if (!isForFrame(context)) return null;
  const origin = readReferrerOrigin(context.req.header('Referer'));
  return origin === null || isAllowedHostOrigin(origin, rules) ? null : origin;
}

interface ForeignHost {
  readonly clientId: string;
  readonly origin: string;
}

/**
 * Records for the dashboard that an unregistered host page used the client ID.
 *
 * @throws Refusal 403 `origin_not_allowed`, always
 */
export async function refuseHost(
  { store, clock, config }: Parts,
  context: Context,
  { clientId, origin }: ForeignHost,
): Promise<never> {
  if (isWebOrigin(origin)) {
    const network = readClientNetwork(context, config.trustedProxies);
    const now = clock.now();
    await store.refusedRequests.add(clientId, { kind: 'origin', value: origin, network, now });
  }
  throw createOriginNotAllowed(origin);
}

function createOriginNotAllowed(origin: string): Refusal {
  return new Refusal([403, 'origin_not_allowed'], describe(origin));
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
