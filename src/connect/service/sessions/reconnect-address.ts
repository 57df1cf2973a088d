import { noOwnIds } from '../applications/own-ids.ts';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import type { Parts } from '../http/parts.ts';
import { createSessionId, noTerms } from './connect-sessions.ts';
import { defaultSeconds } from './routes/create-session.ts';

/**
 * Creates a session that connects an account again, for tests.
 *
 * @param account - the client ID of the application, and the account's ID
 * @returns path and query of its link; undefined when the account is not connected
 */
export async function createReconnectAddress(
  { clock, store }: Pick<Parts, 'clock' | 'store'>,
  { client_id, accountId }: { readonly client_id: string; readonly accountId: string },
): Promise<string | undefined> {
  const application = await store.applications.findByPublicId(client_id);
  const clientId = application?.clientId ?? '';
  if (!(await store.connectSessions.findOwner(clientId, accountId))) return undefined;
  const session = createSecret();
  const now = clock.now();
  const created = {
    ...{ clientId, sessionId: createSessionId(now), sessionHash: hashSecret(session) },
    ...noTerms,
    knownAccountId: accountId,
    ownIds: noOwnIds,
    ...{ createdAt: now, expiresAt: now + defaultSeconds * 1000, request: null },
  };
  const isCreated = await store.connectSessions.create(created, Number.MAX_SAFE_INTEGER);
  return isCreated ? `/connect?${new URLSearchParams({ client_id, session })}` : undefined;
}
