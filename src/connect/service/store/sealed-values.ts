import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { batchSize } from './batches.ts';
import type { Database } from './schema.ts';

/** A column whose values are encrypted with a key of GRANT_KEY. */
export interface SealedColumn {
  readonly table: 'accounts' | 'codes' | 'flows' | 'revocations' | 'webhooks';
  readonly key: string;
  readonly column: string;
  /** The values that are part of what a sealed value belongs to. */
  readonly owner: readonly string[];
  /** What the value is; of several, each row has one of them. */
  readonly kinds: readonly string[];
}

/** All of them. `test/service/reseal.test.ts` looks for others in the tables. */
export const sealedColumns: readonly SealedColumn[] = [
  grants('accounts', 'id', 'username'),
  grants('codes', 'code_hash', 'username'),
  grants('flows', 'token_hash', 'subject'),
  grants('revocations', 'id', 'subject'),
  {
    table: 'flows',
    key: 'token_hash',
    column: 'sealed_challenge',
    owner: ['token_hash', 'client_id', 'provider_id'],
    kinds: ['challenge', 'authorization'],
  },
  webhookSecrets('sealed_secret'),
  webhookSecrets('old_sealed_secret'),
];

function grants(table: SealedColumn['table'], key: string, subject: string): SealedColumn {
  const owner = ['client_id', 'provider_id', subject];
  return { table, key, column: 'sealed_grant', owner, kinds: ['grant'] };
}

function webhookSecrets(column: string): SealedColumn {
  return {
    table: 'webhooks',
    key: 'webhook_id',
    column,
    owner: ['webhook_id'],
    kinds: ['webhook'],
  };
}

/** A sealed value, and its row. */
export interface SealedValue {
  readonly key: string;
  readonly sealed: string;
  readonly owner: readonly string[];
}

/** A value that takes the place of another. */
export interface SealedMove {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** How many values each key seals, by its name. Values without a key count as `plain`. */
export type KeyCounts = ReadonlyMap<string, number>;

/** The names of keys have eight digits. The rest of a value is its text, also of a plain one. */
const keyName = (column: string) => sql<string | null>`CASE WHEN ${sql.ref(column)} LIKE 'plain.%'
  THEN 'plain' ELSE substr(${sql.ref(column)}, 1, 8) END`;

/** Between two batches, in milliseconds, so that requests come first. */
const restMs = 5;

/** Every encrypted value of the database, in batches. */
export type SealedValueStore = ReturnType<typeof createSealedValueStore>;

export function createSealedValueStore(database: Kysely<Database>, hasRowLocks: boolean) {
  return {
    /** Counts in the database, in batches, so that no value leaves it. */
    async countKeys(): Promise<KeyCounts> {
      const counts = new Map<string, number>();
      for (const column of sealedColumns) {
        for await (const { name, count } of countBatches(database, column, hasRowLocks)) {
          if (name !== null) counts.set(name, (counts.get(name) ?? 0) + count);
        }
      }
      return counts;
    },
    /** @returns values in the order of their keys, after this one; '': from the first */
    async list(
      { table, key, column, owner }: SealedColumn,
      after: string,
      count: number,
    ): Promise<readonly SealedValue[]> {
      const owners = owner.map(
        (name, index) => sql`${sql.ref(name)} AS ${sql.ref(`owner_${index}`)}`,
      );
      const { rows } = await sql<Record<string, string | null>>`
        SELECT ${sql.ref(key)} AS key, ${sql.ref(column)} AS sealed, ${sql.join(owners)}
        FROM ${sql.table(table)} WHERE ${sql.ref(key)} > ${after}
        ORDER BY ${sql.ref(key)} LIMIT ${count}`.execute(database);
      return rows.map((row) => ({
        key: row.key ?? '',
        sealed: row.sealed ?? '',
        owner: owner.map((_, index) => row[`owner_${index}`] ?? ''),
      }));
    },
    /**
     * Replaces values in one statement. A row that has another value by now keeps it, and so does one that another
     * transaction has locked, because two that lock several rows could wait for each other.
     *
     * @returns how many it has replaced
     */
    async replace(
      { table, key, column }: SealedColumn,
      moves: readonly SealedMove[],
    ): Promise<number> {
      const [rowKey, value] = [sql.ref(`${table}.${key}`), sql.ref(`${table}.${column}`)];
      const keys = sql.join(moves.map((move) => move.key));
      const free = sql`SELECT ${sql.ref(key)} FROM ${sql.table(table)}
        WHERE ${sql.ref(key)} IN (${keys}) FOR UPDATE SKIP LOCKED`;
      const rows = moves.map((move) => sql`(${move.key}, ${move.from}, ${move.to})`);
      const { numAffectedRows } = await sql`
        WITH moves (move_key, old_value, new_value) AS (VALUES ${sql.join(rows)})
        UPDATE ${sql.table(table)} SET ${sql.ref(column)} = moves.new_value FROM moves
        WHERE ${rowKey} = moves.move_key AND ${value} = moves.old_value
          AND ${rowKey} IN (${hasRowLocks ? free : keys})`.execute(database);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** A row for each key of each batch. SQLite blocks the process during a batch, so its batches are smaller. */
async function* countBatches(
  database: Kysely<Database>,
  { table, key, column }: SealedColumn,
  isShared: boolean,
) {
  const size = isShared ? 10_000 : batchSize;
  let [after, seen] = ['', size];
  while (seen === size) {
    const { rows } = await sql<{ name: string | null; count: number; last: string }>`
      SELECT name, count(*) AS count, max(max(row_key)) OVER () AS last FROM (
        SELECT ${sql.ref(key)} AS row_key, ${keyName(column)} AS name
        FROM ${sql.table(table)} WHERE ${sql.ref(key)} > ${after}
        ORDER BY ${sql.ref(key)} LIMIT ${size}) AS batch GROUP BY name`.execute(database);
    yield* rows;
    seen = rows.reduce((sum, { count }) => sum + count, 0);
    after = rows[0]?.last ?? after;
    await wait(restMs);
  }
}
