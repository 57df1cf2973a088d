import type { Phase } from '../store/migrations/migration.ts';
import { describeMismatch, type SchemaState } from '../store/migrations/schema-state.ts';
import type { LiveAddress } from './check-applications.ts';
import { about, type Finding } from './finding.ts';

/** The findings of a look at the database. */
export interface DatabaseLook {
  readonly findings: readonly Finding[];
  readonly addresses: readonly LiveAddress[];
  /** Stored grants, as many as are enough to know their keys. */
  readonly grants: readonly string[];
}

/** The finding about the tables, and whether they can be read. */
interface SchemaLook {
  readonly finding: Finding;
  readonly isReadable: boolean;
}

/**
 * @param read - rejects for tables that no migration leads from
 * @param atStart - what the start of `serve` brings up to date itself
 */
export async function lookAtSchema(
  read: () => Promise<SchemaState>,
  atStart: readonly Phase[],
): Promise<SchemaLook> {
  try {
    const state = await read();
    const finding = checkSchema(state, atStart);
    return { finding, isReadable: !state.isEmpty && finding.level !== 'wrong' };
  } catch (error) {
    // Errors of a driver have a code, and are about the database as a whole.
    if (!(error instanceof Error) || 'code' in error) throw error;
    return { finding: about('tables').wrong(error.message), isReadable: false };
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

/** Both databases understand it. */
export const selectGrants =
  'SELECT sealed_grant FROM accounts WHERE sealed_grant IS NOT NULL LIMIT 1000';
