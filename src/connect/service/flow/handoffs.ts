import { type Kysely, sql } from 'kysely';
import { belongsToLive } from '../applications/application-tables.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction, tryInsert, undoIfFalse } from '../store/transactions.ts';
import { moveFlow } from './flows.ts';
import type { Flow } from './flows-table.ts';

/** The columns of a flow that waits for a popup. With the handoff, a secret, the popup's page joins the flow. */
type NewHandoff = Omit<
  Pick<Flow, keyof typeof withoutHandoff>,
  'handoff_state' | 'handoff_number' | 'handoff_tries' | 'joined_hash'
>;

/** The flow of the frame's document, and the flow of the popup's document. */
interface Documents {
  readonly flow: Flow;
  readonly popup: Flow;
}

interface Question {
  readonly now: number;
  /** The user must answer before this time, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The number that the modal shows and the user types; null when no number is needed. */
  readonly number: string | null;
}

interface Joining {
  readonly now: number;
  /** A sign-in on the provider's site that the popup has begun, and that continues after the handoff's expiry. */
  readonly visit?: Pick<Flow, 'provider_id' | 'sealed_challenge'> | undefined;
}

/** The values of the handoff columns while a flow has only one document. */
export const withoutHandoff = {
  handoff_hash: null,
  handoff_state: null,
  handoff_expires_at: null,
  handoff_provider_id: null,
  handoff_locale: null,
  handoff_theme: null,
  handoff_session_id: null,
  handoff_network: null,
  handoff_number: null,
  handoff_tries: null,
  joined_hash: null,
} as const;

export const atSelection = {
  step: 'select',
  provider_id: null,
  username: null,
  subject: null,
  account_label: null,
  chosen_at: null,
  signed_in_at: null,
  shares: null,
  terms: null,
  consent_locale: null,
  consent_text_hash: null,
  sealed_challenge: null,
  sealed_grant: null,
  attempt: null,
} as const;

/** In each method, `flow` belongs to the frame's document, and `popup` to the popup's document. */
export function createHandoffStore(database: Kysely<Database>, hasRowLocks: boolean) {
  return {
    /**
     * Stores a handoff, with which a popup's page can join the flow. Earlier handoffs of the flow become invalid, and
     * the flow returns to the selection.
     *
     * @returns false when the flow has changed, or another flow has the same handoff
     */
    register: (flow: Flow, handoff: NewHandoff): Promise<boolean> =>
      tryInsert(() => {
        const waiting = { ...withoutHandoff, handoff_state: 'waiting', handoff_tries: 0 } as const;
        return moveFlow(database, flow, { ...atSelection, ...waiting, ...handoff });
      }),
    /** Finds the flow that registered this handoff, even after a popup has joined. */
    find: (handoffHash: string): Promise<Flow | undefined> =>
      database
        .selectFrom('flows')
        .selectAll()
        .where('handoff_hash', '=', handoffHash)
        .where(belongsToLive('flows.client_id'))
        .executeTakeFirst(),
    /**
     * Reserves the flow for one popup, whose page asks its user whether they opened it. False when another popup was
     * faster, or the handoff has expired.
     */
    ask: (flow: Flow, popup: Flow, question: Question): Promise<boolean> =>
      reserveForPopup(database, { flow, popup, ...question }),
    countTry: (flow: Flow, popup: Flow, max: number) => countTry(database, { flow, popup, max }),
    /** Joins the two documents. False when another popup was faster. */
    join: (flow: Flow, popup: Flow, joining: Joining): Promise<boolean> =>
      joinFlows(database, { flow, popup, ...joining }),
    /** Makes the flow's handoff invalid, so that no popup can join with it. */
    async refuse(flow: Flow): Promise<void> {
      await database
        .updateTable('flows')
        .set({ handoff_state: 'refused', handoff_number: null })
        .where('handoff_hash', '=', flow.handoff_hash)
        .where('handoff_state', 'in', ['waiting', 'asked'])
        .execute();
    },
    /**
     * Records that documents listen for events. All hashes are one parameter, so that the text of the statement does
     * not depend on their number. A locked row is skipped until the next time, because two transactions that lock
     * several flows could deadlock.
     */
    async markSeen(tokenHashes: readonly string[], now: number): Promise<void> {
      const hashes = JSON.stringify(tokenHashes);
      const free = hasRowLocks
        ? sql`SELECT token_hash FROM flows
            WHERE token_hash = ANY(ARRAY(SELECT json_array_elements_text(${hashes}::json)))
            FOR UPDATE SKIP LOCKED`
        : sql`SELECT value FROM json_each(${hashes})`;
      await sql`UPDATE flows SET seen_at = ${now} WHERE token_hash IN (${free})`.execute(database);
    },
  };
}

