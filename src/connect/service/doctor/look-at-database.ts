import type { KeyCounts } from '../reseal/sealed-values.ts';
import type { Phase } from '../store/migrations/migration.ts';
import { describeMismatch, type SchemaState } from '../store/migrations/schema-state.ts';
import { about, type Finding } from './finding.ts';

export interface LiveAddress {
  readonly client_id: string;
  readonly address: string;
}

export const selectLiveAddresses = `
  SELECT coalesce(public_client_id, client_id) AS client_id, origin AS address FROM origins JOIN applications USING (client_id)
  WHERE environment = 'live' AND deleted_at IS NULL
  UNION
  SELECT coalesce(public_client_id, client_id), redirect_uri FROM redirect_uris JOIN applications USING (client_id)
  WHERE environment = 'live' AND deleted_at IS NULL
  ORDER BY client_id, address`;

export interface DatabaseLook {
  readonly findings: readonly Finding[];
  readonly addresses: readonly LiveAddress[];
  /** The number of encrypted values for each key. Undefined when the tables are outdated or missing. */
  readonly sealed?: KeyCounts | undefined;
}

interface SchemaLook {
  readonly finding: Finding;
  readonly isReadable: boolean;
  /** True when all tables and columns exist. */
  readonly isCurrent: boolean;
}

/**
 * Compares the tables with the migrations. `read` rejects for tables that no migration can update. `atStart` lists
 * the phases of migrations that `serve` runs when it starts.
 */
export async function lookAtSchema(
  read: () => Promise<SchemaState>,
  atStart: readonly Phase[],
): Promise<SchemaLook> {
  try {
    const state = await read();
    const finding = checkSchema(state, atStart);
    const isReadable = !state.isEmpty && finding.level !== 'wrong';
    return { finding, isReadable, isCurrent: isReadable && state.missing.expand.length === 0 };
  } catch (error) {
    // An error with a code comes from the driver. It concerns the whole database, not only its tables.
    if (!(error instanceof Error) || 'code' in error) throw error;
    const finding = about('tables').wrong(error.message);
    return { finding, isReadable: false, isCurrent: false };
  }
}

function checkSchema(state: SchemaState, atStart: readonly Phase[]): Finding {
  const { ok, risk, wrong } = about('tables');
  const mismatch = describeMismatch(state);
  if (mismatch !== undefined && (state.tooNew || !atStart.includes('expand')))
    return wrong(mismatch);
  if (state.isEmpty) return ok('The first start creates them.');
  const { expand, contract } = state.missing;
  if (expand.length > 0) return ok(`The start runs ${expand.length} migrations.`);
  if (contract.length === 0 || atStart.includes('contract')) {
    return ok('They are as this service needs them.');
  }
  return risk(
    `They still serve the version before, which costs a little. When none of its processes runs, run "npx tax-connect migrate --finish" (${contract.length} migrations).`,
  );
}
