/**
 * When a migration runs. `expand` runs while processes of the previous version still serve requests, so it only adds.
 * `contract` runs after the last of those processes has stopped, and removes what only they needed.
 */
export type Phase = 'expand' | 'contract';

/** The work of a migration on PostgreSQL. Each kind keeps requests running in its own way. */
export type PostgresWork =
  /** Short statements in one transaction. They may lock one existing table. */
  | { readonly kind: 'transaction'; readonly statements: readonly string[] }
  /** `CREATE INDEX` statements, which run with CONCURRENTLY. */
  | { readonly kind: 'indexes'; readonly statements: readonly string[] }
  | { readonly kind: 'dropped indexes'; readonly names: readonly string[] }
  /**
   * A statement that changes some rows with a key above `$1` and returns the last of their keys as `last_key`. It is
   * repeated until no row is left to change.
   */
  | { readonly kind: 'batches'; readonly statement: string };

/** The work of a migration. SQLite runs all migrations' statements in one transaction, when the service starts. */
interface Work {
  readonly postgres: PostgresWork;
  readonly sqlite: readonly string[];
}

/** A change of the tables. It must not be edited after its release, because databases have already run it. */
export interface Migration extends Work {
  /** Higher than the version of every earlier migration. */
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

/** Writes the statements that add columns. A default must be a constant, or else PostgreSQL rewrites the table. */
export function addColumns(table: string, ...columns: readonly string[]): Work {
  const added = columns.map((column) => `ADD COLUMN ${column}`);
  return inEach({
    postgres: [`ALTER TABLE ${table} ${added.join(', ')}`],
    sqlite: added.map((one) => `ALTER TABLE ${table} ${one}`),
  });
}

/**
 * Changes existing rows on PostgreSQL in small transactions. SQLite runs nothing, because its statements of the
 * previous migration have already changed the rows.
 */
export function inBatches(statement: string): Work {
  return { postgres: { kind: 'batches', statement }, sqlite: [] };
}

/** Checks constraints of existing rows on PostgreSQL without blocking requests. SQLite did it when it copied them. */
export function validate(table: string, ...constraints: readonly string[]): Work {
  return inEach({
    postgres: constraints.map((name) => `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`),
    sqlite: [],
  });
}
