import { type Kysely, sql } from 'kysely';
import { belongsToLive, publicClientId } from './live-application.ts';
import type { Database } from './schema.ts';

/** A session that leads a person through Connect again. */
interface NewConnectSession {
  /** SHA-256 of the session's secret. */
  readonly sessionHash: string;
  /** Names the session, and is no secret. */
  readonly sessionId: string;
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A connected account, for a flow that connects it again. */
export interface ConnectedOwner {
  readonly accountId: string;
  readonly providerId: string;
  /** The person's stable ID at the provider. */
  readonly subject: string;
  /** The name of the account that the person saw at the first consent, or null. */
  readonly label: string | null;
}

/** Sessions made for an account, each for one success. */
export interface ConnectSessionStore {
  /** @returns the client ID of the account's application; undefined when the account is not connected */
  create(session: NewConnectSession): Promise<string | undefined>;
  /**
   * @param clientId - the application of the flow that starts
   * @param now - milliseconds since the epoch
   * @returns the ID of the session's account; undefined when the session is unknown, of another application,
   *   or has ended
   */
  findAccountId(
    session: { readonly clientId: string; readonly sessionHash: string },
    now: number,
  ): Promise<string | undefined>;
  /** @returns the account; undefined when it is not connected, or is of another application */
  findOwner(clientId: string, accountId: string): Promise<ConnectedOwner | undefined>;
}

/** @returns the store's methods for sessions */
export function createConnectSessionStore(database: Kysely<Database>): ConnectSessionStore {
  return {
    async create({ sessionHash, sessionId, accountId, expiresAt }) {
      const account = await database
        .selectFrom('accounts')
        .innerJoin('applications', 'applications.client_id', 'accounts.client_id')
        .select(['accounts.client_id', publicClientId.as('publicId')])
        .where('accounts.id', '=', accountId)
        .where('accounts.disconnected_at', 'is', null)
        .where('applications.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!account) return undefined;
      await database
        .insertInto('connect_sessions')
        .values({
          session_hash: sessionHash,
          session_id: sessionId,
          client_id: account.client_id,
          account_id: accountId,
          expires_at: expiresAt,
        })
        .execute();
      return account.publicId;
    },
    async findAccountId({ clientId, sessionHash }, now) {
      const session = await database
        .selectFrom('connect_sessions')
        .select('account_id')
        .where('session_hash', '=', sessionHash)
        .where('client_id', '=', clientId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return session?.account_id;
    },
    findOwner: (clientId, accountId) =>
      database
        .selectFrom('accounts')
        .select(['id as accountId', 'provider_id as providerId', 'username as subject'])
        .select('account_label as label')
        .where('id', '=', accountId)
        .where('client_id', '=', clientId)
        .where('disconnected_at', 'is', null)
        .where(belongsToLive('accounts.client_id'))
        .executeTakeFirst(),
  };
}

/**
 * Ends a session, because its flow has succeeded. Call it in the transaction that stores the code.
 *
 * @param now - milliseconds since the epoch
 * @returns false when the session has ended already
 */
export async function endConnectSession(
  transaction: Kysely<Database>,
  sessionHash: string,
  now: number,
): Promise<boolean> {
  const ended = await transaction
    .updateTable('connect_sessions')
    .set({ ended_at: now })
    .where('session_hash', '=', sessionHash)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`EXISTS (SELECT id FROM accounts
      WHERE accounts.id = connect_sessions.account_id AND accounts.disconnected_at IS NULL)`)
    .returning('session_id')
    .execute();
  return ended.length > 0;
}
