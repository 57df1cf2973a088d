import type { Generated } from 'kysely';
import type { OffReason } from '../../shapes/unions.ts';

/** An endpoint of an application that receives events. */
export interface WebhooksTable {
  webhook_id: string;
  /** The key of the application's rows. */
  client_id: string;
  url: string;
  /** The types of its events, separated by spaces; null for all. */
  types: string | null;
  /** Encrypted. */
  sealed_secret: string;
  /** The secret before the last rotation. It signs, too, until `old_secret_until`. */
  old_sealed_secret: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  created_at: number;
  /** This and the next are null while the webhook is on. */
  off_since: Generated<number | null>;
  off_reason: Generated<OffReason | null>;
  /** The time of the first failed try since the last success, or null. */
  failing_since: Generated<number | null>;
  /** The receiver asked for no request before this time. */
  paused_until: Generated<number>;
  /** When the webhook was removed, or null. A removed webhook is also switched off. */
  removed_at: Generated<number | null>;
  /** A hash of the secret in the file at the last start; null when the webhook is not from the file. */
  file_secret_hash: Generated<string | null>;
}

declare module '../store/schema.ts' {
  interface Database {
    webhooks: WebhooksTable;
  }
}
