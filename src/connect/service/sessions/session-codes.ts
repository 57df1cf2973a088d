import { type Kysely, sql } from 'kysely';
import { hasConsentEnded, validUntil } from '../connections/connection-tables.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';

/** Identifies a session of an application. */
export interface OwnSession {
  readonly clientId: string;
  readonly sessionId: string;
}

export interface FreshCode {
  readonly codeHash: string;
  /** Milliseconds since the epoch, like `expiresAt`. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

type FreshCodeOutcome =
  | { readonly refusal: null }
  | { readonly refusal: 'unknown' | 'not_connected' | 'already_exchanged' }
  /** The current code may still be on its way through the browser, and a fresh code would make it invalid. */
  | { readonly refusal: 'code_pending'; readonly waitMs: number };

/** The time that a code may be on its way through the browser, in milliseconds. */
const onItsWayMs = 30_000;

/** A fresh code is sent directly to the backend, so it is not bound to a redirect URI or a PKCE challenge. */
const withoutRedirect = { kind: 'embedded', redirect_uri: null, code_challenge: null } as const;

/**
 * Replaces the code of a session; the old code becomes unknown. The session is locked first, so that simultaneous
 * requests replace its code one after another. If an exchange locks the code first, there is nothing left to replace.
 */
export function replaceCode(
  database: Kysely<Database>,
  { clientId, sessionId }: OwnSession,
  { codeHash, createdAt, expiresAt }: FreshCode,
): Promise<FreshCodeOutcome> {
  return inTransaction(database, async (transaction) => {
    const [session] = await transaction
      .updateTable('connect_sessions')
      .set({ code_hash: sql`code_hash` })
      .where('session_id', '=', sessionId)
      .where('client_id', '=', clientId)
      .where('kept_until', '>', createdAt)
      .returning(['session_hash', 'code_hash', 'account_id'])
      .execute();
    if (!session) return { refusal: 'unknown' };
    const { session_hash, code_hash: last, account_id } = session;
    const code = await findCode(transaction, last, account_id);
    if (!code || hasConsentEnded(code, createdAt)) return { refusal: 'not_connected' };
    const waitMs = Math.min(code.consented_at + onItsWayMs, code.expires_at) - createdAt;
    const mayArrive = code.consumed_at === null && waitMs > 0;
    if (mayArrive && (await isOnItsWay(transaction, { session_hash, code_hash: last }))) {
      return { refusal: 'code_pending', waitMs };
    }
    const replaced = await transaction
      .updateTable('codes')
      .set({ code_hash: codeHash, ...validUntil(expiresAt), ...withoutRedirect })
      .where('code_hash', '=', last)
      .where('consumed_at', 'is', null)
      .returning('code_hash')
      .execute();
    if (replaced.length === 0) return { refusal: 'already_exchanged' };
    const flows = transaction.updateTable('flows').set({ code_hash: codeHash, code_salt: null });
    await flows.where('session_hash', '=', session_hash).where('code_hash', '=', last).execute();
    const sessions = transaction.updateTable('connect_sessions').set({ code_hash: codeHash });
    await sessions.where('session_hash', '=', session_hash).execute();
    return { refusal: null };
  });
}

function findCode(
  transaction: Kysely<Database>,
  codeHash: string | null,
  accountId: string | null,
) {
  return transaction
    .selectFrom('codes')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', accountId))
    .select(['codes.consent_number', 'first_consent', 'codes.consent_ends_at'])
    .select(['codes.consented_at', 'codes.expires_at', 'codes.consumed_at'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

/**
 * True when the backend should wait for a code that a browser may still carry. False for a link, because its backend
 * requests the code itself. False for a flow without a salt, too: its code was replaced, or its page has reported the
 * code as lost.
 */
async function isOnItsWay(
  transaction: Kysely<Database>,
  { session_hash, code_hash }: { readonly session_hash: string; readonly code_hash: string | null },
): Promise<boolean> {
  const flow = await transaction
    .selectFrom('flows')
    .select('kind')
    .where('session_hash', '=', session_hash)
    .where('code_hash', '=', code_hash)
    .where('code_salt', 'is not', null)
    .executeTakeFirst();
  return flow !== undefined && flow.kind !== 'link';
}
