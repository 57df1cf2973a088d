import { type Kysely, sql } from 'kysely';
import { type FlowChanges, noteChanges } from '../flow-changes.ts';
import type { Database } from '../schema.ts';

/**
 * Rows become visible out of the order of their IDs, because transactions commit in another order. So a reader
 * continues by transactions. Its unread rows come from transactions that were open at its last read, or from newer
 * ones. A position is a snapshot, which names both, so that no row is read twice, even during a long transaction in
 * another database.
 *
 * @see https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT
 */
export const flowChangeLog: readonly string[] = [
  `CREATE TABLE flow_changes (
    id bigserial PRIMARY KEY,
    token_hash text NOT NULL,
    changed_at bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
    written xid8 NOT NULL DEFAULT pg_current_xact_id()
  )`,
  'CREATE INDEX flow_changes_by_writer ON flow_changes (written)',
  ...noteChanges((name, event, statement) => [
    `CREATE FUNCTION note_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN ${statement}; RETURN NULL; END $$`,
    `CREATE TRIGGER ${name} AFTER ${event} EXECUTE FUNCTION note_${name}()`,
  ]),
];

/** The statement of `Store.listFlowChanges`. */
export async function listFlowChanges(
  database: Kysely<Database>,
  since: string | undefined,
): Promise<FlowChanges> {
  const last = sql`${since ?? null}::text::pg_snapshot`;
  const { rows } = await sql<FlowChanges>`
    SELECT pg_current_snapshot()::text AS position, ARRAY(
      SELECT token_hash FROM flow_changes WHERE written >= pg_snapshot_xmax(${last})
      UNION SELECT token_hash FROM flow_changes WHERE written IN (SELECT pg_snapshot_xip(${last}))
    ) AS hashes`.execute(database);
  const [changes] = rows;
  if (!changes) throw new Error('A query without a table has returned no row.');
  return changes;
}