/**
 * Counts a typed number before it is compared, in one statement, so that parallel guesses count, too.
 *
 * @returns the correct number and the number of tries; undefined when the popup was not asked, or has used all tries
 */
async function countTry(
  database: Kysely<Database>,
  { flow, popup, max }: Documents & { readonly max: number },
): Promise<{ readonly right: string | null; readonly tries: number } | undefined> {
  const counted = await database
    .updateTable('flows')
    .set({ handoff_tries: sql<number>`handoff_tries + 1` })
    .where('handoff_hash', '=', flow.handoff_hash)
    .where('handoff_state', '=', 'asked')
    .where('joined_hash', '=', popup.token_hash)
    .where('handoff_tries', '<', max)
    .returning(['handoff_number', 'handoff_tries'])
    .executeTakeFirst();
  return counted && { right: counted.handoff_number, tries: counted.handoff_tries ?? max };
}

async function reserveForPopup(
  database: Kysely<Database>,
  { flow, popup, now, expiresAt, number }: Documents & Question,
): Promise<boolean> {
  return await inTransaction(database, async (transaction) => {
    const asked = await transaction
      .updateTable('flows')
      .set({
        handoff_state: 'asked',
        handoff_number: number,
        handoff_expires_at: expiresAt,
        joined_hash: popup.token_hash,
      })
      .where('handoff_hash', '=', flow.handoff_hash)
      .where('handoff_state', '=', 'waiting')
      .where('handoff_expires_at', '>', now)
      .returning('token_hash')
      .execute();
    if (asked.length === 0) return false;
    await transaction
      .updateTable('flows')
      .set({ joined_hash: flow.token_hash })
      .where('token_hash', '=', popup.token_hash)
      .execute();
    return true;
  });
}

async function joinFlows(
  database: Kysely<Database>,
  { flow, popup, now, visit }: Documents & Joining,
): Promise<boolean> {
  // The person may have chosen in the popup before the frame's flow started.
  const chosen_at = Math.max(popup.chosen_at ?? now, flow.started_at ?? 0);
  const login = visit ? { ...visit, step: 'login' as const, chosen_at } : {};
  return await undoIfFalse(database, async (transaction) => {
    const joined = await transaction
      .updateTable('flows')
      .set({
        handoff_state: 'joined',
        handoff_network: null,
        handoff_number: null,
        joined_hash: popup.token_hash,
        ...login,
      })
      .where('handoff_hash', '=', flow.handoff_hash)
      .where('handoff_state', '=', visit ? 'waiting' : 'asked')
      .$if(!visit, (query) => query.where('joined_hash', '=', popup.token_hash))
      .where(visit ? 'expires_at' : 'handoff_expires_at', '>', now)
      .returning('token_hash')
      .execute();
    if (joined.length === 0) return false;
    // The popup's document requests its events after this response. Until then, it counts as listening.
    return await moveFlow(transaction, popup, {
      step: 'joined',
      joined_hash: flow.token_hash,
      expires_at: flow.expires_at,
      seen_at: now,
      sealed_challenge: null,
    });
  });
}
