import type { Generated } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';

/** A consent, as it was given. A trigger refuses every change, and a deletion before `kept_until`. */
export interface ConsentsTable {
  /** Sorts by time. */
  id: string;
  /** The client ID that the application's developers knew. */
  client_id: string;
  /** These three: the names of then, and the environment. */
  application: string;
  environment: Environment;
  provider: string;
  provider_id: string;
  account_id: string;
  /** See `consent-order.ts`. */
  number: Generated<number>;
  /** Separated by spaces. */
  shares: string;
  purpose: string | null;
  privacy_url: string | null;
  /** The language of the text that was shown, and its SHA-256; null: the page has not said it. */
  locale: string | null;
  text_hash: string | null;
  granted_at: number;
  /** Null: without an end. */
  ends_at: number | null;
  kept_until: number;
}
