import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { belongsToLive } from '../applications/application-tables.ts';
import type { OwnIdColumns } from '../applications/own-ids.ts';
import type { Database } from '../store/schema.ts';
import { addUnlessDeleted, inTransaction, tryInsert } from '../store/transactions.ts';
import {
  describeOutcome,
  findLinked,
  type HashedSession,
  type LinkedSession,
  listOpenSessions,
  listOutcomes,
  type SessionOutcome,
  type SessionQuery,
  selectOutcomes,
} from './read-sessions.ts';
import {
  type FreshCode,
  type FreshCodeOutcome,
  type OwnSession,
  replaceCode,
} from './session-codes.ts';
import { endWithoutSuccess, keepSessionsMs, parseIds } from './session-ends.ts';

/** The terms of a session, as set by its backend. Times are milliseconds since the epoch. */
export interface SessionTerms {
  /** The account that the session connects again; null for any account. */
  readonly knownAccountId: string | null;
  /** The providers to choose from; null for all. */
  readonly providerIds: readonly string[] | null;
  readonly state: string | null;
  readonly locale: string | null;
  /** The page that the visitor of a link returns to. */
  readonly redirectUri: string | null;
  readonly expiresAt: number;
}

/** The terms of a session whose backend has set none. */
export const noTerms = {
  knownAccountId: null,
  providerIds: null,
  state: null,
  locale: null,
  redirectUri: null,
} as const;

/** The request that created a session. It identifies a repetition of the same request. */
export interface RepeatableRequest {
  /** SHA-256 of the request's `Idempotency-Key`. */
  readonly keyHash: string;
  /** SHA-256 of the request's other fields. */
  readonly requestHash: string;
  /** The session's secret is derived from this salt and the request. */
  readonly salt: string;
}

interface NewSession extends SessionTerms {
  readonly clientId: string;
  readonly sessionId: string;
  /** SHA-256 of the session's secret. */
  readonly sessionHash: string;
  readonly createdAt: number;
  readonly request: RepeatableRequest | null;
  readonly ownIds: OwnIdColumns;
}

/** A session created by an earlier request with the same key. */
export interface RepeatedSession extends RepeatableRequest {
  readonly sessionId: string;
  readonly sessionHash: string;
  readonly expiresAt: number;
}

/** An account of an application, for a flow that connects it again. */
export interface ConnectedOwner {
  readonly accountId: string;
  readonly providerId: string;
  /** The person's stable ID at the provider. */
  readonly subject: string;
}

declare module '../store/store.ts' {
  interface Store {
    /** Sessions created by the backends of applications. Each succeeds at most once. */
    readonly connectSessions: ReturnType<typeof createConnectSessionStore>;
  }
}

/** Creates the ID of a session. IDs sort by time. */
export function createSessionId(now: number): string {
  return `cs_${now.toString(16).padStart(12, '0')}${randomBytes(12).toString('hex')}`;
}

export function createConnectSessionStore(database: Kysely<Database>) {
  const hasRoom = createRoomCheck(database);
  return {
    ...createSessionLookups(database),
    /**
     * @param maxOpen - the maximum number of open sessions of an application. Simultaneous requests may exceed it.
     *   Once it is reached, requests are refused for up to a second
     * @returns false when the application has reached the maximum, has been deleted, or has used the request's key
     */
    create: async (session: NewSession, maxOpen: number): Promise<boolean> =>
      (await hasRoom(session, maxOpen)) && (await create(database, session)),
    /** @returns undefined when the application has no such session, or it ended too long ago */
    async read(
      { clientId, sessionId }: OwnSession,
      now: number,
    ): Promise<SessionOutcome | undefined> {
      const session = await selectOutcomes(database, now)
        .where('connect_sessions.session_id', '=', sessionId)
        .where('connect_sessions.client_id', '=', clientId)
        .executeTakeFirst();
      return session && describeOutcome(session, now);
    },
    replaceCode: (session: OwnSession, code: FreshCode): Promise<FreshCodeOutcome> =>
      replaceCode(database, session, code),
    /** @returns whether the session was open */
    cancel: (session: OwnSession, now: number): Promise<boolean> =>
      endWithoutSuccess(database, session, { status: 'canceled', now }),
    /** @returns the sessions that can still be read, newest first */
    list: (
      clientId: string,
      query: SessionQuery,
      now: number,
    ): Promise<readonly SessionOutcome[]> => listOutcomes(database, { clientId, ...query, now }),
    /** @returns the account; undefined when it is not connected, or belongs to another application */
    findOwner: (clientId: string, accountId: string): Promise<ConnectedOwner | undefined> =>
      database
        .selectFrom('accounts')
        .select(['id as accountId', 'provider_id as providerId', 'username as subject'])
        .where('id', '=', accountId)
        .where('client_id', '=', clientId)
        .where('disconnected_at', 'is', null)
        .where(belongsToLive('accounts.client_id'))
        .executeTakeFirst(),
  };
}

