import { type Insertable, type Kysely, sql } from 'kysely';
import type { FlowStep } from '../../shapes/unions.ts';
import { addOwnedRow, isLiveFlow } from '../applications/application-tables.ts';
import { noApplication } from '../applications/registered-application.ts';
import { keepCodesMs } from '../connections/connection-tables.ts';
import { giveUpGrants } from '../providers/revocations.ts';
import { endWithoutSuccess } from '../sessions/session-ends.ts';
import { batchSize, type RunBatch, repeatWhileFull, type UnneededRows } from '../store/batches.ts';
import { keepChangesMs } from '../store/flow-changes.ts';
import type { Database } from '../store/schema.ts';
import { addUnlessDeleted, inTransaction } from '../store/transactions.ts';
import type { Flow } from './flows-table.ts';

export type FlowChange = Pick<Flow, 'step'> &
  Partial<Omit<Flow, 'token_hash' | 'client_id' | 'revision'>>;

/** Creates the store of flows. Each change is a compare-and-set: it fails when another request has changed the flow. */
export function createFlowStore(database: Kysely<Database>) {
  const select = () => database.selectFrom('flows').selectAll().where(isLiveFlow());
  return {
    /** Creates a flow. False when its application has been deleted. */
    async create(flow: Insertable<Database['flows']>): Promise<boolean> {
      const { client_id } = flow;
      if (client_id) {
        return await addUnlessDeleted(() => addOwnedRow(database, 'flows', { ...flow, client_id }));
      }
      await database.insertInto('flows').values(flow).execute();
      return true;
    },
    /**
     * Finds a flow, even an expired one. Undefined when the flow is unknown or its application has been deleted.
     *
     * @param tokenHash - SHA-256 of the flow token
     */
    async find(tokenHash: string): Promise<Flow | undefined> {
      const flow = await select().where('token_hash', '=', tokenHash).executeTakeFirst();
      return flow && withOwner(flow);
    },
    /** Like `find`, for many flows. The map has the flows that exist, by the hashes of their tokens. */
    async findAll(tokenHashes: readonly string[]): Promise<ReadonlyMap<string, Flow>> {
      const flows = await select().where('token_hash', 'in', tokenHashes).execute();
      return new Map(flows.map((flow) => [flow.token_hash, withOwner(flow)]));
    },
    /**
     * Moves a flow to another step, unless it has changed since the caller read it. If the change removes the flow's
     * grant, the grant is revoked.
     *
     * @returns false when another request has changed the flow
     */
    move: (flow: Flow, change: FlowChange): Promise<boolean> => moveFlow(database, flow, change),
    /**
     * Ends a flow because the person denied access. At the consent step, the flow's session ends in the same
     * transaction. Before that step, the person has decided nothing and may come back to the session.
     *
     * @returns the same as `move`
     */
    deny: (flow: Flow, now: number): Promise<boolean> =>
      inTransaction(database, async (transaction) => {
        const { session_hash: sessionHash, step } = flow;
        const denied = { step: 'denied', sealed_grant: null } as const;
        const isMoved = await moveFlow(transaction, flow, denied);
        if (isMoved && sessionHash !== null && step === 'consent') {
          await endWithoutSuccess(transaction, { sessionHash }, { status: 'denied', now });
        }
        return isMoved;
      }),
    /**
     * Counts a sign-in before it is tried, so that parallel tries count, too. A move to consent, or to the list at
     * `/manage`, subtracts it again, so that only failures count.
     *
     * @returns false when the flow already has `max` failed sign-ins
     */
    async countSignIn({ token_hash }: Flow, max: number): Promise<boolean> {
      const counted = await database
        .updateTable('flows')
        .set({ sign_ins: sql`sign_ins + 1` })
        .where('token_hash', '=', token_hash)
        .where('sign_ins', '<', max)
        .returning('sign_ins')
        .execute();
      return counted.length > 0;
    },
    async noteProblem(
      { token_hash, provider_id }: Flow,
      trouble: Pick<Flow, 'problem' | 'problem_at' | 'reference'>,
    ): Promise<void> {
      await database
        .updateTable('flows')
        .set({ ...trouble, problem_provider_id: provider_id })
        .where('token_hash', '=', token_hash)
        .execute();
    },
    /**
     * Extends the lifetime of a flow, and of the popup that has joined it. Returns the end of the flow, which is later
     * than `until` if another request has asked for more. Undefined when the flow has moved since.
     */
    prolong: (flow: Flow, until: number): Promise<number | undefined> =>
      inTransaction(database, (transaction) => prolongFlow(transaction, flow, until)),
    /** Records that the person has closed the page, unless the flow has moved since. */
    async noteLeft({ token_hash, revision }: Flow, now: number): Promise<void> {
      await database
        .updateTable('flows')
        .set({ left_at: now })
        .where('token_hash', '=', token_hash)
        .where('revision', '=', revision)
        .execute();
    },
  };
}

