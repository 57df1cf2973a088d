import type { Insertable, Kysely, Selectable } from 'kysely';
import { type Scope, scopes } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';
import type { AdminKeysTable } from './operator-tables.ts';

/** The shortest time between two writes of a key's last use, in milliseconds. */
const noteEveryMs = 60_000;

type NewKey = Omit<Insertable<AdminKeysTable>, 'scopes'> & { readonly scopes: readonly Scope[] };

export function createAdminKeyStore(database: Kysely<Database>) {
  const live = database.selectFrom('admin_keys').where('ended_at', 'is', null);
  return {
    async create({ scopes, ...key }: NewKey): Promise<void> {
      const row = { ...key, scopes: scopes.join(' ') };
      await database.insertInto('admin_keys').values(row).execute();
    },
    /** Lists all keys, including ended ones, newest first. */
    async list() {
      const rows = database.selectFrom('admin_keys').selectAll().orderBy('key_id', 'desc');
      return (await rows.execute()).map(toKey);
    },
    /** Finds a key that has not ended, and records its use. */
    async use(keyHash: string, now: number) {
      const row = await live.selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
      if (row && Math.abs(now - (row.last_used_at ?? 0)) >= noteEveryMs) {
        const used = database.updateTable('admin_keys').set({ last_used_at: now });
        await used.where('key_id', '=', row.key_id).execute();
      }
      return row && toKey(row);
    },
    hasLive: async (): Promise<boolean> =>
      (await live.select('key_id').limit(1).executeTakeFirst()) !== undefined,
    /** Ends a key. Returns false when it has already ended or does not exist. */
    async end(keyId: string, now: number): Promise<boolean> {
      const keys = database.updateTable('admin_keys').set({ ended_at: now });
      const named = keys.where('key_id', '=', keyId).where('ended_at', 'is', null);
      return (await named.executeTakeFirst()).numUpdatedRows > 0n;
    },
  };
}

function toKey({ key_hash, ...key }: Selectable<AdminKeysTable>) {
  const held = key.scopes.split(' ');
  return { ...key, scopes: scopes.filter((scope) => held.includes(scope)) };
}
