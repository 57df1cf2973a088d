import type { Kysely, Selectable } from 'kysely';
import { type Scope, scopes } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';
import type { AdminKeysTable } from './operator-tables.ts';

/** The last use of a key is written at most once in this many milliseconds. */
const noteEveryMs = 60_000;

/** A key of the admin API, without its secret. */
interface StoredKey {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The next three are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Null while the key works. */
  readonly endedAt: number | null;
}

/** A key to store. */
interface NewKey extends Pick<StoredKey, 'keyId' | 'name' | 'scopes' | 'createdAt'> {
  readonly keyHash: string;
}

declare module '../store/store.ts' {
  interface Store {
    /** Keys of the admin API. */
    readonly adminKeys: ReturnType<typeof createAdminKeyStore>;
  }
}

export function createAdminKeyStore(database: Kysely<Database>) {
  const live = database.selectFrom('admin_keys').where('ended_at', 'is', null);
  return {
    async create({
      keyId: key_id,
      keyHash: key_hash,
      createdAt: created_at,
      name,
      scopes,
    }: NewKey): Promise<void> {
      const row = { key_id, key_hash, name, created_at, scopes: scopes.join(' ') };
      await database.insertInto('admin_keys').values(row).execute();
    },
    /** @returns all keys, newest first, including ended ones */
    async list(): Promise<readonly StoredKey[]> {
      const rows = database.selectFrom('admin_keys').selectAll().orderBy('key_id', 'desc');
      return (await rows.execute()).map(toKey);
    },
    /** Finds a working key and records its use. */
    async use(keyHash: string, now: number): Promise<StoredKey | undefined> {
      const row = await live.selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
      if (row && now - (row.last_used_at ?? 0) >= noteEveryMs) {
        const used = database.updateTable('admin_keys').set({ last_used_at: now });
        await used.where('key_id', '=', row.key_id).execute();
      }
      return row && toKey(row);
    },
    /** @returns whether at least one key works */
    hasLive: async (): Promise<boolean> =>
      (await live.select('key_id').limit(1).executeTakeFirst()) !== undefined,
    /** @returns whether the key worked until now */
    async end(keyId: string, now: number): Promise<boolean> {
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
