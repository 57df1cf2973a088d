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
  /** The same as in `flows`. */
  code_challenge: string | null;
  provider_id: string;
  /** The subject: the person's stable ID at the provider. Simulated providers use the username. */
  username: string;
  /** The account's name on the consent screen. */
  account_label: string | null;
  /** Moves to the account when the code is exchanged, and is null afterwards. */
  sealed_grant: string | null;
  /** The shares that the person allowed, separated by spaces. */
  shares: string;
  /** Explained below. */
  consent_number: Generated<number>;
  /** When the person allowed access. */
  consented_at: number;
  /** When the consent ends; null when it never ends. */
  consent_ends_at: number | null;
  /** When the consent ends, or its end must be announced, whichever is earlier; null for never. */
  consent_due_at: number | null;
  /** The session that succeeded with this code. */
  session_id: Generated<string | null>;
  expires_at: number;
  /** The code keeps its grant until this time, because its session may replace it with a fresh code. */
  kept_until: number;
  consumed_at: number | null;
}

declare module '../store/schema.ts' {
  interface Database {
    codes: CodesTable;
  }
}

/** Codes are kept for 25 hours, so that a flow's outcome stays known for a day. */
export const keepCodesMs = 25 * 60 * 60 * 1000;

export const listOldCodes = (now: number): UnneededRows => ({
  table: 'codes',
  key: ['code_hash'],
  condition: sql`kept_until < ${now - keepCodesMs} AND sealed_grant IS NULL`,
});

/** Accounts at providers, connected or not. The own IDs come from the last consent that had any. */
interface AccountsTable extends OwnIdColumns {
  id: string;
  client_id: string;
  provider_id: string;
  /** The subject, as in `codes`. */
  username: string;
  /** The account's name at the first consent. */
  account_label: string | null;
  /** 0 until the account's first code is exchanged. Until then, the row only reserves the account's ID. */
  connected_at: number;
  last_exchange_at: number;
  /** Null while connected. Its tokens end with it; an exchange connects the account again, with a new token. */
  disconnected_at: number | null;
  /** The person or program that ended the last connection; null if no connection has ended. */
  disconnected_by: Generated<Disconnector | null>;
  /** The provider's grant for the account, encrypted. */
  sealed_grant: string | null;
  /** The status of a connected account. An exchange makes it active again. */
  status: Generated<AccountStatus>;
  status_since: number;
  /** The next three columns are explained below. */
  consent_count: Generated<number>;
  consent_number: Generated<number>;
  first_consent: Generated<number>;
  /** The next four columns have the same meaning as in `codes`. */
  shares: string;
  consented_at: number;
  consent_ends_at: Generated<number | null>;
  consent_due_at: Generated<number | null>;
  /** When the application last asked for records, to the hour; null if it never has. */
  last_used_at: Generated<number | null>;
  /** Increases with every new grant. A process that read an earlier revision cannot replace the grant. */
  grant_revision: Generated<number>;
  /** The process that renews the grant. It holds this right until `renewal_until`. */
  renewal_id: Generated<string | null>;
  renewal_until: Generated<number>;
}

/**
 * An access token. It has the own IDs of its consent. It ends in these ways:
 * - it expires: `createTokenLookup` no longer accepts it
 * - its application revokes it (`revokeToken`), or its account is disconnected (`disconnect`)
 * - the exchange ends it: its code came twice (`endReplayed`), or the account has too many (`endOldestTokens`)
 * - its application is deleted (`purgeAccounts`), or gets another environment
 * While the consent has expired, the token is still found but reads no records.
 */
interface TokensTable extends OwnIdColumns {
  token_hash: string;
  account_id: string;
  /** The exchanged code. Replaying that code revokes the token. */
  code_hash: string;
  issued_at: number;
  /** Null when the token never ends. */
  expires_at: Generated<number | null>;
  revoked_at: number | null;
  /** The application's environment when the token was issued. */
  environment: Environment;
}

declare module '../store/schema.ts' {
  interface Database {
    accounts: AccountsTable;
    tokens: TokensTable;
  }
}

/** How long ended tokens are kept. Their codes are deleted before that. */
const keepTokensMs = 30 * 24 * 60 * 60 * 1000;

export const listOldTokens = (now: number): readonly UnneededRows[] =>
  [sql`revoked_at < ${now - keepTokensMs}`, sql`expires_at < ${now - keepTokensMs}`].map(
    (condition) => ({ table: 'tokens', key: ['token_hash'], condition }),
  );

/* Each consent of an account gets a number in the transaction that allows it. So the order does not depend on
   clocks, nor on the order in which codes are exchanged.

   - accounts.consent_count: the number of the last consent that was given.
   - accounts.consent_number: the consent in use. It is the newest one that has been exchanged.
   - accounts.first_consent: consents with a lower number have ended, and never come back.
   - codes.consent_number: the consent that the code was issued for. */

/** A code joined with its account. */
interface ConsentPlace {
  readonly consent_number: number;
  readonly first_consent: number;
  /** Milliseconds since the epoch; null when it never ends. */
  readonly consent_ends_at: number | null;
}

/** @returns the SQL condition that the consent of a row of `codes` has not ended, see {@link hasConsentEnded} */
export function consentHolds(now: number) {
  return sql<boolean>`(consent_ends_at IS NULL OR consent_ends_at > ${now})
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.client_id = codes.client_id
      AND accounts.provider_id = codes.provider_id AND accounts.username = codes.username
      AND accounts.first_consent > codes.consent_number)`;
}

/** @returns whether the consent of a code was ended or has expired */
export function hasConsentEnded(
  { consent_number, first_consent, consent_ends_at }: ConsentPlace,
  now: number,
): boolean {
  return consent_number < first_consent || (consent_ends_at !== null && consent_ends_at <= now);
}
