import { type Generated, sql } from 'kysely';
import type { AccountStatus, Disconnector, Environment, FlowKind } from '../../shapes/unions.ts';
import type { OwnIdColumns } from '../applications/own-ids.ts';
import type { UnneededRows } from '../store/batches.ts';

interface CodesTable {
  code_hash: string;
  client_id: string;
  environment: Environment;
  kind: Exclude<FlowKind, 'link' | 'manage'>;
  redirect_uri: string | null;
  host_origin: string | null;
  nonce: string | null;
  state: string | null;
  code_challenge: string | null;
  provider_id: string;
  /** The subject: the person's stable ID at the provider. Simulated providers use the username. */
  username: string;
  /** The account's name on the consent screen. */
  account_label: string | null;
  /** The provider's grant, encrypted. When the code is exchanged, the grant moves to the account, and is null here. */
  sealed_grant: string | null;
  /** The shares (kinds of data), separated by spaces. */
  shares: string;
  /** See the comment about consent numbers below. */
  consent_number: Generated<number>;
  consented_at: number;
  consent_ends_at: number | null;
  /** When the consent ends or its end must be announced, whichever is earlier; null for neither. */
  consent_due_at: number | null;
  /** The session that succeeded with this code; null without a session. */
  session_id: Generated<string | null>;
  expires_at: number;
  /** Until this time, the row keeps its grant, because the session's backend may request a fresh code. */
  kept_until: number;
  consumed_at: number | null;
}

/**
 * The columns of a code that can be exchanged until `expiresAt`. Its row keeps the grant for at least as long, but not
 * after the consent has ended.
 */
export const validUntil = (expiresAt: number) => ({
  expires_at: expiresAt,
  kept_until: sql<number>`CASE
    WHEN kept_until > ${expiresAt} THEN kept_until
    WHEN consent_ends_at < ${expiresAt} THEN consent_ends_at
    ELSE ${expiresAt}
  END`,
});

/** Codes are kept for 25 hours, so that a flow's outcome stays known for a day, and at least as long as their session. */
export const keepCodesMs = 25 * 60 * 60 * 1000;

export const listOldCodes = (now: number): UnneededRows => ({
  table: 'codes',
  key: ['code_hash'],
  condition: sql`kept_until < ${now - keepCodesMs} AND sealed_grant IS NULL AND NOT EXISTS (
    SELECT 1 FROM connect_sessions WHERE connect_sessions.session_id = codes.session_id)`,
});

/** Accounts at providers, connected or not. The application's own IDs come from the last consent that had any. */
interface AccountsTable extends OwnIdColumns {
  id: string;
  client_id: string;
  provider_id: string;
  username: string;
  /** The account's name at the first consent. */
  account_label: string | null;
  /** 0 until the account's first code is exchanged. Until then, the row only reserves the account's ID. */
  connected_at: number;
  last_exchange_at: number;
  /** When the account was disconnected, which ended its tokens; null while connected. */
  disconnected_at: number | null;
  /** The person or program that ended the last connection; null if no connection has ended. */
  disconnected_by: Generated<Disconnector | null>;
  /** The provider's grant, encrypted. */
  sealed_grant: string | null;
  /** The status of the connection. An exchange sets it to `active` again. */
  status: Generated<AccountStatus>;
  status_since: number;
  /** See the comment about consent numbers below. */
  consent_count: Generated<number>;
  consent_number: Generated<number>;
  first_consent: Generated<number>;
  /** The next four columns are copied from the code of the consent in use. */
  shares: string;
  consented_at: number;
  consent_ends_at: Generated<number | null>;
  consent_due_at: Generated<number | null>;
  /** When the application last asked for records, to the hour; null if it never has. */
  last_used_at: Generated<number | null>;
  /** Increases with every new grant. A process that read an earlier revision cannot replace the grant. */
  grant_revision: Generated<number>;
  /** The attempt that holds the right to renew the grant until `renewal_until`. */
  renewal_id: Generated<string | null>;
  renewal_until: Generated<number>;
}

/**
 * An access token, with the application's own IDs of the person. A token ends in these ways:
 * - it expires: `createTokenLookup` no longer accepts it
 * - its application revokes it (`revokeToken`), or its account is disconnected (`disconnect`)
 * - the exchange ends it: its code came twice (`endReplayed`), or the account has too many (`endOldestTokens`)
 * - its application is deleted (`purgeAccounts`), or gets another environment
 *
 * After the consent has expired, the token is still found, but reads no records.
 */
interface TokensTable extends OwnIdColumns {
  token_hash: string;
  account_id: string;
  /** A second exchange of this code revokes the token. */
  code_hash: string;
  issued_at: number;
  expires_at: Generated<number | null>;
  revoked_at: number | null;
  /** The application's environment when the token was issued. */
  environment: Environment;
}

declare module '../store/schema.ts' {
  interface Database {
    codes: CodesTable;
    accounts: AccountsTable;
    tokens: TokensTable;
  }
}

/** The time that ended tokens are kept, in milliseconds. Their codes are deleted earlier. */
const keepTokensMs = 30 * 24 * 60 * 60 * 1000;

export const listOldTokens = (now: number): readonly UnneededRows[] =>
  [sql`revoked_at < ${now - keepTokensMs}`, sql`expires_at < ${now - keepTokensMs}`].map(
    (condition) => ({ table: 'tokens', key: ['token_hash'], condition }),
  );

/*
 * Each consent of an account gets a number in the transaction that allows it, so its order does not depend on clocks or
 * on the order of exchanges.
 * - accounts.consent_count: the number of the last consent that the person gave
 * - accounts.consent_number: the consent in use, which is the newest exchanged one
 * - accounts.first_consent: consents with a lower number have ended for good
 * - codes.consent_number: the consent of the code
 */

interface ConsentPlace {
  readonly consent_number: number;
  readonly first_consent: number;
  /** Milliseconds since the epoch; null when the consent never ends. */
  readonly consent_ends_at: number | null;
}

/** An SQL condition: the consent of a row of `codes` has not ended, see {@link hasConsentEnded}. */
export function consentHolds(now: number) {
  return sql<boolean>`(consent_ends_at IS NULL OR consent_ends_at > ${now})
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.client_id = codes.client_id
      AND accounts.provider_id = codes.provider_id AND accounts.username = codes.username
      AND accounts.first_consent > codes.consent_number)`;
}

export function hasConsentEnded(
  { consent_number, first_consent, consent_ends_at }: ConsentPlace,
  now: number,
): boolean {
  return consent_number < first_consent || (consent_ends_at !== null && consent_ends_at <= now);
}
