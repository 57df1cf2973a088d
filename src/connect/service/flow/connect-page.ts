import type { Context } from 'hono';
import type { Answer } from '../../shapes/common-answers.ts';
import type { linkShape } from '../../shapes/page-data.ts';
import { reportedCodes } from '../../shapes/unions.ts';
import { type EmbeddingRules, listFrameAncestors } from '../addresses/host-origin.ts';
import { describeTerms } from '../applications/consent-terms.ts';
import { describeParty } from '../applications/flow-application.ts';
import type { Application } from '../applications/registered-application.ts';
import { readReferrerOrigin } from '../applications/registered-host.ts';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import { toRefusal } from '../http/answers.ts';
import type { PageEntry } from '../http/assets.ts';
import type { AnswerRefusal, Arrival } from '../http/endpoint.ts';
import { createNotice } from '../http/notice.ts';
import { noteOutcome } from '../http/observe-requests.ts';
import {
  answerPage,
  createNonce,
  createPageHeaders,
  renderNotice,
  renderRefusalReport,
  renderStyles,
} from '../http/page-document.ts';
import type { Parts } from '../http/parts.ts';
import type { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import type { LinkedSession } from '../sessions/read-sessions.ts';
import { createReference } from './checks.ts';
import { type ConnectRequest, createUnknownClient } from './connect-request.ts';
import { countMissed } from './session.ts';

/** The lifetime of a flow that the user has not started, in milliseconds. `preload` keeps a page for ten minutes. */
export const unstartedTtlMs = 30 * 60 * 1000;

/**
 * `GET /connect`: the Connect page with a new flow. A link, an address with a session's secret, gets only its first
 * screen, and no flow is created. An invalid address gets a notice, never a redirect, because an attacker may have
 * chosen the redirect URI (RFC 9700, section 4.11.2).
 */
export async function showConnectPage(
  request: ConnectRequest & { readonly embedding: EmbeddingRules },
) {
  const { clock, config, store } = request.parts;
  const { parts, context, application, redirectUri, state, codeChallenge, embedding, session } =
    request;
  if (session !== null) return await showLink(parts, context, { application, session });
  const { clientId } = application;
  const flowToken = createSecret();
  const reference = createReference();
  const kind = redirectUri === null ? 'embedded' : 'redirect';
  const referrer = context.req.header('Referer');
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
    // Null when the browser sent no `Referer`; the text `null` when its origin cannot be a host.
    referrer_origin: referrer ? (readReferrerOrigin(referrer) ?? 'null') : null,
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
  return answerPage(parts, context, { flow, frameAncestors: listFrameAncestors(embedding) });
}

/**
 * Shows the first screen of a link to a session. It creates no flow, because mail scanners open links, too. The
 * screen's button requests `beginLink`, which creates the flow.
 */
async function showLink(
  parts: Parts,
  context: Context,
  { application, session }: { readonly application: Application; readonly session: string },
) {
  const named = { client_id: application.clientId, session_hash: hashSecret(session) };
  const linked = await parts.store.connectSessions.findLinked(named, parts.clock.now());
  const link = describeLink(application, session, linked);
  if (link.status === 'expired') await countMissed(parts, context);
  const flow = {
    kind: 'link',
    flow_token: null,
    reference: null,
    application: await describeParty(parts, application),
    link,
    consent_texts: parts.config.consentTexts,
  } as const;
  return answerPage(parts, context, { flow, headers: { 'X-Robots-Tag': 'noindex' } });
}

/** Describes the session of a link. A session that is unknown, deleted or of another application looks expired. */
function describeLink(
  application: Application,
  session: string,
  linked: LinkedSession | undefined,
): Answer<typeof linkShape> {
  const { redirect_uri = null } = linked ?? {};
  return {
    status: session === '' ? 'incomplete' : (linked?.status ?? 'expired'),
    connects_again: typeof linked?.known_account_id === 'string',
    purpose: describeTerms(application).purpose,
    locale: linked?.locale ?? null,
    redirect_host: redirect_uri && new URL(redirect_uri).host,
  };
}

/**
 * `GET /connect/return`: a provider sends the browser back here. The document changes no flow, because any site can
 * send a browser to this address. The document's script has the flow token of its window, and continues that flow.
 */
export function showReturnPage({ parts, context }: Arrival) {
  return answerPage(parts, context, { flow: null });
}

/** Answers a refused page request with a notice that people can read, instead of JSON. */
export function asNotice({ assets }: Parts): AnswerRefusal {
  return (context, error) => {
    const refusal = toRefusal(context, error);
    noteOutcome(context, refusal.error);
    logFor(context).info({
      path: '/connect',
      error: refusal.error,
      detail: refusal.extras.detail,
    });
    return answerNotice(context, refusal, assets.page.entry);
  };
}

/**
 * Responds with the notice that replaces the Connect page. Any site may frame a notice for one of the `reportedCodes`,
 * because only the notice's script can tell the host the reason. The reasons are an unregistered origin or client ID,
 * an unavailable database, or too many requests. These notices have no controls, and contain nothing that the host does
 * not know.
 */
function answerNotice(context: Context, refusal: Refusal, entry: PageEntry | undefined): Response {
  const { status, extras, message } = refusal;
  const code = reportedCodes.find((one) => one === refusal.error);
  const retryable = extras.retryable ?? false;
  const nonce = createNonce();
  const head = code
    ? renderRefusalReport({ code, message, retryable }, entry, nonce)
    : renderStyles(entry);
  const headers = code ? createPageHeaders('*', nonce) : createPageHeaders("'none'");
  return context.body(renderNotice(createNotice(context, refusal), head), status, {
    ...headers,
    ...extras.headers,
  });
}
