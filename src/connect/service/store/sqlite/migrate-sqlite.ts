import type { Phase } from '../migrations/migration.ts';
import { migrations } from '../migrations/migrations.ts';
import {
  createMigrationsTable,
  describeMismatch,
  readSchemaState,
  recordMigration,
  type SchemaState,
  type Select,
} from '../migrations/schema-state.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const phases: readonly Phase[] = ['expand', 'contract'];
const listTables = `SELECT name FROM sqlite_master WHERE type = 'table'`;

/** @returns how the tables compare to the list of migrations */
export async function readSqliteState(sqlite: SqliteConnection): Promise<SchemaState> {
  const select: Select = <Row>(query: string) => sqlite.prepare<Row>(query).all([]);
  return await readSchemaState(select, listTables);
}

/**
 * Brings the tables up to date, in one transaction. Only one version of the service uses a file, so both phases run.
 *
 * @throws Error when the tables are of a newer service or of a development version
 */
export async function migrateSqlite(sqlite: SqliteConnection): Promise<void> {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    const state = await readSqliteState(sqlite);
    if (state.tooNew) throw new Error(describeMismatch(state));
    if (state.isEmpty && newTables) sqlite.exec(newTables);
    else sqlite.exec(listStatements(state).join(';\n'));
    if (state.isEmpty) newTables ??= describeTables(sqlite);
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

function listStatements({ isUnlisted, missing }: SchemaState): readonly string[] {
  const first = isUnlisted ? migrations.slice(0, 1) : [];
  return [
    createMigrationsTable,
    ...first.map(recordMigration),
    ...phases
      .flatMap((phase) => missing[phase])
      .flatMap((migration) => [...migration.sqlite, recordMigration(migration)]),
  ];
}

/** Each ALTER TABLE makes SQLite read all tables anew. This is its result, for programs that open many databases. */
let newTables: string | undefined;

function describeTables(sqlite: SqliteConnection): string {
  const created = sqlite
    .prepare<{ sql: string }>(
      `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type <> 'table', rowid`,
    )
    .all([]);
  const { version } = sqlite
    .prepare<{ version: number }>('SELECT version FROM schema_version')
    .get([]) ?? { version: 0 };
  return [
    ...created.map(({ sql }) => sql),
    `INSERT INTO schema_version VALUES (${version})`,
    ...migrations.map(recordMigration),
  ].join(';\n');
}
