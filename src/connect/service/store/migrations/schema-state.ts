import type { Migration, Phase } from './migration.ts';
import { migrations as allMigrations } from './migrations.ts';

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly phase: Phase;
}

/** The tables of a database, compared with the list of migrations. */
export interface SchemaState {
  readonly isEmpty: boolean;
  /** The migrations that have not run, in order. Empty when the database belongs to a newer service. */
  readonly missing: Readonly<Record<Phase, readonly Migration[]>>;
  /**
   * A `contract` migration of a newer service that has run. It has removed something, so this service cannot use the
   * tables. Undefined if no such migration has run.
   */
  readonly tooNew: AppliedMigration | undefined;
}

export type Select = <Row>(query: string) => Promise<readonly Row[]> | readonly Row[];

export const createMigrationsTable = `CREATE TABLE IF NOT EXISTS schema_migrations (
  version bigint PRIMARY KEY, name text NOT NULL, phase text NOT NULL, applied_at bigint NOT NULL)`;

/** Writes the statement that records a migration. Its values are constants of this repository and need no quoting. */
export function recordMigration({ version, name, phase }: Migration): string {
  return `INSERT INTO schema_migrations VALUES (${version}, '${name}', '${phase}', ${Date.now()})`;
}

/**
 * Compares the tables of a database with the migrations.
 *
 * @param listTables - a query for the `name` of every table
 * @throws Error when the tables belong to a development version
 */
export async function readSchemaState(
  select: Select,
  listTables: string,
  migrations: readonly Migration[] = allMigrations,
): Promise<SchemaState> {
  const names = new Set((await select<{ name: string }>(listTables)).map(({ name }) => name));
  if (!names.has('schema_migrations') && !names.has('applications')) return compare([], migrations);
  const applied = names.has('schema_migrations') ? await readApplied(select) : [];
  const [first] = migrations;
  const isOurs = applied.some(
    ({ version, name }) => version === first?.version && name === first.name,
  );
  if (isOurs && (await hasNewestColumns(select))) return compare(applied, migrations);
  throw new Error(
    'The database has tables of a development version, from before 0.1.0, which this service cannot migrate. ' +
      'Start the service that created them, or name an empty database with DATABASE_URL or DATA_DIR.',
  );
}

/**
 * Looks for the columns that the baseline got last. Until its release, the baseline changes without
 * another version, so the tables of a development version may lack them.
 */
async function hasNewestColumns(select: Select): Promise<boolean> {
  try {
    await select('SELECT chosen_at, relies_on FROM flows, dashboard_sessions LIMIT 0');
    return true;
  } catch (error) {
    // PostgreSQL and SQLite have different codes for a missing column, but similar messages.
    if (/no such column|column .* does not exist/.test(String(error))) return false;
    throw error;
  }
}

async function readApplied(select: Select): Promise<readonly AppliedMigration[]> {
  const rows = await select<AppliedMigration>('SELECT version, name, phase FROM schema_migrations');
  return rows.map((row) => ({ ...row, version: Number(row.version) }));
}

function compare(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): SchemaState {
  const done = new Set(applied.map(({ version }) => version));
  const known = new Set(migrations.map(({ version }) => version));
  const find = (phase: Phase) =>
    migrations.filter((migration) => migration.phase === phase && !done.has(migration.version));
  return {
    isEmpty: applied.length === 0,
    missing: { expand: find('expand'), contract: find('contract') },
    tooNew: applied.find(({ version, phase }) => phase === 'contract' && !known.has(version)),
  };
}

/** @returns why this service cannot work with the tables, and what to do; undefined when it can */
export function describeMismatch({ isEmpty, missing, tooNew }: SchemaState): string | undefined {
  if (tooNew) {
    return (
      `The database was finished for a newer service (migration ${tooNew.version}, "${tooNew.name}"), so this one ` +
      'cannot use it. Start that service, or a newer one.'
    );
  }
  const [first] = missing.expand;
  if (!first) return undefined;
  const run = 'Run "npx tax-connect migrate", then start again. MIGRATE_ON_START=true does both.';
  if (isEmpty) return `The database has no tables. ${run}`;
  return (
    `The database is older than this service: ${missing.expand.length} migrations are missing, the first is ` +
    `${first.version}, "${first.name}". ${run}`
  );
}
