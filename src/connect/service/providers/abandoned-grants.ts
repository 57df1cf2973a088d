import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Purge, purgeInBatches } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';
import { deleteHolders, giveUpGrants, type Holder, holderColumns } from './revocations.ts';

type AbandonedTable = 'flows' | 'codes';

/**
 * The time that a grant is left alone after its code or flow has expired, in milliseconds. The clocks of two processes
 * may differ, so one may still exchange a code that has expired for the other.
 */
const graceMs = 60_000;

/**
 * Queues the revocation of grants of expired flows, and of codes that were never exchanged. Returns the
 * larger of the numbers of flows and of codes that have lost their grants.
 */
export async function giveUpAbandoned(
  database: Kysely<Database>,
  now: number,
  batchSize: number,
): Promise<number> {
  const end = now - graceMs;
  const ends = { flows: sql`expires_at < ${end}`, codes: sql`kept_until < ${end}` };
  const empty = (table: AbandonedTable) =>
    inTransaction(database, async (transaction) => {
      const rows = await lockGrants(transaction, table, sql`${ends[table]} LIMIT ${batchSize}`);
      await takeGrants(transaction, table, rows);
      return rows.length;
    });
  return Math.max(await empty('flows'), await empty('codes'));
}

interface CodeOwner {
  readonly client_id: string;
  readonly provider_id: string;
  readonly username: string;
}

/** Queues the revocation of grants of an account's codes. It covers codes up to the consent with the number `last`. */
export async function giveUpCodes(
  transaction: Kysely<Database>,
  { client_id, provider_id, username }: CodeOwner,
  last: number,
): Promise<void> {
  const condition = sql`client_id = ${client_id} AND provider_id = ${provider_id}
    AND username = ${username} AND consent_number <= ${last}`;
  await takeGrants(transaction, 'codes', await lockGrants(transaction, 'codes', condition));
}

interface LockedHolder extends Holder {
  readonly key: string;
  readonly session_hash: string | null;
}

const keyColumns = { codes: 'code_hash', flows: 'token_hash' } as const;

/** Locks rows that hold a grant, and returns their current values; null for a grant that was lost meanwhile. */
async function lockGrants(
  transaction: Kysely<Database>,
  table: AbandonedTable,
  condition: RawBuilder<unknown>,
): Promise<readonly LockedHolder[]> {
  const [name, column] = [sql.table(table), sql.ref(keyColumns[table])];
  const session = table === 'flows' ? sql`session_hash` : sql`NULL AS session_hash`;
  const { rows } = await sql<LockedHolder>`
    UPDATE ${name} SET sealed_grant = sealed_grant
    WHERE ${column} IN (SELECT ${column} FROM ${name} WHERE sealed_grant IS NOT NULL AND ${condition})
    RETURNING ${column} AS key, ${session}, ${holderColumns(table)}`.execute(transaction);
  return rows;
}

async function takeGrants(
  transaction: Kysely<Database>,
  table: AbandonedTable,
  rows: readonly LockedHolder[],
): Promise<void> {
  if (rows.length === 0) return;
  const keys = sql.join(rows.map((row) => row.key));
  const moved = table === 'flows' ? sql`, revision = revision + 1` : sql``;
  await sql`UPDATE ${sql.table(table)} SET sealed_grant = NULL${moved}
    WHERE ${sql.ref(keyColumns[table])} IN (${keys})`.execute(transaction);
  await giveUpGrants(transaction, rows);
}

/**
 * Queues the revocation of grants of flows whose sessions end now. A flow that succeeds locks its own row before its
 * session, so this function locks the flows before `end` ends the sessions. Returns what `end` returns.
 */
export async function endWithGrants<Ended extends { readonly session_hash: string }>(
  transaction: Kysely<Database>,
  hashes: readonly string[],
  end: () => Promise<readonly Ended[]>,
): Promise<readonly Ended[]> {
  const condition = sql`session_hash IN (${sql.join(hashes)})`;
  const rows = await lockGrants(transaction, 'flows', condition);
  const ended = await end();
  const gone = new Set(ended.map(({ session_hash }) => session_hash));
  const lost = rows.filter(({ session_hash }) => session_hash !== null && gone.has(session_hash));
  await takeGrants(transaction, 'flows', lost);
  return ended;
}

/** Deletes the flows or codes of a deleted application, and queues the revocation of their grants. */
export async function purgeHolders(
  purge: Purge,
  table: AbandonedTable,
  clientId: string,
): Promise<void> {
  const [name, column] = [sql.table(table), sql.ref(keyColumns[table])];
  const batch = sql`${column} IN (
    SELECT ${column} FROM ${name} WHERE client_id = ${clientId} LIMIT ${purge.pace.batchSize})`;
  await purgeInBatches(purge, (connection) => deleteHolders(connection, table, batch));
}
