import type { Answer } from '../../shapes/common-answers.ts';
import type { linkShape } from '../../shapes/page-data.ts';
import { hashSecret } from '../basics/secrets.ts';
import { renderPage } from '../http/page-document.ts';
import { createNonce, createPageHeaders } from '../http/page-headers.ts';
import type { Application } from '../store/store.ts';
import { describeParty } from './describe-party.ts';
import type { FlowParts } from './flow-parts.ts';

type LinkParts = Pick<FlowParts, 'assets' | 'clock' | 'config' | 'store'>;

/**
 * The document of a session's link. It starts nothing and stores nothing, because mail scanners open links. Its
 * button starts the flow, see `beginLink`.
 *
 * @param application - of the link
 * @param session - the secret in its address; '' after the page has taken it out
 * @returns the document and its headers
 */
export async function renderLink(parts: LinkParts, application: Application, session: string) {
  const flow = {
    kind: 'link',
    flow_token: null,
    reference: null,
    application: await describeParty(parts, application),
    link: await describeLink(parts, application, session),
  } as const;
  const nonce = createNonce();
  const { assets, config } = parts;
  return {
    page: renderPage(flow, assets.page, { nonce, publicUrl: config.publicUrl }),
    headers: { ...createPageHeaders("'none'", '', nonce), 'X-Robots-Tag': 'noindex' },
  };
}

/** A session that is unknown, foreign or deleted has expired, as far as its person is concerned. */
async function describeLink(
  { clock, store }: LinkParts,
  { clientId, purpose }: Application,
  session: string,
): Promise<Answer<typeof linkShape>> {
  const named = { clientId, sessionHash: hashSecret(session) };
  const linked = await store.connectSessions.findLinked(named, clock.now());
  const { redirectUri = null } = linked ?? {};
  return {
    status: session === '' ? 'incomplete' : (linked?.status ?? 'expired'),
    connects_again: typeof linked?.knownAccountId === 'string',
    purpose,
    locale: linked?.locale ?? null,
    redirect_host: redirectUri && new URL(redirectUri).host,
  };
}
