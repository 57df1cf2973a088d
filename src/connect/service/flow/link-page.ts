import type { Context } from 'hono';
import type { Answer } from '../../shapes/common-answers.ts';
import type { linkShape } from '../../shapes/page-data.ts';
import { describeParty } from '../applications/describe-party.ts';
import type { Application } from '../applications/registered-application.ts';
import { hashSecret } from '../basics/secrets.ts';
import { renderPage } from '../http/page-document.ts';
import { createNonce, createPageHeaders } from '../http/page-headers.ts';
import type { Parts } from '../http/parts.ts';
import type { LinkedSession } from '../sessions/session-links.ts';
import { countMissed } from './session.ts';

type LinkParts = Pick<Parts, 'assets' | 'clock' | 'config' | 'limiters' | 'store'>;

/**
 * Renders the document of a session's link. It starts and stores nothing, because mail scanners open links. Its
 * button starts the flow, see `beginLink`.
 *
 * @param application - the application of the link
 * @param session - the secret in the address; empty after the page has removed it
 * @returns the document and its headers
 * @throws Refusal `rate_limited` after many secrets that open no session
 */
export async function renderLink(
  parts: LinkParts,
  context: Context,
  { application, session }: { readonly application: Application; readonly session: string },
) {
  const { assets, config } = parts;
  const named = { clientId: application.clientId, sessionHash: hashSecret(session) };
  const linked = await parts.store.connectSessions.findLinked(named, parts.clock.now());
  const link = describeLink(application, session, linked);
  if (link.status === 'expired') await countMissed(parts, context);
  const flow = {
    kind: 'link',
    flow_token: null,
    reference: null,
    application: await describeParty(parts, application),
    link,
    consent_texts: config.consentTexts,
  } as const;
  const nonce = createNonce();
  return {
    page: renderPage(flow, assets.page, { nonce, publicUrl: config.publicUrl }),
    headers: { ...createPageHeaders("'none'", nonce), 'X-Robots-Tag': 'noindex' },
  };
}

/** For its person, a session that is unknown, deleted or belongs to another application has expired. */
function describeLink(
  { purpose }: Application,
  session: string,
  linked: LinkedSession | undefined,
): Answer<typeof linkShape> {
  const { redirectUri = null } = linked ?? {};
  return {
    status: session === '' ? 'incomplete' : (linked?.status ?? 'expired'),
    connects_again: typeof linked?.knownAccountId === 'string',
    purpose,
    locale: linked?.locale ?? null,
    redirect_host: redirectUri && new URL(redirectUri).host,
  };
}
