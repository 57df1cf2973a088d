import { baseline } from './baseline/baseline.ts';
import type { Migration } from './migration.ts';

/** Every change of the tables. A new installation runs all of them. */
export const migrations: readonly Migration[] = [baseline];
