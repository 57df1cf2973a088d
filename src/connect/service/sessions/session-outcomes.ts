import { type Kysely, sql } from 'kysely';
import type { SessionStatus } from '../../shapes/unions.ts';
import { matchOwnIds, type OwnIds, readOwnIds } from '../applications/own-ids.ts';
import type { Database } from '../store/schema.ts';
import { readStatus } from './session-links.ts';

/** The state of a session, and how it ended. Times are milliseconds since the epoch. */
export interface SessionOutcome {
  readonly sessionId: string;
  readonly status: SessionStatus;
  /** This and the next are null until the session has connected an account. */
  readonly accountId: string | null;
  readonly providerId: string | null;
  /** Null while the session is open. */
  readonly finishedAt: number | null;
  /** Whether the session's code has been exchanged. */
  readonly isExchanged: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly ownIds: OwnIds;
}

/** The sessions to list. */
export interface SessionQuery {
  /** Undefined for sessions of any status. */
  readonly status?: SessionStatus | undefined;
  /** The IDs that the sessions must have; without it, sessions with any IDs or none. */
  readonly ownIds?: OwnIds | undefined;
  /** The last session ID of the previous page; an empty string starts with the newest. */
  readonly after: string;
  /** The maximum number of sessions. */
  readonly count: number;
}

/** @returns the sessions that can still be read, newest first */
export async function listOutcomes(
  database: Kysely<Database>,
  {
    clientId,
    status,
    ownIds,
    after,
    count,
    now,
  }: SessionQuery & { readonly clientId: string; readonly now: number },
): Promise<readonly SessionOutcome[]> {
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

/** A session, and whether its code has been exchanged. */
export function selectOutcomes(database: Kysely<Database>, now: number) {
  return database
    .selectFrom('connect_sessions')
    .leftJoin('codes', 'codes.code_hash', 'connect_sessions.code_hash')
    .select(['connect_sessions.session_id', 'status', 'account_id', 'finished_at'])
    .select(['connect_sessions.provider_id', 'created_at', 'connect_sessions.expires_at'])
    .select(['codes.consumed_at', 'connect_sessions.client_user_id', 'connect_sessions.tags'])
    .where('connect_sessions.kept_until', '>', now);
}

/**
 * A range instead of `=`, because with `=` no index in the order of the IDs would skip the sessions of other
 * statuses.
 */
function ofStatus(sessions: ReturnType<typeof selectOutcomes>, status: SessionStatus) {
  return sessions
    .where('status', '>=', status)
    .where('status', '<=', status)
    .orderBy('status', 'desc');
}

/**
 * Lists the sessions that a process has already ended, and those that have just expired. They are in different
 * indexes.
 */
async function listExpired(
  sessions: ReturnType<typeof selectOutcomes>,
  { count, now }: { readonly count: number; readonly now: number },
): Promise<readonly SessionOutcome[]> {
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

export function describeOutcome(row: OutcomeRow, now: number): SessionOutcome {
  const status = readStatus(row, now);
  return {
    sessionId: row.session_id,
    status,
    accountId: row.account_id,
    providerId: row.provider_id,
    finishedAt: status === 'expired' ? row.expires_at : row.finished_at,
    isExchanged: row.consumed_at !== null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ownIds: readOwnIds(row),
  };
}
