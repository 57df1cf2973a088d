import { randomUUID } from 'node:crypto';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import type { ConnectedOwner } from '../store/connect-sessions.ts';
import type { Flow } from '../store/store.ts';
import { createExpired, moveOn } from './flow-token.ts';

/** The lifetime of a session. */
const sessionTtlMs = 30 * 60 * 1000;

/**
 * Creates a session for an account. Its address leads the person through Connect again.
 *
 * @param accountId - a connected account
 * @returns path and query of that address; undefined when the account is not connected
 */
export async function createSessionAddress(
  { store, clock }: Pick<Parts, 'clock' | 'store'>,
  accountId: string,
): Promise<string | undefined> {
  const session = createSecret();
  const clientId = await store.connectSessions.create({
    sessionHash: hashSecret(session),
    sessionId: `cs_${randomUUID()}`,
    accountId,
    expiresAt: clock.now() + sessionTtlMs,
  });
  return clientId && `/connect?${new URLSearchParams({ client_id: clientId, session })}`;
}

/** The account that a starting flow connects again, as its page needs it. */
type Again = Pick<Flow, 'account_id' | 'session_hash'>;

/**
 * @param flow - a flow that starts
 * @param session - from its page; null: the flow is for any account
 * @returns the values for the flow
 * @throws Refusal `session_expired` when the session is unknown, of another application, or has ended
 */
export async function readSession(
  parts: Pick<Parts, 'clock' | 'store'>,
  { client_id }: Flow,
  session: string | null,
): Promise<Again> {
  if (session === null) return { account_id: null, session_hash: null };
  const session_hash = hashSecret(session);
  const named = { clientId: client_id, sessionHash: session_hash };
  const account_id = await parts.store.connectSessions.findAccountId(named, parts.clock.now());
  if (account_id === undefined) throw createExpired();
  return { account_id, session_hash };
}

/**
 * @param flow - the client ID and the account ID of a flow
 * @returns the account that the flow connects again; null: it is for any account
 * @throws Refusal `session_expired` when the account has been disconnected meanwhile
 */
export async function findOwner(
  { store }: Pick<Parts, 'store'>,
  { client_id, account_id }: Pick<Flow, 'client_id' | 'account_id'>,
): Promise<ConnectedOwner | null> {
  if (account_id === null) return null;
  const owner = await store.connectSessions.findOwner(client_id, account_id);
  if (owner) return owner;
  throw createExpired();
}

/**
 * Returns to the login when another person has signed in than the one whose account the flow connects again.
 *
 * @param flow - after the provider has accepted a login
 * @param subject - of that login
 * @throws Refusal `different_account`, `session_expired`
 */
export async function assertSameSubject(
  parts: Pick<Parts, 'store'>,
  flow: Flow,
  subject: string,
): Promise<void> {
  const owner = await findOwner(parts, flow);
  if (!owner || owner.subject === subject) return;
  await moveOn(parts, flow, { step: 'login', sealed_challenge: null, attempt: null });
  const description = 'The login is not the one of the account that is connected again.';
  throw new Refusal([403, 'different_account'], description, { retryable: true });
}
