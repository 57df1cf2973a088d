import type { Generated } from 'kysely';
import type { DeliveryStatus, OffReason } from '../../shapes/unions.ts';

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

/** An event for one webhook. */
export interface DeliveriesTable {
  /** Sorts by time. */
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  /** The event's type, or the type of a test. */
  type: string;
  /** The event as JSON. */
  body: string;
  created_at: number;
  status: Generated<DeliveryStatus>;
  /**
   * The time of the next try, or the end of the lease while a process sends it; null when the delivery has ended.
   */
  due_at: number | null;
  /** There are no tries after this time; null until a try has failed. */
  ends_at: Generated<number | null>;
  /**
   * How often the delivery was taken. It never decreases, so that a try that ends late is not mistaken for a later
   * one.
   */
  attempts: Generated<number>;
  /** All tries, as a JSON list. */
  tries: Generated<string>;
}
