import type { Kysely, Selectable } from 'kysely';
import type { SessionStatus } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';

/** Identifies a session by its application and the SHA-256 of its secret. */
export interface HashedSession {
  readonly clientId: string;
  readonly sessionHash: string;
}

/** The part of a session that the first screen of its link shows. */
export interface LinkedSession {
  /** The next three are explained at `SessionTerms`. */
  readonly knownAccountId: string | null;
  readonly locale: string | null;
  readonly redirectUri: string | null;
  readonly status: SessionStatus;
}

/** @returns the application's session with this secret, in any status, or undefined */
export async function findLinked(
  database: Kysely<Database>,
  { clientId, sessionHash }: HashedSession,
  now: number,
): Promise<LinkedSession | undefined> {
  const session = await database
    .selectFrom('connect_sessions')
    .select(['known_account_id as knownAccountId', 'redirect_uri as redirectUri', 'locale'])
    .select(['status', 'expires_at'])
    .where('session_hash', '=', sessionHash)
    .where('client_id', '=', clientId)
    .where('kept_until', '>', now)
    .executeTakeFirst();
  if (!session) return undefined;
  const { expires_at, ...linked } = session;
  return { ...linked, status: readStatus(session, now) };
}

/** @returns the current status: an expiry is not stored at once */
export function readStatus(
  { status, expires_at }: Pick<Selectable<Database['connect_sessions']>, 'status' | 'expires_at'>,
  now: number,
): SessionStatus {
  return status === 'open' && expires_at <= now ? 'expired' : status;
}

/** @returns the expiry of each of these sessions that is open, by the hash of its secret */
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
