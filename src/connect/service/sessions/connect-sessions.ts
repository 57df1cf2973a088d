import { randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { addOwnedRow } from '../applications/application-tables.ts';
import { isAhead } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { addUnlessDeleted, inTransaction, tryInsert } from '../store/transactions.ts';
import {
  describeOutcome,
  findLinked,
  type HashedSession,
  listOpenSessions,
  listOutcomes,
  type SessionQuery,
  selectOutcomes,
} from './read-sessions.ts';
import { type FreshCode, type OwnSession, replaceCode } from './session-codes.ts';
import { endWithoutSuccess, keepSessionsMs, parseIds } from './session-ends.ts';

/** The columns that backends set, apart from the application's own IDs of a person. */
const termColumns = [
  ...(['known_account_id', 'provider_ids', 'state', 'locale'] as const),
  ...(['redirect_uri', 'expires_at'] as const),
];

type Row = Selectable<Database['connect_sessions']>;

/** The terms of a session, as its backend has set them. */
export type SessionTerms = Omit<Pick<Row, (typeof termColumns)[number]>, 'provider_ids'> & {
  /** The providers that the user may choose; null for all providers. */
  readonly provider_ids: readonly string[] | null;
};

/** The columns by which a repeated request for a session is recognized. */
export type RepeatableRequest = Pick<Row, 'idempotency_hash' | 'request_hash' | 'session_salt'>;

/** The columns of a new session, which has no outcome yet. */
type NewSession = Omit<
  Insertable<Database['connect_sessions']>,
  'kept_until' | 'status' | 'finished_at' | 'account_id' | 'provider_id' | 'code_hash'
>;

/** Creates a session ID. IDs sort by the time of their creation. */
export function createSessionId(now: number): string {
  return `cs_${now.toString(16).padStart(12, '0')}${randomBytes(12).toString('hex')}`;
}

export function createConnectSessionStore(database: Kysely<Database>) {
  const hasRoom = createRoomCheck(database);
  return {
    ...createSessionLookups(database),
    /**
     * Stores a session. False when the application has `maxOpen` open sessions or has been deleted, or when another
     * request has used the idempotency key. Simultaneous requests may exceed the maximum. Once it is reached, requests
     * are refused for up to a second.
     */
    create: async (session: NewSession, maxOpen: number): Promise<boolean> =>
      (await hasRoom(session, maxOpen)) && (await create(database, session)),
    /** Reads a session and its outcome. Undefined for an unknown session, and when it ended too long ago. */
    async read({ clientId, sessionId }: OwnSession, now: number) {
      const session = await selectOutcomes(database, now)
        .where('connect_sessions.session_id', '=', sessionId)
        .where('connect_sessions.client_id', '=', clientId)
        .executeTakeFirst();
      return session && describeOutcome(session, now);
    },
    replaceCode: (session: OwnSession, code: FreshCode) => replaceCode(database, session, code),
    /** Cancels a session. False when the session was not open. */
    cancel: (session: OwnSession, now: number): Promise<boolean> =>
      endWithoutSuccess(database, session, { status: 'canceled', now }),
    /** Lists the sessions that can still be read, newest first. */
    list: (clientId: string, query: SessionQuery, now: number) =>
      listOutcomes(database, { clientId, ...query, now }),
  };
}

/** Finds sessions by their secrets, and by the keys of the requests that created them. */
function createSessionLookups(database: Kysely<Database>) {
  return {
    /** Finds the session that an earlier request with this idempotency key created. */
    findRepeated: (clientId: string, keyHash: string, now: number) =>
      database
        .selectFrom('connect_sessions')
        .select(['session_id', 'session_hash', 'expires_at', 'request_hash', 'session_salt'])
        .where('client_id', '=', clientId)
        .where('idempotency_hash', '=', keyHash)
        .where('kept_until', '>', now)
        .executeTakeFirst(),
    /**
     * Finds an open session. There is a single lookup by the hash of the secret, so every refusal takes the same time.
     *
     * @returns undefined when the session is unknown, has ended, or belongs to another application
     */
    async findOpen(
      { client_id, session_hash }: HashedSession,
      now: number,
    ): Promise<SessionTerms | undefined> {
      const session = await database
        .selectFrom('connect_sessions')
        .select(termColumns)
        .where(({ and }) => and({ client_id, session_hash, status: 'open' }))
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return session && { ...session, provider_ids: parseIds(session.provider_ids) };
    },
    listOpen: (hashes: readonly string[], now: number) => listOpenSessions(database, hashes, now),
    findLinked: (session: HashedSession, now: number) => findLinked(database, session, now),
    /** Finds the ID of a session, even of an ended session. */
    async findId(sessionHash: string): Promise<string | undefined> {
      const session = await database
        .selectFrom('connect_sessions')
        .select('session_id')
        .where('session_hash', '=', sessionHash)
        .executeTakeFirst();
      return session?.session_id;
    },
  };
}

function create(database: Kysely<Database>, session: NewSession): Promise<boolean> {
  const { client_id: clientId, created_at: now, idempotency_hash: keyHash } = session;
  const row = { ...session, kept_until: session.expires_at + keepSessionsMs };
  // False when another request with the same key was faster.
  return tryInsert(() =>
    addUnlessDeleted(async () => {
      if (!keyHash) return await addOwnedRow(database, 'connect_sessions', row);
      return await inTransaction(database, async (transaction) => {
        // Frees the key if its session ended more than seven days ago, and the sweep has not deleted that session yet.
        await transaction
          .updateTable('connect_sessions')
          .set({ idempotency_hash: null })
          .where('client_id', '=', clientId)
          .where('idempotency_hash', '=', keyHash)
          .where('kept_until', '<=', now)
          .execute();
        return await addOwnedRow(transaction, 'connect_sessions', row);
      });
    }),
  );
}

/** The number of further sessions that an application may open before this process counts its open sessions again. */
interface Room {
  left: number;
  /** Until this time, no session is opened. In milliseconds since the epoch. */
  readonly fullUntil: number;
}

/** The maximum number of applications in memory. When it is reached, all of them are counted again. */
const maxRooms = 10_000;

/**
 * Creates the check that an application may open another session. Counting its open sessions takes up to 30 ms at the
 * limit. So a process that has counted allows a sixteenth of the free sessions before it counts again. Up to 16
 * processes that count at once stay within the limit.
 */
function createRoomCheck(database: Kysely<Database>) {
  const rooms = new Map<string, Room>();
  return async (
    { client_id: clientId, created_at: createdAt }: Pick<NewSession, 'client_id' | 'created_at'>,
    maxOpen: number,
  ): Promise<boolean> => {
    const known = rooms.get(clientId);
    if (known && isAhead(known.fullUntil, createdAt)) return false;
    if (known && known.left > 0) {
      known.left -= 1;
      return true;
    }
    const open = database
      .selectFrom('connect_sessions')
      .select(sql`1`.as('one'))
      .where('client_id', '=', clientId)
      .where('status', '=', sql.lit('open'))
      .where('expires_at', '>', createdAt)
      .limit(maxOpen);
    const { count } = await database
      .selectFrom(open.as('open'))
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const free = maxOpen - count;
    if (rooms.size >= maxRooms) rooms.clear();
    // A count at a higher limit takes longer, so the next count waits longer: one millisecond for every 100 sessions of
    // the limit.
    const fullUntil = free > 0 ? 0 : createdAt + Math.floor(maxOpen / 100);
    rooms.set(clientId, { left: Math.floor(free / 16) - 1, fullUntil });
    return free > 0;
  };
}
