import type { Generated } from 'kysely';
import type { EventType } from '../../shapes/unions.ts';

/** An event of an application: something happened to its connections, sessions or providers. */
interface EventsTable {
  /** Sorts by time. */
  id: string;
  /** The key of the application's rows. */
  client_id: string;
  type: EventType;
  created_at: number;
  /** JSON text without names, credentials and records. */
  data: string;
  /**
   * 1 when its application had an active webhook, so that the event is published soon. Other events are published
   * when a reader asks.
   */
  awaited: Generated<1 | null>;
  /** Null until the event is published. Positions increase in the order of their commits. */
  position: Generated<number | null>;
  /** The order of the inserts, only in PostgreSQL. SQLite numbers its rows itself. */
  written: Generated<number | null>;
}

/** The last position given to an event. */
interface EventPositionsTable {
  /** The table has one row. */
  id: 'only';
  last_position: number;
}

declare module '../store/schema.ts' {
  interface Database {
    events: EventsTable;
    event_positions: EventPositionsTable;
  }
}
