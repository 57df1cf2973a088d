import { consentGuards as postgresGuards } from '../../postgres/consent-guards.ts';
import { flowChangeLog as postgresLog } from '../../postgres/flow-changes.ts';
import { switchedProvidersView as postgresView } from '../../postgres/switched-providers.ts';
import { consentGuards as sqliteGuards } from '../../sqlite/consent-guards.ts';
import { flowChangeLog as sqliteLog } from '../../sqlite/flow-changes.ts';
import { switchedProvidersView as sqliteView } from '../../sqlite/switched-providers.ts';
import { inEach, type Migration } from '../migration.ts';
import { applicationTables } from './applications.ts';
import { connectionTables } from './connections.ts';
import { flowTables } from './flows.ts';
import { operatorTables } from './operators.ts';
import { sessionAndEventTables } from './sessions-and-events.ts';

/** Both databases accept these. */
const tables = [
  ...applicationTables,
  ...flowTables,
  ...connectionTables,
  ...sessionAndEventTables,
  ...operatorTables,
];

/** The tables of 0.1.0. Until it is released, a change of the tables is made here; then nothing changes here any more. */
export const baseline: Migration = {
  version: 1,
  name: 'tables of 0.1.0',
  phase: 'expand',
  ...inEach({
    postgres: [...tables, ...postgresGuards, postgresView, ...postgresLog],
    sqlite: [...tables, ...sqliteGuards, sqliteView, ...sqliteLog],
  }),
};
