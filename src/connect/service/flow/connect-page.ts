import type { Context } from 'hono';
import { type EmbeddingRules, isWebOrigin, listFrameAncestors } from '../addresses/host-origin.ts';
import { renderPage } from '../http/page-document.ts';
import { createNonce, createPageHeaders, toFormTarget } from '../http/page-headers.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import { type ConnectRequest, createUnknownClient } from './connect-request.ts';
import { describeParty } from './describe-party.ts';
import { createReference } from './flow-reference.ts';

/** A document may load long before its user opens it: `preload` keeps one for ten minutes. */
const unstartedTtlMs = 30 * 60 * 1000;

/**
 * `GET /connect` and, for windows of a host that its opener policy cuts off, `POST /connect`: the Connect
 * page, with a new flow. An invalid address gets a notice, never a redirect, because an attacker may have
 * chosen the address.
 *
 * @returns the handler
 * @throws Refusal `unknown_client`
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2
 */
export function showConnectPage(services: Services) {
  const { assets, clock, config, store } = services;
  return async (request: ConnectRequest & { readonly embedding: EmbeddingRules }) => {
    const { context, application, redirectUri, state, embedding } = request;
    const { clientId } = application;
    const flowToken = createSecret();
    const reference = createReference();
    const kind = redirectUri === null ? 'embedded' : 'redirect';
    const postedFrom = readPoster(context);
    const isCreated = await store.flows.create({
      token_hash: hashSecret(flowToken),
      client_id: clientId,
      kind,
      redirect_uri: redirectUri,
      state,
      step: 'new',
      revision: 0,
      expires_at: clock.now() + unstartedTtlMs,
      posted_from: postedFrom,
      reference,
    });
    if (!isCreated) throw createUnknownClient();
    const flow = {
      flow_token: flowToken,
      kind,
      application: await describeParty(services, application),
      reference,
      is_posted: postedFrom !== null,
    } as const;
    const formTarget = redirectUri === null ? '' : toFormTarget(redirectUri);
    const nonce = createNonce();
    const headers = createPageHeaders(listFrameAncestors(embedding), formTarget, nonce);
    const page = renderPage(flow, assets.page, { nonce, publicUrl: config.publicUrl });
    return context.body(page, 200, headers);
  };
}

/**
 * Browsers name the origin of the page whose form was posted, and no page can forge it. Links, redirects and
 * `<meta>` elements never post, so a link among the host's content does not count as the host.
 *
 * @returns the origin; null for a document that was not posted, or whose sender hides its origin
 * @see https://fetch.spec.whatwg.org/#origin-header
 */
function readPoster({ req }: Context): string | null {
  const origin = req.header('Origin') ?? '';
  return req.method === 'POST' && isWebOrigin(origin) ? origin : null;
}