/** Finds sessions by their secrets, and by the keys of the requests that created them. */
function createSessionLookups(database: Kysely<Database>) {
  return {
    /** @returns the session of an earlier request with this key, or undefined */
    findRepeated: (
      clientId: string,
      keyHash: string,
      now: number,
    ): Promise<RepeatedSession | undefined> =>
      database
        .selectFrom('connect_sessions')
        .select(['session_id as sessionId', 'session_hash as sessionHash'])
        .select(['expires_at as expiresAt', 'idempotency_hash as keyHash'])
        .select(['request_hash as requestHash', 'session_salt as salt'])
        .where('client_id', '=', clientId)
        .where('idempotency_hash', '=', keyHash)
        .where('kept_until', '>', now)
        .$narrowType<{ keyHash: string; requestHash: string; salt: string }>()
        .executeTakeFirst(),
    findOpen: (session: HashedSession, now: number): Promise<SessionTerms | undefined> =>
      findOpen(database, session, now),
    listOpen: (hashes: readonly string[], now: number): Promise<ReadonlyMap<string, number>> =>
      listOpenSessions(database, hashes, now),
    findLinked: (session: HashedSession, now: number): Promise<LinkedSession | undefined> =>
      findLinked(database, session, now),
    /** @returns the ID of the session with this secret, in any status */
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

function create(
  database: Kysely<Database>,
  { clientId, sessionId, sessionHash, createdAt, request, ownIds, ...terms }: NewSession,
): Promise<boolean> {
  const row = {
    session_id: sessionId,
    session_hash: sessionHash,
    client_id: clientId,
    known_account_id: terms.knownAccountId,
    provider_ids: terms.providerIds && JSON.stringify(terms.providerIds),
    state: terms.state,
    locale: terms.locale,
    redirect_uri: terms.redirectUri,
    created_at: createdAt,
    expires_at: terms.expiresAt,
    kept_until: terms.expiresAt + keepSessionsMs,
    idempotency_hash: request?.keyHash ?? null,
    request_hash: request?.requestHash ?? null,
    session_salt: request?.salt ?? null,
    ...ownIds,
  };
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  const insert = sql`INSERT INTO connect_sessions (${columns})
    SELECT ${values} FROM applications
    WHERE applications.client_id = ${clientId} AND deleted_at IS NULL
    RETURNING session_id`;
  // Another request with the same key may win the race.
  return tryInsert(() =>
    addUnlessDeleted(async () => {
      if (!request) return (await insert.execute(database)).rows.length > 0;
      return await inTransaction(database, async (transaction) => {
        await freeOldKey(transaction, { clientId, keyHash: request.keyHash, now: createdAt });
        return (await insert.execute(transaction)).rows.length > 0;
      });
    }),
  );
}

/**
 * Frees the key of a session that ended more than seven days ago. The sweep would free it later, but the key may be
 * used again now.
 */
async function freeOldKey(
  transaction: Kysely<Database>,
  { clientId, keyHash, now }: Record<'clientId' | 'keyHash', string> & { readonly now: number },
): Promise<void> {
  await transaction
    .updateTable('connect_sessions')
    .set({ idempotency_hash: null })
    .where('client_id', '=', clientId)
    .where('idempotency_hash', '=', keyHash)
    .where('kept_until', '<=', now)
    .execute();
}

/**
 * Looks a session up by its hash. There is one lookup, so every session that is refused takes the same time.
 *
 * @returns the session; undefined when it is unknown, has ended, or belongs to another application
 */
async function findOpen(
  database: Kysely<Database>,
  { clientId, sessionHash }: HashedSession,
  now: number,
): Promise<SessionTerms | undefined> {
  const session = await database
    .selectFrom('connect_sessions')
    .select(['known_account_id as knownAccountId', 'provider_ids', 'state', 'locale'])
    .select(['redirect_uri as redirectUri', 'expires_at as expiresAt'])
    .where('session_hash', '=', sessionHash)
    .where('client_id', '=', clientId)
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!session) return undefined;
  const { provider_ids, ...terms } = session;
  return { ...terms, providerIds: parseIds(provider_ids) };
}

/** The number of sessions that an application may open without another count. */
interface Room {
  left: number;
  /** No session is opened before this time, in milliseconds since the epoch. */
  readonly fullUntil: number;
}

/** The maximum number of applications in memory. After that, all are counted again. */
const maxRooms = 10_000;

/**
 * Counting takes up to 30 ms at the limit. So a process counts, and then allows a sixteenth of the free sessions
 * before it counts again. Up to 16 processes that do so at once stay within the limit.
 */
function createRoomCheck(database: Kysely<Database>) {
  const rooms = new Map<string, Room>();
  return async (
    { clientId, createdAt }: { readonly clientId: string; readonly createdAt: number },
    maxOpen: number,
  ): Promise<boolean> => {
    const known = rooms.get(clientId);
    if (known && known.fullUntil > createdAt) return false;
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
    // The time of a count is proportional to the limit, so the pause between counts is, too.
    const fullUntil = free > 0 ? 0 : createdAt + Math.floor(maxOpen / 100);
    rooms.set(clientId, { left: Math.floor(free / 16) - 1, fullUntil });
    return free > 0;
  };
}
