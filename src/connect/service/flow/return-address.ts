import type { Parts } from '../http/parts.ts';
import type { DecisionOutcome } from './decide.ts';
import type { Flow } from './flows-table.ts';

/**
 * @param flow - a flow with a redirect URI
 * @param decided - its outcome
 * @returns the redirect URI with the outcome, where the browser goes next
 */
export async function describeReturn(
  { config, store }: Pick<Parts, 'config' | 'store'>,
  flow: Flow,
  decided: DecisionOutcome,
): Promise<string> {
  const outcome = decided.outcome === 'issued' ? `code=${decided.code}` : 'error=access_denied';
  const session = await describeSession({ store }, flow);
  return addParameters(flow, outcome + session, config.publicUrl);
}

/** The session's ID identifies the person for the backend, because a link has no `state`. */
async function describeSession(
  { store }: Pick<Parts, 'store'>,
  { session_hash }: Flow,
): Promise<string> {
  const id = session_hash === null ? undefined : await store.connectSessions.findId(session_hash);
  return id === undefined ? '' : `&session_id=${id}`;
}

/** Appends the parameters by hand, because URLSearchParams would rewrite the application's own query. */
function addParameters(flow: Flow, outcome: string, issuer: string): string {
  const redirectUri = flow.redirect_uri ?? '';
  const parameters = outcome + describeOrigin(flow, issuer);
  if (!redirectUri.includes('?')) return `${redirectUri}?${parameters}`;
  const isOpen = redirectUri.endsWith('?') || redirectUri.endsWith('&');
  return isOpen ? redirectUri + parameters : `${redirectUri}&${parameters}`;
}

/**
 * Adds `iss` only if the application sent a `state` or a challenge. The address of a link has neither.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2
 */
function describeOrigin({ kind, state, code_challenge }: Flow, issuer: string): string {
  if (kind === 'link' || (state === null && code_challenge === null)) return '';
  const returned = state === null ? '' : `&state=${encodeURIComponent(state)}`;
  return `${returned}&iss=${encodeURIComponent(issuer)}`;
}
