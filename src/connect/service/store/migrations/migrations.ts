import { baseline } from './baseline.ts';
import { finish } from './finish.ts';
import { inBoth, type Migration } from './migration.ts';
import { newColumns } from './new-columns.ts';
import { newTables } from './new-tables.ts';
import { operatorsAndStreams } from './operators-and-streams.ts';
import { orderAndBounds } from './order-and-bounds.ts';

/** Every change of the tables. A new installation runs all of them. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'first version', phase: 'expand', ...inBoth(...baseline) },
  ...newColumns,
  ...newTables,
  ...finish,
  ...operatorsAndStreams,
  ...orderAndBounds,
];
