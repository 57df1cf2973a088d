import { type Kysely, sql } from 'kysely';
import type { EventType } from '../../shapes/unions.ts';
import { addUnlessDeleted } from './deleted-owner.ts';
import { addEvents, eventIdPrefix, type NewEvent } from './events.ts';
import { addDeliveries, type PublishedEvent } from './fan-out.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database } from './schema.ts';
import { endExpired } from './session-ends.ts';
import { toFirstId } from './sortable-id.ts';

/** Events are kept for 30 days, in milliseconds. */
const keepEventsMs = 30 * 24 * 60 * 60 * 1000;

/**
 * @param now - milliseconds since the epoch
 * @returns every event with a lower ID is too old to be listed
 */
export function toFirstEvent(now: number): string {
  return `${eventIdPrefix}${toFirstId(now - keepEventsMs)}`;
}

/** @returns whether it is the ID of an event that may have been swept */
export function isExpiredEvent(id: string, now: number): boolean {
  return /^ev_[0-9a-f]{32}$/.test(id) && id < toFirstEvent(now);
}

/** An event with its place in the order of all events. */
interface StoredEvent {
  readonly id: string;
  readonly type: EventType;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** JSON. */
  readonly data: string;
}

/** The events to list. */
interface EventQuery {
  /** The last event of the page before; '': from the oldest. */
  readonly after: string;
  /** The maximum number of events. */
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Events of applications. A row is written in the transaction of what it reports, see `addEvents`. */
export interface EventStore {
  /**
   * Ends expired sessions, then gives every committed event its position, and its deliveries to webhooks.
   *
   * @param now - milliseconds since the epoch
   */
  publish(now: number): Promise<void>;
  /**
   * Adds an event that reports no change of the database. Others are added by `addEvents`.
   *
   * @returns its ID
   */
  add(event: NewEvent, now: number): Promise<string>;
  /** @returns published events in their order; undefined when the application has no event `after` */
  list(clientId: string, query: EventQuery): Promise<readonly StoredEvent[] | undefined>;
}

/**
 * The order of unpublished events, in SQL. Not by ID: its time is from before the transaction, which may have
 * waited for another one that concerns the same account. A number from the insert is later than that one's.
 */
type EventOrder = 'written' | 'written, rowid';

/** @returns the store's methods for events */
export function createEventStore(database: Kysely<Database>, order: EventOrder): EventStore {
  return {
    async publish(now) {
      await endExpired(database, now);
      while (await hasUnpublished(database)) {
        // When a webhook is removed meanwhile, the batch is published without it.
        await addUnlessDeleted(() =>
          inTransaction(database, (transaction) => publishBatch(transaction, order, now)),
        );
      }
    },
    async add(event, now) {
      const [id = ''] = await addEvents(database, [event], now);
      return id;
    },
    list: (clientId, query) => list(database, clientId, query),
  };
}

/** Events that are published in one transaction. */
const batchSize = 500;

/** Reading first: a transaction without events would still wait for the one writer of SQLite. */
async function hasUnpublished(database: Kysely<Database>): Promise<boolean> {
  const waiting = database.selectFrom('events').select('id').where('position', 'is', null).limit(1);
  return (await waiting.execute()).length > 0;
}

/**
 * Readers page by position, so no event may appear before a position that is visible already. The first
 * statement locks the counter until the commit. So one transaction at a time gives positions, and they become
 * visible in their order. A transaction that commits later has no position yet, and gets a higher one.
 */
async function publishBatch(
  transaction: Kysely<Database>,
  order: EventOrder,
  now: number,
): Promise<void> {
  const counter = await sql<{ readonly last_position: number }>`
    INSERT INTO event_positions (id, last_position) VALUES ('only', 0)
    ON CONFLICT (id) DO UPDATE SET last_position = event_positions.last_position
    RETURNING last_position`.execute(transaction);
  const last = counter.rows[0]?.last_position ?? 0;
  const { rows } = await sql<PublishedEvent>`UPDATE events SET position = numbered.position
    FROM (SELECT id, ${sql.lit(last)} + row_number() OVER (ORDER BY ${sql.raw(order)}) AS position
      FROM events WHERE position IS NULL ORDER BY ${sql.raw(order)} LIMIT ${batchSize}) AS numbered
    WHERE events.id = numbered.id
    RETURNING events.id, client_id, type, created_at, data`.execute(transaction);
  await transaction
    .updateTable('event_positions')
    .set({ last_position: last + rows.length })
    .execute();
  await addDeliveries(transaction, rows, now);
}

async function list(
  database: Kysely<Database>,
  clientId: string,
  { after, count, now }: EventQuery,
): Promise<readonly StoredEvent[] | undefined> {
  const own = database.selectFrom('events').where('client_id', '=', clientId);
  const last =
    after === ''
      ? { position: 0 }
      : await own
          .select('position')
          .where('id', '=', after)
          .where('position', '>', 0)
          .$narrowType<{ position: number }>()
          .executeTakeFirst();
  if (!last) return undefined;
  return await own
    .select(['id', 'type', 'created_at as createdAt', 'data'])
    .where('position', '>', last.position)
    .where('id', '>', toFirstEvent(now))
    .orderBy('position')
    .limit(count)
    .execute();
}
