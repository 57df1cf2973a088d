/**
 * When a migration runs. `expand` runs while processes of the previous version still serve, so it only adds.
 * `contract` runs after the last of them has stopped, and removes what only they needed.
 */
export type Phase = 'expand' | 'contract';

/** The work of a migration on PostgreSQL. Each kind keeps requests running in its own way. */
export type PostgresWork =
  /** Short statements in one transaction. They may lock one existing table. */
  | { readonly kind: 'transaction'; readonly statements: readonly string[] }
  /** `CREATE INDEX` statements, which run with CONCURRENTLY. */
  | { readonly kind: 'indexes'; readonly statements: readonly string[] }
  /** Names of indexes, which are dropped with CONCURRENTLY. */
  | { readonly kind: 'dropped indexes'; readonly names: readonly string[] }
  /**
   * A statement that changes some rows with a key above `$1` and returns their `last_key`. It runs until none is
   * left.
   */
  | { readonly kind: 'batches'; readonly statement: string };

/** The work of a migration. SQLite does all of it in one transaction, when the service starts. */
interface Work {
  readonly postgres: PostgresWork;
  readonly sqlite: readonly string[];
}

/** A change of the tables. Databases have already run it, so it never changes once it is released. */
export interface Migration extends Work {
  /** Higher than all earlier versions. */
  readonly version: number;
  readonly name: string;
  readonly phase: Phase;
}

export function inBoth(...statements: readonly string[]): Work {
  return { postgres: { kind: 'transaction', statements }, sqlite: statements };
}

export function inEach(work: {
  readonly postgres: readonly string[];
  readonly sqlite: readonly string[];
}): Work {
  const { postgres, sqlite } = work;
  return { postgres: { kind: 'transaction', statements: postgres }, sqlite };
}

export function addIndexes(...statements: readonly string[]): Work {
  return { postgres: { kind: 'indexes', statements }, sqlite: statements };
}

export function dropIndexes(...names: readonly string[]): Work {
  return {
    postgres: { kind: 'dropped indexes', names },
    sqlite: names.map((name) => `DROP INDEX ${name}`),
  };
}

/** Each column is a name with a type. A default must be a constant, otherwise PostgreSQL rewrites the table. */
export function addColumns(table: string, ...columns: readonly string[]): Work {
  const added = columns.map((column) => `ADD COLUMN ${column}`);
  return inEach({
    postgres: [`ALTER TABLE ${table} ${added.join(', ')}`],
    sqlite: added.map((one) => `ALTER TABLE ${table} ${one}`),
  });
}

/**
 * Changes existing rows on PostgreSQL, as for {@link PostgresWork}. On SQLite, the previous migration has changed
 * them.
 */
export function inBatches(statement: string): Work {
  return { postgres: { kind: 'batches', statement }, sqlite: [] };
}

/** Checks existing rows on PostgreSQL without blocking requests. SQLite checked them when it copied them. */
export function validate(table: string, ...constraints: readonly string[]): Work {
  return inEach({
    postgres: constraints.map((name) => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`),
    sqlite: [],
  });
}
