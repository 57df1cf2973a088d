import type { Generated } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';

/** A consent as it was given. A trigger refuses every change, and a deletion before `kept_until`. */
interface ConsentsTable {
  /** Sorts by time. */
  id: string;
  /** The client ID that developers knew at that time. */
  client_id: string;
  /** The next three are the names and the environment at that time. */
  application: string;
  environment: Environment;
  provider: string;
  provider_id: string;
  account_id: string;
  /** Explained in `consent-order.ts`. */
  number: Generated<number>;
  /** Separated by spaces. */
  shares: string;
  purpose: string | null;
  privacy_url: string | null;
  /** The language of the text that was shown, and its SHA-256; null when the page did not report them. */
  locale: string | null;
  text_hash: string | null;
  granted_at: number;
  /** Null when it never ends. */
  ends_at: number | null;
  kept_until: number;
}

declare module '../store/schema.ts' {
  interface Database {
    consents: ConsentsTable;
  }
}
