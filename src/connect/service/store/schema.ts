import type { FlowChangesTable } from './flow-changes.ts';

/**
 * All tables except those of `migrations/`. Each file with a table adds it to this interface. Times are milliseconds
 * since the epoch; hashes are SHA-256.
 */
export interface Database {
  flow_changes: FlowChangesTable;
}
