import { type Kysely, sql } from 'kysely';
import { keepCodesMs } from '../connections/codes-table.ts';
import { batchSize, type RunBatch, repeatWhileFull, type UnneededRows } from '../store/batches.ts';
import { keepChangesMs } from '../store/flow-changes.ts';
import type { Database } from '../store/schema.ts';

const hourMs = 60 * 60 * 1000;
/** How long flows are kept after their expiry, in milliseconds. Their codes outlive them. */
const keepMs = keepCodesMs - hourMs;
/** More than the difference between the clocks of two processes. */
const emptyMs = 60_000;
/** Flows without a login or a problem are kept for less time, because every request for a document creates one. */
const keepEmptyMs = hourMs;

export const listOldFlows = (now: number): readonly UnneededRows[] => [
  {
    table: 'flows',
    key: ['token_hash'],
    condition: sql`username IS NULL AND problem IS NULL AND expires_at < ${now - keepEmptyMs}`,
  },
  {
    table: 'flows',
    key: ['token_hash'],
    condition: sql`expires_at < ${now - keepMs} AND sealed_grant IS NULL`,
  },
  { table: 'flow_changes', key: ['id'], condition: sql`changed_at < ${now - keepChangesMs}` },
];

/**
 * Clears the large columns of expired flows. The dashboard needs only the problem and the outcome; the rest can be
 * 100 times as large.
 */
export async function emptyOldFlows(runBatch: RunBatch, now: number): Promise<void> {
  await repeatWhileFull(() => runBatch((connection) => emptyFlows(connection, now)));
}

async function emptyFlows(connection: Kysely<Database>, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE flows SET state = NULL, nonce = NULL, code_challenge = NULL, terms = NULL, sealed_challenge = NULL
    WHERE token_hash IN (SELECT token_hash FROM flows WHERE expires_at < ${now - emptyMs}
      AND (state IS NOT NULL OR nonce IS NOT NULL OR code_challenge IS NOT NULL OR terms IS NOT NULL
        OR sealed_challenge IS NOT NULL) LIMIT ${sql.lit(batchSize)})`.execute(connection);
  return Number(numAffectedRows ?? 0);
}
