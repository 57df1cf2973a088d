import type { Variables } from './basics/settings.ts';
import { readDatabaseSettings } from './database-settings.ts';
import { explainPostgres } from './explain-start-error.ts';
import { describeMismatch, type SchemaState } from './store/migrations/schema-state.ts';
import { migratePostgres, readPostgresState } from './store/postgres/migrate-postgres.ts';

/** Options: with `isDryRun`, nothing changes. `isFinish` removes what only the previous version needed. */
export interface MigrateOptions {
  readonly isFinish: boolean;
  readonly isDryRun: boolean;
  readonly report: (line: string) => void;
}

/**
 * Migrates the tables of PostgreSQL, and reports which migrations are still missing.
 *
 * @throws Error with a message for the operator
 */
export async function migrate(
  variables: Variables,
  { isFinish, isDryRun, report }: MigrateOptions,
): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl = databaseUrl } = readDatabaseSettings(variables);
  if (migrationDatabaseUrl === undefined) {
    report('DATABASE_URL is not set. The start of serve migrates the embedded database.');
    return;
  }
  try {
    if (!isDryRun) {
      const phase = isFinish ? 'contract' : 'expand';
      await migratePostgres(migrationDatabaseUrl, { phase, report });
    }
    for (const line of describe(await readPostgresState(migrationDatabaseUrl))) report(line);
  } catch (error) {
    throw new Error(explain(error, migrationDatabaseUrl), { cause: error });
  }
}

function describe(state: SchemaState): readonly string[] {
  if (state.tooNew) return [describeMismatch(state) ?? ''];
  const { expand, contract } = state.missing;
  const list = (title: string, migrations: typeof expand) =>
    migrations.length === 0
      ? []
      : [title, ...migrations.map(({ version, name }) => `  ${version} ${name}`)];
  if (expand.length + contract.length === 0) return ['The tables are up to date.'];
  return [
    ...list('Missing, for "npx tax-connect migrate":', expand),
    ...list(
      'Missing, for "npx tax-connect migrate --finish" after the last process of the old version has stopped:',
      contract,
    ),
  ];
}

function explain(error: unknown, url: string): string {
  // "localhost" has two addresses, so a failed connection has an error for each of them.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  return explainPostgres(first, url, 'MIGRATION_DATABASE_URL') ?? first.message;
}
