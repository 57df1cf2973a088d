import { type Generated, sql } from 'kysely';
import type { AccountStatus, Disconnector, Environment } from '../../shapes/unions.ts';
import type { OwnIdColumns } from '../applications/own-ids.ts';
import type { UnneededRows } from '../store/batches.ts';

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
  /** Null while connected. Otherwise its tokens are invalid until a new exchange connects it again. */
  disconnected_at: number | null;
  /** The person or program that ended the last connection; null if no connection has ended. */
  disconnected_by: Generated<Disconnector | null>;
  /** The provider's grant for the account, encrypted. */
  sealed_grant: string | null;
  /** The status of a connected account. An exchange makes it active again. */
  status: Generated<AccountStatus>;
  status_since: number;
  /** The next three columns are explained in `consent-order.ts`. */
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

/** An access token. It has the own IDs of its consent. */
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
