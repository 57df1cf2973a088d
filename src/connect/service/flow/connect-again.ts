import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import type { ConnectedOwner } from '../sessions/connect-sessions.ts';
import { createExpired, moveOn } from './flow-token.ts';
import type { Flow } from './flows-table.ts';

/**
 * @param flow - the client ID and the account ID of a flow
 * @returns the account that the flow connects again; null for any account
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
 * Returns the flow to the login when someone else has signed in than the owner of the account to connect again.
 *
 * @param flow - after the provider has accepted a login
 * @param subject - the person's ID in that login
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

/** @returns why the person signs in again, for the plug-in */
export function readRetryReason({ problem }: Pick<Flow, 'problem'>) {
  return problem === 'different_account' ? problem : undefined;
}
