import type { Generated } from 'kysely';
import type { AccountStatus, Disconnector } from '../../shapes/unions.ts';

/** Accounts at providers, connected or not. */
export interface AccountsTable {
  id: string;
  client_id: string;
  provider_id: string;
  /** The subject, as in `codes`. */
  username: string;
  /** The account's name at the first consent. */
  account_label: string | null;
  /** 0: its code has not been exchanged yet. Then it is not connected, and only reserves its ID. */
  connected_at: number;
  last_exchange_at: number;
  /** Null: connected. Otherwise its tokens are invalid until a new exchange connects it again. */
  disconnected_at: number | null;
  /** The one that ended the last connection; null: no connection has ended. */
  disconnected_by: Generated<Disconnector | null>;
  /** The provider's grant for the account; encrypted. */
  sealed_grant: string | null;
  /** Of a connected account. An exchange makes it active again. */
  status: Generated<AccountStatus>;
  status_since: number;
  /** These three: see `consent-order.ts`. */
  consent_count: Generated<number>;
  consent_number: Generated<number>;
  first_consent: Generated<number>;
  /** These four: as in `codes`. */
  shares: string;
  consented_at: number;
  consent_ends_at: Generated<number | null>;
  consent_due_at: Generated<number | null>;
  /** When the application has asked for records, to the hour. Null: never. */
  last_used_at: Generated<number | null>;
  /** Increases with every new grant. A process that has read an earlier one cannot replace the grant. */
  grant_revision: Generated<number>;
  /** The process that renews the grant, alone until `renewal_until`. */
  renewal_id: Generated<string | null>;
  renewal_until: Generated<number>;
}
