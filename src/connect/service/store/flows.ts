import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import { addUnlessDeleted } from './deleted-owner.ts';
import { addOwnedRow, belongsToLive } from './live-application.ts';
import type { Database, Flow } from './schema.ts';

/** The columns that a step may change in a flow. */
export type FlowChange = Pick<Flow, 'step'> & Partial<Omit<Flow, 'token_hash' | 'revision'>>;

/** Flows, each a state machine that moves by compare-and-set. */
export interface FlowStore {
  /**
   * Stores a new flow.
   *
   * @returns false when its application has been deleted
   */
  create(flow: Insertable<Database['flows']>): Promise<boolean>;
  /**
   * @param tokenHash - SHA-256 of the flow token
   * @returns the flow, expired or not. Undefined when it is unknown or its application has been deleted
   */
  find(tokenHash: string): Promise<Flow | undefined>;
  /**
   * Moves a flow on, unless it has changed since the caller read it.
   *
   * @param flow - the flow as the caller read it
   * @param change - the new step and the other new values
   * @returns whether it moved; false when another request was faster
   */
  move(flow: Flow, change: FlowChange): Promise<boolean>;
}

/** @returns the store's methods for flows */
export function createFlowStore(database: Kysely<Database>): FlowStore {
  return {
    create: (flow) => addUnlessDeleted(() => addOwnedRow(database, 'flows', flow)),
    find: (tokenHash) =>
      database
        .selectFrom('flows')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where(belongsToLive('flows.client_id'))
        .executeTakeFirst(),
    move: (flow, change) => moveFlow(database, flow, change),
  };
}

/**
 * The same as {@link FlowStore.move}, for use within a transaction.
 *
 * @param database - the database or a transaction on it
 * @param flow - the flow as the caller read it
 * @param change - the new step and the other new values
 * @returns whether it moved
 */
export async function moveFlow(
  database: Kysely<Database> | Transaction<Database>,
  flow: Flow,
  change: FlowChange,
): Promise<boolean> {
  const moved = await database
    .updateTable('flows')
    .set({ ...change, revision: sql`revision + 1` })
    .where('token_hash', '=', flow.token_hash)
    .where('step', '=', flow.step)
    .where('revision', '=', flow.revision)
    .where(belongsToLive('flows.client_id'))
    .returning('token_hash')
    .execute();
  return moved.length > 0;
}
