import { type Generated, type Kysely, sql } from 'kysely';
import type { ConnectEventData } from 'tax-connect/server';
import type { EventType } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';
import { createSortableId, toFirstId } from '../store/sortable-id.ts';

/** An event: something that happened to an application's connections, sessions or providers. */
interface EventsTable {
  id: string;
  /** The key of the application's rows. */
  client_id: string;
  type: EventType;
  created_at: number;
  /** JSON text without people's names, credentials and records. */
  data: string;
  /** The value is 1 when a webhook awaits the event, which is published soon. Others wait until a reader asks. */
  awaited: Generated<1 | null>;
  /** The place in the order of events; null until the event is published. Positions increase with each commit. */
  position: Generated<number | null>;
  /** The number of the insert in PostgreSQL. It is null in SQLite, which numbers its rows itself. */
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

/** Writes the SQL for the column `awaited` of a new event. `clientId` is SQL for the key of the event's application. */
const findAwaited = (clientId: string) => `CASE WHEN EXISTS (SELECT 1 FROM webhooks
  WHERE webhooks.client_id = ${clientId} AND off_since IS NULL) THEN 1 END`;

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** The JSON data of an event, with names in snake_case. It never contains a person's name, a credential or a record. */
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

const eventIdPrefix = 'ev_';

const keepEventsMs = 30 * 24 * 60 * 60 * 1000;

/** An ID that sorts before those of all events that are kept. */
export function toFirstEvent(now: number): string {
  return `${eventIdPrefix}${toFirstId(now - keepEventsMs)}`;
}

/** Adds events and returns their IDs. Call it in the transaction of the changes that the events report. */
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
