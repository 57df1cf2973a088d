import type { FlowChangesTable } from './flow-changes.ts';

/**
 * The tables, except `schema_migrations`. Each file that owns a table adds the table to this interface. Times are
 * milliseconds since the epoch; hashes are SHA-256.
 */
export interface Database {
  flow_changes: FlowChangesTable;
}
