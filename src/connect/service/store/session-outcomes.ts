import { type Kysely, sql } from 'kysely';
import type { SessionStatus } from '../../shapes/unions.ts';
import type { Database } from './schema.ts';
import { readStatus } from './session-links.ts';

/** What became of a session. Times are milliseconds since the epoch. */
export interface SessionOutcome {
  readonly sessionId: string;
  readonly status: SessionStatus;
  /** These two: null until it has connected an account. */
  readonly accountId: string | null;
  readonly providerId: string | null;
  /** Null while it is open. */
  readonly finishedAt: number | null;
  /** Whether its code has been exchanged. */
  readonly isExchanged: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The sessions to list. */
export interface SessionQuery {
  /** Undefined: sessions of any status. */
  readonly status?: SessionStatus | undefined;
  /** The last session ID of the page before; '': from the newest. */
  readonly after: string;
  /** The maximum number of sessions. */
  readonly count: number;
}

/** @returns the sessions that are still readable, the newest first */
export async function listOutcomes(
  database: Kysely<Database>,
  {
    clientId,
    status,
    after,
    count,
    now,
  }: SessionQuery & { readonly clientId: string; readonly now: number },
): Promise<readonly SessionOutcome[]> {
  let sessions = selectOutcomes(database, now)
    .where('connect_sessions.client_id', '=', clientId)
    .limit(count);
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
    .select('codes.consumed_at')
    .where('connect_sessions.kept_until', '>', now);
}

/** Without "=", no index in the order of the IDs alone leads through all sessions of other statuses. */
function ofStatus(sessions: ReturnType<typeof selectOutcomes>, status: SessionStatus) {
  return sessions
    .where('status', '>=', status)
    .where('status', '<=', status)
    .orderBy('status', 'desc');
}

/** Those that a process has ended, and the few whose time has just come, which another index has. */
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
    // An expression, so that no index of the order leads through all that are open.
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
  };
}
