import type { Kysely, Selectable } from 'kysely';
import { type Scope, scopes } from '../../shapes/unions.ts';
import type { AdminKeysTable } from './operator-tables.ts';
import type { Database } from './schema.ts';

/** The last use of a key is written at most once in this time, in milliseconds. */
const noteEveryMs = 60_000;

/** A key of the admin API, without its secret. */
interface StoredKey {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** These three: milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Null: it works. */
  readonly endedAt: number | null;
}

/** A key to store. */
interface NewKey extends Pick<StoredKey, 'keyId' | 'name' | 'scopes' | 'createdAt'> {
  readonly keyHash: string;
}

/** Keys of the admin API, for every process that shares the database. */
export interface AdminKeyStore {
  create(key: NewKey): Promise<void>;
  /** @returns every key, the newest first, also ended ones */
  list(): Promise<readonly StoredKey[]>;
  /**
   * Finds a key that works, and notes its use.
   *
   * @param now - milliseconds since the epoch
   */
  use(keyHash: string, now: number): Promise<StoredKey | undefined>;
  /** @returns whether any key works */
  hasLive(): Promise<boolean>;
  /** @returns whether it worked until now */
  end(keyId: string, now: number): Promise<boolean>;
}

/** @returns the store's methods for admin keys */
export function createAdminKeyStore(database: Kysely<Database>): AdminKeyStore {
  const live = database.selectFrom('admin_keys').where('ended_at', 'is', null);
  return {
    async create({ keyId: key_id, keyHash: key_hash, createdAt: created_at, name, scopes }) {
      const row = { key_id, key_hash, name, created_at, scopes: scopes.join(' ') };
      await database.insertInto('admin_keys').values(row).execute();
    },
    async list() {
      const rows = database.selectFrom('admin_keys').selectAll().orderBy('key_id', 'desc');
      return (await rows.execute()).map(toKey);
    },
    async use(keyHash, now) {
      const row = await live.selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
      if (row && now - (row.last_used_at ?? 0) >= noteEveryMs) {
        const used = database.updateTable('admin_keys').set({ last_used_at: now });
        await used.where('key_id', '=', row.key_id).execute();
      }
      return row && toKey(row);
    },
    hasLive: async () => (await live.select('key_id').limit(1).executeTakeFirst()) !== undefined,
    async end(keyId, now) {
      const keys = database.updateTable('admin_keys').set({ ended_at: now });
      const named = keys.where('key_id', '=', keyId).where('ended_at', 'is', null);
      return (await named.executeTakeFirst()).numUpdatedRows > 0n;
    },
  };
}

function toKey(row: Selectable<AdminKeysTable>): StoredKey {
  const held = row.scopes.split(' ');
  return {
    keyId: row.key_id,
    name: row.name,
    scopes: scopes.filter((scope) => held.includes(scope)),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    endedAt: row.ended_at,
  };
}
