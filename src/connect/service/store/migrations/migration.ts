/**
 * When a migration runs. `expand`: while processes of the version before still serve, so it only adds. `contract`:
 * after the last of them has stopped, so it removes what only they need.
 */
export type Phase = 'expand' | 'contract';

/** What a migration does on PostgreSQL. Each kind has its way of letting requests go on. */
export type PostgresWork =
  /** Short statements in one transaction. They may lock one existing table. */
  | { readonly kind: 'transaction'; readonly statements: readonly string[] }
  /** `CREATE INDEX` statements, which run with CONCURRENTLY. */
  | { readonly kind: 'indexes'; readonly statements: readonly string[] }
  /** Names of indexes, which are dropped with CONCURRENTLY. */
  | { readonly kind: 'dropped indexes'; readonly names: readonly string[] }
  /** A statement that changes some rows behind the key `$1`, and returns their `last_key`. It is repeated while there are any. */
  | { readonly kind: 'batches'; readonly statement: string };

/** The work of a migration. SQLite runs all of it in one transaction, at a start. */
interface Work {
  readonly postgres: PostgresWork;
  readonly sqlite: readonly string[];
}

/** A change of the tables. Databases have it already, so it never changes once it is released. */
export interface Migration extends Work {
  /** Above all earlier ones. */
  readonly version: number;
  readonly name: string;
  readonly phase: Phase;
}

/** Statements that both databases accept. */
export function inBoth(...statements: readonly string[]): Work {
  return { postgres: { kind: 'transaction', statements }, sqlite: statements };
}

/** Statements that differ. */
export function inEach(work: {
  readonly postgres: readonly string[];
  readonly sqlite: readonly string[];
}): Work {
  const { postgres, sqlite } = work;
  return { postgres: { kind: 'transaction', statements: postgres }, sqlite };
}

/** Indexes of tables with rows. */
export function addIndexes(...statements: readonly string[]): Work {
  return { postgres: { kind: 'indexes', statements }, sqlite: statements };
}

export function dropIndexes(...names: readonly string[]): Work {
  return {
    postgres: { kind: 'dropped indexes', names },
    sqlite: names.map((name) => `DROP INDEX ${name}`),
  };
}

/** @param columns - with their types. A default must be a constant, else PostgreSQL rewrites the table */
export function addColumns(table: string, ...columns: readonly string[]): Work {
  const added = columns.map((column) => `ADD COLUMN ${column}`);
  return inEach({
    postgres: [`ALTER TABLE ${table} ${added.join(', ')}`],
    sqlite: added.map((one) => `ALTER TABLE ${table} ${one}`),
  });
}

/**
 * Changes existing rows. SQLite has done it in the migration before.
 *
 * @param statement - changes the first rows with a key above `$1`, and returns their last key as `last_key`
 */
export function inBatches(statement: string): Work {
  return { postgres: { kind: 'batches', statement }, sqlite: [] };
}

/** Checks existing rows without a lock that requests wait for. SQLite has checked them when it copied them. */
export function validate(table: string, ...constraints: readonly string[]): Work {
  return inEach({
    postgres: constraints.map((name) => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`),
    sqlite: [],
  });
}
