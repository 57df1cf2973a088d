import { applicationTables, operatorTables } from './baseline/applications.ts';
import { connectionTables } from './baseline/connections.ts';
import { flowTables } from './baseline/flows.ts';
import { onlyPostgres } from './baseline/only-postgres.ts';
import { onlySqlite } from './baseline/only-sqlite.ts';
import { sessionAndEventTables } from './baseline/sessions-and-events.ts';
import { inEach, type Migration } from './migration.ts';

const tables = [
  ...applicationTables,
  ...flowTables,
  ...connectionTables,
  ...sessionAndEventTables,
  ...operatorTables,
];

/** The tables of version 0.1.0. Change them here until its release. Then leave them unchanged and add migrations. */
const baseline: Migration = {
  version: 1,
  name: 'tables of 0.1.0',
  phase: 'expand',
  ...inEach({ postgres: [...tables, ...onlyPostgres], sqlite: [...tables, ...onlySqlite] }),
};

/** Every change of the tables. A new installation runs all of them. */
export const migrations: readonly Migration[] = [baseline];
