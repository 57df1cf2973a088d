import type { Generated } from 'kysely';
import type { DeliveryStatus, OffReason } from '../../shapes/unions.ts';

/** An endpoint of an application that receives events. */
export interface WebhooksTable {
  webhook_id: string;
  /** The key of the application's rows. */
  client_id: string;
  url: string;
  /** The types of its events, separated by spaces; null: all. */
  types: string | null;
  /** Encrypted. */
  sealed_secret: string;
  /** The secret before the last rotation; it signs, too, until `old_secret_until`. */
  old_sealed_secret: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  created_at: number;
  /** These two: null while it is on. */
  off_since: Generated<number | null>;
  off_reason: Generated<OffReason | null>;
  /** The first failed try after the last success, or null. */
  failing_since: Generated<number | null>;
  /** The receiver asks for no request before that. */
  paused_until: Generated<number>;
  /** When it was removed; null: it was not. It is off, too. */
  removed_at: Generated<number | null>;
  /** Of the secret that the file had at the last start; null: it is not from the file, or from an earlier version. */
  file_secret_hash: Generated<string | null>;
}

/** An event for one webhook. */
export interface DeliveriesTable {
  /** Sorts by time. */
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  /** The event's type, or that of a test. */
  type: string;
  /** The event as JSON. */
  body: string;
  created_at: number;
  status: Generated<DeliveryStatus>;
  /** The time of the next try, or the end of the lease of the process that sends it; null: it has ended. */
  due_at: number | null;
  /** No try follows after that; null until a try has failed. */
  ends_at: Generated<number | null>;
  /** How often it was taken. It never decreases, so that a try that ends late cannot pass for a later one. */
  attempts: Generated<number>;
  /** Every try, as a JSON list. */
  tries: Generated<string>;
}
