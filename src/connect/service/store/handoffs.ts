import type { Kysely } from 'kysely';
import type { Theme } from '../../shapes/unions.ts';
import { moveFlow } from './flows.ts';
import { belongsToLive } from './live-application.ts';
import type { Database, Flow } from './schema.ts';
import { tryInsert } from './unique-keys.ts';

/** What a flow waits for. */
interface NewHandoff {
  /** SHA-256 of the handoff. */
  readonly hash: string;
  /** Until when a window's page may join, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** What that page is to start with, or null. */
  readonly providerId: string | null;
  /** What it is to look like, or null. */
  readonly locale: string | null;
  readonly theme: Theme | null;
  /** The host's reference, or null. */
  readonly sessionId: string | null;
}

/** How a window's document joins. */
interface Joining {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The login that the window is in already: the flow goes on with it, however late that is. */
  readonly visit?: Pick<Flow, 'provider_id' | 'sealed_challenge'> | undefined;
}

/** A flow that is no longer, or not yet, in two documents. */
export const withoutHandoff = {
  handoff_hash: null,
  handoff_state: null,
  handoff_expires_at: null,
  handoff_provider_id: null,
  handoff_locale: null,
  handoff_theme: null,
  handoff_session_id: null,
  joined_hash: null,
} as const;

/** A flow at its selection, without a login. */
export const atSelection = {
  step: 'select',
  provider_id: null,
  username: null,
  subject: null,
  account_label: null,
  sealed_challenge: null,
  sealed_grant: null,
  attempt: null,
} as const;

/** Flows in two documents: the frame's, which was bound to the host, and that of a window. */
export interface HandoffStore {
  /**
   * Lets a window's page join the flow, instead of any that could before. What was done in the flow
   * is forgotten.
   *
   * @param flow - of the frame's document, as the caller read it
   * @param handoff - what the window's page will show
   * @returns whether the flow was still there, and no other had this handoff
   */
  register(flow: Flow, handoff: NewHandoff): Promise<boolean>;
  /**
   * @param handoffHash - SHA-256 of the handoff
   * @returns the flow that waits for it, or did
   */
  find(handoffHash: string): Promise<Flow | undefined>;
  /**
   * Joins the two, once: of several windows at most one.
   *
   * @param flow - of the frame's document
   * @param popup - of the window's document
   * @param joining - when, and with which login
   * @returns whether they have joined
   */
  join(flow: Flow, popup: Flow, joining: Joining): Promise<boolean>;
  /**
   * The service did not let a window's page in, and lets no other in by the same handoff.
   *
   * @param flow - of the frame's document
   */
  refuse(flow: Flow): Promise<void>;
  /**
   * @param tokenHash - of the flow whose document listens for events
   * @param now - milliseconds since the epoch
   */
  markSeen(tokenHash: string, now: number): Promise<void>;
}

/**
 * @param database - the database
 * @returns the part of the store about handoffs
 */
export function createHandoffStore(database: Kysely<Database>): HandoffStore {
  return {
    register: (flow, { hash, expiresAt, providerId, locale, theme, sessionId }) =>
      tryInsert(() =>
        moveFlow(database, flow, {
          ...atSelection,
          handoff_hash: hash,
          handoff_state: 'waiting',
          handoff_expires_at: expiresAt,
          handoff_provider_id: providerId,
          handoff_locale: locale,
          handoff_theme: theme,
          handoff_session_id: sessionId,
          joined_hash: null,
        }),
      ),
    find: (handoffHash) =>
      database
        .selectFrom('flows')
        .selectAll()
        .where('handoff_hash', '=', handoffHash)
        .where(belongsToLive('flows.client_id'))
        .executeTakeFirst(),
    join: (flow, popup, joining) => joinFlows(database, { flow, popup, ...joining }),
    async refuse(flow) {
      await database
        .updateTable('flows')
        .set({ handoff_state: 'refused' })
        .where('handoff_hash', '=', flow.handoff_hash)
        .where('handoff_state', '=', 'waiting')
        .execute();
    },
    async markSeen(tokenHash, now) {
      await database
        .updateTable('flows')
        .set({ seen_at: now })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
  };
}

interface Joined extends Joining {
  readonly flow: Flow;
  readonly popup: Flow;
}

async function joinFlows(
  database: Kysely<Database>,
  { flow, popup, now, visit }: Joined,
): Promise<boolean> {
  const undone = new Error('The document of the window has been used meanwhile.');
  const login = visit ? { ...visit, step: 'login' as const } : {};
  const join = async (transaction: Kysely<Database>) => {
    const joined = await transaction
      .updateTable('flows')
      .set({ handoff_state: 'joined', joined_hash: popup.token_hash, ...login })
      .where('handoff_hash', '=', flow.handoff_hash)
      .where('handoff_state', '=', 'waiting')
      .where(visit ? 'expires_at' : 'handoff_expires_at', '>', now)
      .returning('token_hash')
      .execute();
    if (joined.length === 0) return false;
    // It asks for its events next: until then it counts as seen.
    const isMoved = await moveFlow(transaction, popup, {
      step: 'joined',
      joined_hash: flow.token_hash,
      expires_at: flow.expires_at,
      seen_at: now,
      sealed_challenge: null,
    });
    if (!isMoved) throw undone;
    return true;
  };
  try {
    return await database.transaction().execute(join);
  } catch (error) {
    if (error === undone) return false;
    throw error;
  }
}
