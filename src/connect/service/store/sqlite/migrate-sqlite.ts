import type { Migration, Phase } from '../migrations/migration.ts';
import { migrations as allMigrations } from '../migrations/migrations.ts';
import {
  createMigrationsTable,
  describeMismatch,
  readSchemaState,
  recordMigration,
  type SchemaState,
  type Select,
} from '../migrations/schema-state.ts';
import type { SqliteConnection } from './node-sqlite.ts';

const phases: readonly Phase[] = ['expand', 'contract'];
const listTables = `SELECT name FROM sqlite_master WHERE type = 'table'`;

export async function readSqliteState(
  sqlite: SqliteConnection,
  migrations?: readonly Migration[],
): Promise<SchemaState> {
  const select: Select = <Row>(query: string) => sqlite.prepare<Row>(query).all([]);
  return await readSchemaState(select, listTables, migrations);
}

/**
 * Migrates the tables in one transaction. Only one version of the service uses a file, so both phases run.
 *
 * @throws Error when the tables belong to a newer service or to a development version
 */
export async function migrateSqlite(
  sqlite: SqliteConnection,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    const state = await readSqliteState(sqlite, migrations);
    if (state.tooNew) throw new Error(describeMismatch(state));
    sqlite.exec(listStatements(state).join(';\n'));
    sqlite.exec('COMMIT');
  } catch (error) {
    try {
      sqlite.exec('ROLLBACK');
    } catch {
      // SQLite has already ended the transaction, as on a full disk.
    }
    throw error;
  }
}

function listStatements({ missing }: SchemaState): readonly string[] {
  return [
    createMigrationsTable,
    ...phases
      .flatMap((phase) => missing[phase])
      .flatMap((migration) => [...migration.sqlite, recordMigration(migration)]),
  ];
}
