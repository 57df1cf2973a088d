import type { Kysely, Selectable } from 'kysely';
import type { DashboardSessionsTable } from './operator-tables.ts';
import type { Database } from './schema.ts';

/** The stored hash of the dashboard's password: scrypt, in hexadecimal digits. */
export interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

/** A sign-in to the dashboard. */
export type OperatorSession = Readonly<Selectable<DashboardSessionsTable>>;

/** Access to the dashboard: its one password and its sessions. */
export interface OperatorStore {
  /** @returns the password's hash, or undefined before the first start */
  findPassword(): Promise<PasswordHash | undefined>;
  /** Replaces the password and ends every session. */
  replacePassword(password: PasswordHash): Promise<void>;
  /** Stores a new session. */
  addSession(session: OperatorSession): Promise<void>;
  /** @returns the session, expired or not, or undefined */
  findSession(tokenHash: string): Promise<OperatorSession | undefined>;
  /** @param expiresAt - the session ends then unless it is used again, milliseconds since the epoch */
  extendSession(tokenHash: string, expiresAt: number): Promise<void>;
  /**
   * Ends every session.
   *
   * @returns how many sessions it has ended
   */
  endAllSessions(): Promise<number>;
  /** Ends a session, if it exists. */
  endSession(tokenHash: string): Promise<void>;
  /**
   * Remembers a sign-in from this network.
   *
   * @param networkHash - a hash of the network's address
   * @param knownUntil - the network counts as known until then, milliseconds since the epoch
   */
  rememberNetwork(networkHash: string, knownUntil: number): Promise<void>;
  /** @returns whether the network has signed in, and is still remembered at `now` */
  isKnownNetwork(networkHash: string, now: number): Promise<boolean>;
}

/** @returns the store's methods for access to the dashboard */
export function createOperatorStore(database: Kysely<Database>): OperatorStore {
  return {
    findPassword: () =>
      database.selectFrom('dashboard_password').select(['salt', 'hash']).executeTakeFirst(),
    replacePassword: ({ salt, hash }) =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('dashboard_password')
          .values({ id: 'only', salt, hash })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ salt, hash }))
          .execute();
        await transaction.deleteFrom('dashboard_sessions').execute();
      }),
    async addSession(session) {
      await database.insertInto('dashboard_sessions').values(session).execute();
    },
    findSession: (tokenHash) =>
      database
        .selectFrom('dashboard_sessions')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),
    async extendSession(tokenHash, expires_at) {
      const session = database.updateTable('dashboard_sessions').set({ expires_at });
      await session.where('token_hash', '=', tokenHash).execute();
    },
    async endAllSessions() {
      const { numDeletedRows } = await database
        .deleteFrom('dashboard_sessions')
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async endSession(tokenHash) {
      const sessions = database.deleteFrom('dashboard_sessions');
      await sessions.where('token_hash', '=', tokenHash).execute();
    },
    async rememberNetwork(network_hash, known_until) {
      await database
        .insertInto('dashboard_networks')
        .values({ network_hash, known_until })
        .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ known_until }))
        .execute();
    },
    async isKnownNetwork(networkHash, now) {
      const found = await database
        .selectFrom('dashboard_networks')
        .select('known_until')
        .where('network_hash', '=', networkHash)
        .where('known_until', '>', now)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
