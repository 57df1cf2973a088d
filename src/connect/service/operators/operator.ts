import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../store/schema.ts';
import type { DashboardSessionsTable } from './operator-tables.ts';

/** The stored hash of the dashboard's password: scrypt, in hexadecimal digits. */
export interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

/** A sign-in to the dashboard. */
export type OperatorSession = Readonly<Selectable<DashboardSessionsTable>>;

/** Access to the dashboard: its one password and its sessions. */
export type OperatorStore = ReturnType<typeof createOperatorStore>;

declare module '../store/store.ts' {
  interface Store {
    /** Access to the dashboard. */
    readonly operator: OperatorStore;
  }
}

export function createOperatorStore(database: Kysely<Database>) {
  return {
    /** @returns the password's hash, or undefined before the first start */
    findPassword: (): Promise<PasswordHash | undefined> =>
      database.selectFrom('dashboard_password').select(['salt', 'hash']).executeTakeFirst(),
    replacePassword: ({ salt, hash }: PasswordHash): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('dashboard_password')
          .values({ id: 'only', salt, hash })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ salt, hash }))
          .execute();
        await transaction.deleteFrom('dashboard_sessions').execute();
      }),
    async addSession(session: OperatorSession): Promise<void> {
      await database.insertInto('dashboard_sessions').values(session).execute();
    },
    /** @returns the session, also when it has expired; undefined when it is unknown */
    findSession: (tokenHash: string): Promise<OperatorSession | undefined> =>
      database
        .selectFrom('dashboard_sessions')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),
    /** @param expiresAt - when the session ends unless it is used again, milliseconds since the epoch */
    async extendSession(tokenHash: string, expires_at: number): Promise<void> {
      const session = database.updateTable('dashboard_sessions').set({ expires_at });
      await session.where('token_hash', '=', tokenHash).execute();
    },
    /** @returns how many sessions were ended */
    async endAllSessions(): Promise<number> {
      const { numDeletedRows } = await database
        .deleteFrom('dashboard_sessions')
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async endSession(tokenHash: string): Promise<void> {
      const sessions = database.deleteFrom('dashboard_sessions');
      await sessions.where('token_hash', '=', tokenHash).execute();
    },
    /**
     * Remembers a network after a sign-in.
     *
     * @param networkHash - a hash of the network's address
     * @param knownUntil - when the network is forgotten, milliseconds since the epoch
     */
    async rememberNetwork(network_hash: string, known_until: number): Promise<void> {
      await database
        .insertInto('dashboard_networks')
        .values({ network_hash, known_until })
        .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ known_until }))
        .execute();
    },
    /** @returns whether the network is remembered at `now` */
    async isKnownNetwork(networkHash: string, now: number): Promise<boolean> {
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
