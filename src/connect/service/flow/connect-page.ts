import { type EmbeddingRules, listFrameAncestors } from '../addresses/host-origin.ts';
import { describeParty } from '../applications/describe-party.ts';
import { readReferrerOrigin } from '../applications/refused-host.ts';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import { renderPage } from '../http/page-document.ts';
import { createNonce, createPageHeaders } from '../http/page-headers.ts';
import { isForFrame } from '../http/page-load.ts';
import type { Parts } from '../http/parts.ts';
import { type ConnectRequest, createUnknownClient } from './connect-request.ts';
import { createReference } from './flow-reference.ts';
import { renderLink } from './link-page.ts';

/** A document may load long before its user opens it: `preload` keeps one for ten minutes. */
export const unstartedTtlMs = 30 * 60 * 1000;

/**
 * `GET /connect`: the Connect page with a new flow, or the first screen of a link without a flow. An invalid
 * address gets a notice, never a redirect, because an attacker may have chosen the address.
 *
 * @throws Refusal `unknown_client`
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2
 */
export function showConnectPage(
  parts: Pick<Parts, 'assets' | 'clock' | 'config' | 'limiters' | 'store'>,
) {
  const { assets, clock, config, store } = parts;
  return async (request: ConnectRequest & { readonly embedding: EmbeddingRules }) => {
    const { context, application, redirectUri, state, codeChallenge, embedding, session } = request;
    if (session !== null) {
      const { page, headers } = await renderLink(parts, context, { application, session });
      return context.body(page, 200, headers);
    }
    const { clientId } = application;
    const flowToken = createSecret();
    const reference = createReference();
    const kind = redirectUri === null ? 'embedded' : 'redirect';
    const isCreated = await store.flows.create({
      token_hash: hashSecret(flowToken),
      client_id: clientId,
      kind,
      redirect_uri: redirectUri,
      state,
      code_challenge: codeChallenge,
      step: 'new',
      revision: 0,
      expires_at: clock.now() + unstartedTtlMs,
      referrer_origin: describeReferrer(context.req.header('Referer')),
      reference,
    });
    if (!isCreated) throw createUnknownClient();
    const flow = {
      flow_token: flowToken,
      kind,
      application: await describeParty(parts, application),
      reference,
      consent_texts: config.consentTexts,
    } as const;
    const nonce = createNonce();
    const headers = createPageHeaders(listFrameAncestors(embedding), nonce);
    const page = renderPage(flow, assets.page, {
      nonce,
      publicUrl: config.publicUrl,
      isFramed: isForFrame(context),
    });
    return context.body(page, 200, headers);
  };
}

/** @returns the origin of the page that led here; the text `null` for an origin that cannot be a host */
function describeReferrer(referrer: string | undefined): string | null {
  return referrer ? (readReferrerOrigin(referrer) ?? 'null') : null;
}
