import type { Generated } from 'kysely';
import type { EventType } from '../../shapes/unions.ts';

/** Something that has happened to what an application has: its connections, sessions and providers. */
export interface EventsTable {
  /** Sorts by time. */
  id: string;
  /** The key of the application's rows. */
  client_id: string;
  type: EventType;
  created_at: number;
  /** JSON without names, credentials and records. */
  data: string;
  /** 1: its application had a webhook that was on, so the event is published soon. Others wait for a reader. */
  awaited: Generated<1 | null>;
  /** Null until it is published. Positions increase in the order of their commits. */
  position: Generated<number | null>;
  /** The order of the inserts, in PostgreSQL only. SQLite numbers its rows anyway. */
  written: Generated<number | null>;
}

/** The last position that was given. */
export interface EventPositionsTable {
  /** The table has one row. */
  id: 'only';
  last_position: number;
}
