import { type Kysely, sql } from 'kysely';
import { type FlowChanges, noteChanges } from '../flow-changes.ts';
import type { Database } from '../schema.ts';

/** The table of changes. AUTOINCREMENT never reuses an ID, so a reader continues after the last ID that it has seen. */
export const flowChangeLog: readonly string[] = [
  `CREATE TABLE flow_changes (
    id integer PRIMARY KEY AUTOINCREMENT,
    token_hash text NOT NULL,
    changed_at bigint NOT NULL DEFAULT (unixepoch() * 1000)
  )`,
  ...noteChanges((name, event, statement) => [
    `CREATE TRIGGER ${name} AFTER ${event} BEGIN ${statement}; END`,
  ]),
];

/** The statement of `Store.listFlowChanges`. */
export async function listFlowChanges(
  database: Kysely<Database>,
  since: string | undefined,
): Promise<FlowChanges> {
  if (since === undefined) {
    const { rows } = await sql<{ last: number }>`
      SELECT coalesce(max(id), 0) AS last FROM flow_changes`.execute(database);
    return { hashes: [], position: String(rows[0]?.last ?? 0) };
  }
  const changes = await database
    .selectFrom('flow_changes')
    .select(['id', 'token_hash'])
    .where('id', '>', Number(since))
    .orderBy('id')
    .execute();
  return {
    hashes: changes.map(({ token_hash }) => token_hash),
    position: String(changes.at(-1)?.id ?? since),
  };
}
