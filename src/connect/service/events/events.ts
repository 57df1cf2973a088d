import { type Generated, type Kysely, sql } from 'kysely';
import type { ConnectEventData } from 'tax-connect/server';
import type { EventType } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';
import { createSortableId } from '../store/sortable-id.ts';

/** Something that happened to an application's connections, sessions or providers. */
interface EventsTable {
  id: string;
  /** The key of the application's rows. */
  client_id: string;
  type: EventType;
  created_at: number;
  /** JSON text without names, credentials and records. */
  data: string;
  /**
   * 1 when the application had an active webhook, so that the event is published soon. Other events are published
   * when a reader asks.
   */
  awaited: Generated<1 | null>;
  /** Null until the event is published. Positions increase in the order of their commits. */
  position: Generated<number | null>;
  /** The order of the inserts, in PostgreSQL. SQLite numbers its rows itself. */
  written: Generated<number | null>;
}

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

/** SQL for the column `awaited` of a new event, given SQL for the key of its application. */
const findAwaited = (clientId: string) => `CASE WHEN EXISTS (SELECT 1 FROM webhooks
  WHERE webhooks.client_id = ${clientId} AND off_since IS NULL) THEN 1 END`;

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** The JSON of an event. It never contains a name, a credential or a record. */
type EventData<Type extends EventType> = {
  readonly [Name in keyof ConnectEventData[Type] as SnakeCase<Name>]: ConnectEventData[Type][Name] extends Date
    ? string
    : ConnectEventData[Type][Name];
};

export type NewEvent = {
  readonly [Type in EventType]: {
    /** The key of the application's rows. */
    readonly clientId: string;
    readonly type: Type;
    readonly data: EventData<Type>;
  };
}[EventType];

export function createEventId(now: number): string {
  return `${eventIdPrefix}${createSortableId(now)}`;
}

export const eventIdPrefix = 'ev_';

/** Call it in the transaction of the changes that the events report. Returns the ID of each event. */
export async function addEvents(
  transaction: Kysely<Database>,
  events: readonly NewEvent[],
  now: number,
): Promise<readonly string[]> {
  if (events.length === 0) return [];
  const ids = events.map(() => createEventId(now));
  const rows = events.map(
    ({ clientId, type, data }, index) =>
      sql`(${ids[index]}, ${clientId}, ${type}, ${now}, ${JSON.stringify(data)})`,
  );
  await sql`WITH happened (id, client_id, type, created_at, data) AS (VALUES ${sql.join(rows)})
    INSERT INTO events (id, client_id, type, created_at, data, awaited)
    SELECT id, client_id, type, CAST(created_at AS bigint), data, ${sql.raw(findAwaited('happened.client_id'))}
    FROM happened`.execute(transaction);
  return ids;
}
