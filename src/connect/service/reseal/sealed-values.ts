import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { batchSize } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';

/** A column whose values are encrypted with a key of GRANT_KEY. */
export interface SealedColumn {
  readonly table: 'accounts' | 'codes' | 'flows' | 'jobs' | 'webhooks';
  readonly key: string;
  readonly column: string;
  /** The columns that identify the owner to whom a value is bound. */
  readonly owner: readonly string[];
  /** Reads the owner from the values of the `owner` columns. Default: the values are the owner. */
  readonly readOwner?: (values: readonly string[]) => readonly string[];
  /** The condition of a partial index, which finds the few rows of a table that have a value. */
  readonly condition?: RawBuilder<boolean>;
  /** The possible kinds of value in this column. */
  readonly kinds: readonly string[];
}

/** All sealed columns. `test/service/reseal.test.ts` searches the tables for columns missing here. */
export const sealedColumns: readonly SealedColumn[] = [
  grants('accounts', 'id', 'username'),
  grants('codes', 'code_hash', 'username'),
  grants('flows', 'token_hash', 'subject'),
  {
    table: 'jobs',
    key: 'job_id',
    column: 'sealed',
    owner: ['body'],
    readOwner: ([body = '{}']) => {
      const { client_id, provider_id, subject } = JSON.parse(body);
      return [client_id, provider_id, subject];
    },
    condition: sql`sealed IS NOT NULL`,
    kinds: ['grant'],
  },
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

export interface SealedValue {
  readonly key: string;
  readonly sealed: string;
  readonly owner: readonly string[];
}

export type SealedMove = Readonly<Record<'key' | 'from' | 'to', string>>;

/** The number of values that each key has sealed, by the key's name; `plain` for values that are not encrypted. */
export type KeyCounts = ReadonlyMap<string, number>;

/** An SQL expression for the name of the key that sealed a value. The name has eight digits. */
const keyName = (column: string) => sql<string | null>`CASE WHEN ${sql.ref(column)} LIKE 'plain.%'
  THEN 'plain' ELSE substr(${sql.ref(column)}, 1, 8) END`;

/** The pause between two batches in milliseconds, so that requests come first. */
export const restMs = 5;

export type SealedValueStore = ReturnType<typeof createSealedValueStore>;

export function createSealedValueStore(database: Kysely<Database>, hasRowLocks: boolean) {
  return {
    /** Counts inside the database, so that no value leaves it. */
    async countKeys(): Promise<KeyCounts> {
      const counts = new Map<string, number>();
      for (const column of sealedColumns) {
        for await (const { name, count } of countBatches(database, column, hasRowLocks)) {
          if (name !== null) counts.set(name, (counts.get(name) ?? 0) + count);
        }
      }
      return counts;
    },
    /** Lists values by key. `after` is the last key of the previous batch; empty for the first batch. */
    async list(
      { table, key, column, owner, readOwner = (values) => values, condition }: SealedColumn,
      after: string,
      count: number,
    ): Promise<readonly SealedValue[]> {
      const owners = owner.map(
        (name, index) => sql`${sql.ref(name)} AS ${sql.ref(`owner_${index}`)}`,
      );
      const { rows } = await sql<Record<string, string | null>>`
        SELECT ${sql.ref(key)} AS key, ${sql.ref(column)} AS sealed, ${sql.join(owners)}
        FROM ${sql.table(table)} WHERE ${sql.ref(key)} > ${after} AND ${condition ?? sql`1 = 1`}
        ORDER BY ${sql.ref(key)} LIMIT ${count}`.execute(database);
      return rows.map((row) => ({
        key: row.key ?? '',
        sealed: row.sealed ?? '',
        owner: readOwner(owner.map((_, index) => row[`owner_${index}`] ?? '')),
      }));
    },
    /**
     * Replaces values in one statement, and returns their number. A row is skipped when its value has changed. A locked
     * row is skipped, too, because two transactions that lock several rows could deadlock.
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

/** Counts the values of a column for each key, in batches, which are smaller in SQLite: they block the process. */
async function* countBatches(
  database: Kysely<Database>,
  { table, key, column, condition }: SealedColumn,
  isShared: boolean,
) {
  const size = isShared ? 10_000 : batchSize;
  let [after, seen] = ['', size];
  while (seen === size) {
    const { rows } = await sql<{ name: string | null; count: number; last: string }>`
      SELECT name, count(*) AS count, max(max(row_key)) OVER () AS last FROM (
        SELECT ${sql.ref(key)} AS row_key, ${keyName(column)} AS name
        FROM ${sql.table(table)} WHERE ${sql.ref(key)} > ${after} AND ${condition ?? sql`1 = 1`}
        ORDER BY ${sql.ref(key)} LIMIT ${size}) AS batch GROUP BY name`.execute(database);
    yield* rows;
    seen = rows.reduce((sum, { count }) => sum + count, 0);
    after = rows[0]?.last ?? after;
    await wait(restMs);
  }
}
