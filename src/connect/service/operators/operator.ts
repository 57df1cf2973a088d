import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { areSameHashes } from '../basics/secrets.ts';
import type { Database } from '../store/schema.ts';
import type { DashboardSessionsTable } from './operator-tables.ts';

/** A hash of the password by Scrypt. Both values are hexadecimal digits. */
interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

export type OperatorSession = Readonly<Selectable<DashboardSessionsTable>>;

export function createOperatorStore(database: Kysely<Database>) {
  return {
    /** Finds the stored hash. Undefined before the first start. */
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
    /** Finds a session, even an expired one, and the salt of the present password. */
    findSession: (tokenHash: string) =>
      database
        .selectFrom('dashboard_sessions')
        .selectAll()
        .select((session) => session.selectFrom('dashboard_password').select('salt').as('salt'))
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),
    async extendSession(tokenHash: string, expires_at: number): Promise<void> {
      const session = database.updateTable('dashboard_sessions').set({ expires_at });
      await session.where('token_hash', '=', tokenHash).execute();
    },
    async endAllSessions(): Promise<number> {
      const sessions = database.deleteFrom('dashboard_sessions');
      return Number((await sessions.executeTakeFirstOrThrow()).numDeletedRows);
    },
    async endSession(tokenHash: string): Promise<void> {
      const sessions = database.deleteFrom('dashboard_sessions');
      await sessions.where('token_hash', '=', tokenHash).execute();
    },
    async rememberNetwork(network_hash: string, known_until: number): Promise<void> {
      await database
        .insertInto('dashboard_networks')
        .values({ network_hash, known_until })
        .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ known_until }))
        .execute();
    },
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

// People choose weak passwords, so each guess must be expensive. This cost (16 MB and five rounds) is one of several
// that OWASP calls equivalent. The common cost of 128 MB would exceed the memory of the rest of the service.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
export const defaultPasswordCost: ScryptOptions = {
  N: 2 ** 14,
  r: 8,
  p: 5,
  maxmem: 64 * 1024 * 1024,
};
/** The cost for a password of 128 random bits, which cannot be guessed. A cheap hash saves 0.2 s at the start. */
const randomPasswordCost: ScryptOptions = { N: 2 ** 10, r: 8, p: 1 };
const hashBytes = 32;

export interface PasswordKeeper {
  readonly store: Pick<ReturnType<typeof createOperatorStore>, 'findPassword' | 'replacePassword'>;
  /** The cost of a guess. It must be the cost with which the stored hash was computed. */
  readonly cost: ScryptOptions;
}

/** Returns the configured password, or generates a password of 128 random bits. */
export function choosePassword(configured: string | undefined) {
  if (configured) return { dashboardPassword: configured, randomPassword: undefined };
  const password = randomBytes(16).toString('hex');
  const generated = { dashboardPassword: password, randomPassword: password };
  return { ...generated, passwordCost: randomPasswordCost };
}

/** Stores the hash of the configured password. If the password differs from the stored one, every session ends. */
export async function installPassword(keeper: PasswordKeeper, password: string): Promise<void> {
  if ((await findSalt(keeper, password)) !== undefined) return;
  const salt = randomBytes(16).toString('hex');
  const hash = await hashPassword(password, salt, keeper.cost);
  await keeper.store.replacePassword({ salt, hash });
}

/** Finds the salt of the stored hash. Undefined when the password is wrong. */
export async function findSalt(
  { store, cost }: PasswordKeeper,
  password: string,
): Promise<string | undefined> {
  const known = await store.findPassword();
  if (known === undefined) return undefined;
  const hash = await hashPassword(password, known.salt, cost);
  return areSameHashes(known.hash, hash) ? known.salt : undefined;
}

function hashPassword(password: string, salt: string, cost: ScryptOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    // The password is normalized, because a keyboard may write the same letter as one code point or two.
    scrypt(password.normalize('NFC'), salt, hashBytes, cost, (error, hash) => {
      if (error) reject(error);
      else resolve(hash.toString('hex'));
    });
  });
}