async function prolongFlow(
  transaction: Kysely<Database>,
  { token_hash, revision, joined_hash }: Flow,
  until: number,
): Promise<number | undefined> {
  const expires_at = sql<number>`CASE WHEN expires_at < ${until} THEN ${until} ELSE expires_at END`;
  const update = () => transaction.updateTable('flows').set({ expires_at });
  const prolonged = await update()
    .where('token_hash', '=', token_hash)
    .where('revision', '=', revision)
    .returning('expires_at')
    .executeTakeFirst();
  if (prolonged && joined_hash !== null) {
    await update().where('token_hash', '=', joined_hash).where('step', '=', 'joined').execute();
  }
  return prolonged?.expires_at;
}

function withOwner(flow: Flow): Flow {
  return { ...flow, client_id: flow.client_id ?? noApplication };
}

/** A move to one of these steps clears the flow's problem: the user has chosen a provider, or the login continues. */
const solvingSteps: ReadonlySet<FlowStep> = new Set(['login', 'mfa', 'consent']);
const signedInSteps: ReadonlySet<FlowStep> = new Set(['consent', 'manage']);
const oneSignInLess = {
  sign_ins: sql<number>`CASE WHEN sign_ins > 0 THEN sign_ins - 1 ELSE 0 END`,
};
const noProblem = { problem: null, problem_at: null, problem_provider_id: null } as const;

/** Like `move` of the store, within a transaction. */
export async function moveFlow(
  database: Kysely<Database>,
  flow: Flow,
  change: FlowChange,
): Promise<boolean> {
  const { sealed_grant = flow.sealed_grant } = change;
  if (flow.sealed_grant === sealed_grant) return await moveFlowWithGrant(database, flow, change);
  return await inTransaction(database, async (transaction) => {
    const isMoved = await moveFlowWithGrant(transaction, flow, change);
    if (isMoved) await giveUpGrants(transaction, [flow]);
    return isMoved;
  });
}

/** Like {@link moveFlow}, but does not revoke the flow's grant, because the caller has stored it elsewhere. */
export async function moveFlowWithGrant(
  database: Kysely<Database>,
  flow: Flow,
  change: FlowChange,
): Promise<boolean> {
  const solved = solvingSteps.has(change.step) ? noProblem : {};
  const isSignIn = signedInSteps.has(change.step) && !signedInSteps.has(flow.step);
  const moved = await database
    .updateTable('flows')
    .set({
      left_at: null,
      ...solved,
      ...change,
      ...(isSignIn && oneSignInLess),
      revision: sql`revision + 1`,
    })
    .where('token_hash', '=', flow.token_hash)
    .where('step', '=', flow.step)
    .where('revision', '=', flow.revision)
    .where(isLiveFlow())
    .returning('token_hash')
    .execute();
  return moved.length > 0;
}

const hourMs = 60 * 60 * 1000;
/** The time that expired flows are kept, in milliseconds. A flow is deleted before its code, which it refers to. */
const keepMs = keepCodesMs - hourMs;
/** An expired flow keeps its large columns this long, in milliseconds. The clocks of two processes differ by less. */
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

/** Clears the large columns of expired flows. The dashboard needs only the problem and the outcome. */
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
