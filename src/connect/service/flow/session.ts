import type { Context } from 'hono';
import { hashSecret } from '../basics/secrets.ts';
import type { ConnectedOwner } from '../connections/accounts.ts';
import { readClientNetwork } from '../http/client-address.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import type { SessionTerms } from '../sessions/connect-sessions.ts';
import { createExpired, createInvalidStep, moveOn } from './flow-token.ts';
import type { Flow } from './flows-table.ts';

type SessionBinding = Pick<Flow, 'account_id' | 'session_hash' | 'state' | 'expires_at'>;

interface StartingFlow {
  /** The columns of the flow: the host's `state`, and the `expires_at` that applies without a session. */
  readonly flow: Pick<Flow, 'client_id' | 'kind' | 'redirect_uri' | 'state' | 'expires_at'>;
  /** The session's secret; null without a session. */
  readonly session: string | null;
}

/**
 * Checks a starting flow against the session that its page names, if any.
 *
 * @returns the columns that bind the flow to the session
 * @throws Refusal `session_expired` when the session is unknown, has ended, or belongs to another application;
 *   `invalid_options` when the page and the session differ in state or redirect URI; `rate_limited`
 */
export async function bindSession(
  parts: Parts,
  context: Context,
  { flow, session }: StartingFlow,
): Promise<SessionBinding> {
  const { kind, state, expires_at } = flow;
  if (session === null) return { account_id: null, session_hash: null, state, expires_at };
  const session_hash = hashSecret(session);
  const terms = await findOpenSession(parts, { client_id: flow.client_id, session_hash });
  if (!terms) return await refuseMissed(parts, context);
  assertSame('state', terms.state, kind === 'redirect' ? null : state);
  assertSame('redirect_uri', terms.redirect_uri, flow.redirect_uri);
  return {
    account_id: terms.known_account_id,
    session_hash,
    // A redirect flow returns its own state in the redirect. Its code gets the session's state, see `issueCode`.
    state: kind === 'redirect' ? state : (terms.state ?? state),
    expires_at: Math.min(expires_at, terms.expires_at),
  };
}

/**
 * Counts a request whose secret matches no open session. Only such requests are limited: a secret is too long to guess,
 * and guesses from the same network must not block a user with a valid secret.
 */
export async function countMissed({ config, limiters }: Parts, context: Context): Promise<void> {
  await limiters.missedSessions.take(readClientNetwork(context, config.trustedProxies));
}

/** Refuses a request whose secret matches no open session. Always throws `session_expired` or `rate_limited`. */
export async function refuseMissed(parts: Parts, context: Context): Promise<never> {
  await countMissed(parts, context);
  throw createExpired();
}

function assertSame(name: string, own: string | null, page: string | null): void {
  if (own === null || page === null || own === page) return;
  const description = `The page has another ${name} than its session. Set it in one of the two only.`;
  throw new Refusal([400, 'invalid_options'], description);
}

/**
 * Finds the terms of the flow's session. Null when the flow has no session, or has ended it itself.
 *
 * @throws Refusal `session_expired` when the session has ended without this flow
 */
export async function findSession(
  parts: Parts,
  flow: Pick<Flow, 'token_hash' | 'client_id' | 'session_hash'>,
): Promise<SessionTerms | null> {
  if (flow.session_hash === null) return null;
  const terms = await findOpenSession(parts, flow);
  if (terms) return terms;
  // This flow itself may have ended the session, when the request is a repetition.
  const moved = await parts.store.flows.find(flow.token_hash);
  if (moved?.step === 'issued' || moved?.step === 'denied') return null;
  throw createExpired();
}

/** Finds the terms of an open session. Undefined when the flow has no session, or the session has ended. */
export async function findOpenSession(
  { clock, store }: Parts,
  { client_id, session_hash }: Pick<Flow, 'client_id' | 'session_hash'>,
): Promise<SessionTerms | undefined> {
  if (session_hash === null) return undefined;
  return await store.connectSessions.findOpen({ client_id, session_hash }, clock.now());
}

export function assertSelectable(session: SessionTerms | null, providerId: string): void {
  if (isSelectable(session, providerId)) return;
  throw createInvalidStep();
}

export function isSelectable(session: SessionTerms | null, providerId: string): boolean {
  return session?.provider_ids?.includes(providerId) ?? true;
}

/**
 * Finds the account that the flow must connect again; null when the user may connect any account.
 *
 * @throws Refusal `session_expired` when the account has been disconnected meanwhile
 */
export async function findOwner(
  { store }: Parts,
  { client_id, account_id }: Pick<Flow, 'client_id' | 'account_id'>,
): Promise<ConnectedOwner | null> {
  if (account_id === null) return null;
  const owner = await store.accounts.findOwner(client_id, account_id);
  if (owner) return owner;
  throw createExpired();
}

/** Refuses a sign-in of another person than the owner of the account to connect again, and returns to the login. */
export async function assertSameSubject(parts: Parts, flow: Flow, subject: string): Promise<void> {
  const owner = await findOwner(parts, flow);
  if (!owner || owner.subject === subject) return;
  await moveOn(parts, flow, { step: 'login', sealed_challenge: null, attempt: null });
  const description = 'The login is not the one of the account that is connected again.';
  throw new Refusal([403, 'different_account'], description, { retryable: true });
}

/** Returns the reason why the person must sign in again, which the plug-in gets; undefined for a first sign-in. */
export function readRetryReason({ problem }: Pick<Flow, 'problem'>) {
  return problem === 'different_account' ? problem : undefined;
}
