import { type Generated, type Kysely, type Selectable, sql } from 'kysely';
import type { SessionStatus } from '../../shapes/unions.ts';
import {
  matchOwnIds,
  type OwnIdColumns,
  type OwnIds,
  readOwnIds,
} from '../applications/own-ids.ts';
import type { Database } from '../store/schema.ts';

/** A session created by an application's backend. */
interface ConnectSessionsTable extends OwnIdColumns {
  /** The ID of the session, which is not a secret. IDs sort by time. */
  session_id: string;
  /** SHA-256 of the session's secret. */
  session_hash: string;
  client_id: string;
  /** The account that the user must connect again; null when the user may connect any account. */
  known_account_id: string | null;
  /** The providers that the user may choose, as a JSON list; null for all providers. */
  provider_ids: string | null;
  /** This column and the next two are set by the backend, or null. */
  state: string | null;
  locale: string | null;
  redirect_uri: string | null;
  created_at: number;
  expires_at: number;
  /** After this time, no query finds the session. */
  kept_until: number;
  /** The stored status. It remains `open` for a moment after the session has expired. */
  status: Generated<SessionStatus>;
  finished_at: Generated<number | null>;
  /** This column and the next two are set when the session succeeds. A fresh code replaces `code_hash`. */
  account_id: Generated<string | null>;
  provider_id: Generated<string | null>;
  code_hash: Generated<string | null>;
  /** SHA-256 of the `Idempotency-Key` of the request that created the session. `request_hash` covers its fields. */
  idempotency_hash: string | null;
  request_hash: string | null;
  /** The session's secret is derived from this salt and the request that created the session. */
  session_salt: string | null;
}

declare module '../store/schema.ts' {
  interface Database {
    connect_sessions: ConnectSessionsTable;
  }
}

export type HashedSession = Pick<ConnectSessionsTable, 'client_id' | 'session_hash'>;

/** The part of a session that the first screen of its link shows. */
export type LinkedSession = NonNullable<Awaited<ReturnType<typeof findLinked>>>;

/** Finds the session of a link, even an ended session. */
export async function findLinked(
  database: Kysely<Database>,
  { client_id, session_hash }: HashedSession,
  now: number,
) {
  const session = await database
    .selectFrom('connect_sessions')
    .select(['known_account_id', 'redirect_uri', 'locale', 'status', 'expires_at'])
    .where(({ and }) => and({ client_id, session_hash }))
    .where('kept_until', '>', now)
    .executeTakeFirst();
  return session && { ...session, status: readStatus(session, now) };
}

/** Returns the status. A session expires at `expires_at`, but the sweep stores the status `expired` later. */
function readStatus(
  { status, expires_at }: Pick<Selectable<Database['connect_sessions']>, 'status' | 'expires_at'>,
  now: number,
): SessionStatus {
  return status === 'open' && expires_at <= now ? 'expired' : status;
}

/** Returns when each open session among these expires, in milliseconds since the epoch, by the hash of its secret. */
export async function listOpenSessions(
  database: Kysely<Database>,
  sessionHashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const open = await database
    .selectFrom('connect_sessions')
    .select(['session_hash', 'expires_at'])
    .where('session_hash', 'in', sessionHashes)
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .execute();
  return new Map(open.map(({ session_hash, expires_at }) => [session_hash, expires_at]));
}

export interface SessionQuery {
  /** Undefined for any status. */
  readonly status?: SessionStatus | undefined;
  /** The application's own IDs of a person; undefined for all sessions. */
  readonly ownIds?: OwnIds | undefined;
  /** The last session ID of the previous page; an empty string starts with the newest. */
  readonly after: string;
  readonly count: number;
}

interface OutcomeQuery extends SessionQuery {
  readonly clientId: string;
  readonly now: number;
}

/** Lists the sessions that can still be read, newest first. */
export async function listOutcomes(
  database: Kysely<Database>,
  { clientId, status, ownIds, after, count, now }: OutcomeQuery,
) {
  let sessions = selectOutcomes(database, now)
    .where('connect_sessions.client_id', '=', clientId)
    .limit(count);
  if (ownIds) sessions = sessions.where(matchOwnIds('connect_sessions', ownIds));
  if (after !== '') sessions = sessions.where('connect_sessions.session_id', '<', after);
  if (status === 'expired') return await listExpired(sessions, { count, now });
  if (status !== undefined) sessions = ofStatus(sessions, status);
  sessions = sessions.orderBy('connect_sessions.session_id', 'desc');
  if (status === 'open') sessions = sessions.where('connect_sessions.expires_at', '>', now);
  return (await sessions.execute()).map((session) => describeOutcome(session, now));
}

export function selectOutcomes(database: Kysely<Database>, now: number) {
  return database
    .selectFrom('connect_sessions')
    .leftJoin('codes', 'codes.code_hash', 'connect_sessions.code_hash')
    .select(['connect_sessions.session_id', 'status', 'account_id', 'finished_at'])
    .select(['connect_sessions.provider_id', 'created_at', 'connect_sessions.expires_at'])
    .select(['codes.consumed_at', 'connect_sessions.client_user_id', 'connect_sessions.tags'])
    .where('connect_sessions.kept_until', '>', now);
}

/** Selects sessions of one status by a range. With `=`, no index in the order of IDs would skip the others. */
function ofStatus(sessions: ReturnType<typeof selectOutcomes>, status: SessionStatus) {
  return sessions
    .where('status', '>=', status)
    .where('status', '<=', status)
    .orderBy('status', 'desc');
}

/** Lists expired sessions. A second query finds those that have just expired, whose stored status is still `open`. */
async function listExpired(
  sessions: ReturnType<typeof selectOutcomes>,
  { count, now }: { readonly count: number; readonly now: number },
) {
  const ended = ofStatus(sessions, 'expired');
  const due = sessions
    .where('status', '=', sql.lit('open'))
    .where('connect_sessions.expires_at', '<=', now);
  const rows = [
    ...(await ended.orderBy('connect_sessions.session_id', 'desc').execute()),
    // The expression keeps the database from walking an index of IDs through all open sessions.
    ...(await due.orderBy(sql`connect_sessions.session_id || ''`, 'desc').execute()),
  ];
  return rows
    .sort((one, other) => (one.session_id < other.session_id ? 1 : -1))
    .slice(0, count)
    .map((row) => describeOutcome(row, now));
}

type OutcomeRow = Awaited<ReturnType<ReturnType<typeof selectOutcomes>['execute']>>[number];

export function describeOutcome(
  { consumed_at, client_user_id, tags, ...row }: OutcomeRow,
  now: number,
) {
  const status = readStatus(row, now);
  return {
    ...row,
    status,
    /** Null while the session is open. */
    finished_at: status === 'expired' ? row.expires_at : row.finished_at,
    exchanged: consumed_at !== null,
    ...readOwnIds({ client_user_id, tags }),
  };
}
