import { type Kysely, sql } from 'kysely';
import type { EventType } from '../../shapes/unions.ts';
import { batchSize } from './batches.ts';
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
export type EventStore = ReturnType<typeof createEventStore>;

/**
 * The order of unpublished events, in SQL. Not by ID: its time is from before the transaction, which may have
 * waited for another one that concerns the same account. A number from the insert is later than that one's.
 */
type EventOrder = 'written' | 'written, rowid';

export function createEventStore(database: Kysely<Database>, order: EventOrder) {
  return {
    /**
     * Ends expired sessions. Then it gives the committed events of applications with a webhook their positions and
     * deliveries.
     *
     * @param now - milliseconds since the epoch
     */
    async publish(now: number): Promise<void> {
      await endExpired(database, now);
      for (;;) {
        const clientIds = await findAwaiting(database);
        if (clientIds.length === 0) return;
        await publishBatch(database, clientIds, { order, now });
      }
    },
    /**
     * Adds an event that reports no change of the database. Others are added by `addEvents`.
     *
     * @returns its ID
     */
    async add(event: NewEvent, now: number): Promise<string> {
      const [id = ''] = await addEvents(database, [event], now);
      return id;
    },
    /**
     * Ends expired sessions, and publishes what the page needs.
     *
     * @returns events in their order; undefined when the application has no event `after`
     */
    async list(clientId: string, query: EventQuery): Promise<readonly StoredEvent[] | undefined> {
      await endExpired(database, query.now);
      for (;;) {
        const found = await list(database, clientId, query);
        const isFull = found?.length === query.count;
        if (isFull || !(await hasUnpublished(database, clientId))) return found;
        await publishBatch(database, [clientId], { order, now: query.now });
      }
    },
  };
}

/** Awaited events that are looked at for their applications. */
const awaitedSize = 100;

/** Reading first: a transaction without events would still wait for the one writer of SQLite. */
async function hasUnpublished(database: Kysely<Database>, clientId: string): Promise<boolean> {
  const waiting = database
    .selectFrom('events')
    .select('id')
    .where('client_id', '=', clientId)
    .where('position', 'is', null)
    .limit(1);
  return (await waiting.execute()).length > 0;
}

/** @returns applications with a webhook and unpublished events, those that wait longest */
async function findAwaiting(database: Kysely<Database>): Promise<readonly string[]> {
  const waiting = await database
    .selectFrom('events')
    .select('client_id')
    .where('awaited', '=', sql.lit(1))
    .where('position', 'is', null)
    .orderBy('written')
    .limit(awaitedSize)
    .execute();
  return [...new Set(waiting.map(({ client_id }) => client_id))];
}

/** How to publish. */
interface Publishing {
  readonly order: EventOrder;
  readonly now: number;
}

/** When a webhook is removed meanwhile, the batch is published the next time, without it. */
async function publishBatch(
  database: Kysely<Database>,
  clientIds: readonly string[],
  publishing: Publishing,
): Promise<void> {
  await addUnlessDeleted(() =>
    inTransaction(database, (transaction) => givePositions(transaction, clientIds, publishing)),
  );
}

/**
 * Readers page by position, so no event may appear before a position that is visible already. The first
 * statement locks the counter until the commit. So one transaction at a time gives positions, and they become
 * visible in their order. A transaction that commits later has no position yet, and gets a higher one.
 */
async function givePositions(
  transaction: Kysely<Database>,
  clientIds: readonly string[],
  { order, now }: Publishing,
): Promise<void> {
  const counter = await sql<{ readonly last_position: number }>`
    INSERT INTO event_positions (id, last_position) VALUES ('only', 0)
    ON CONFLICT (id) DO UPDATE SET last_position = event_positions.last_position
    RETURNING last_position`.execute(transaction);
  let last = counter.rows[0]?.last_position ?? 0;
  const awaited: PublishedEvent[] = [];
  let room = batchSize;
  for (const clientId of clientIds) {
    const { rows } = await sql<PublishedEvent & { readonly awaited: 1 | null }>`
      UPDATE events SET position = numbered.position
      FROM (SELECT id, CAST(${last} AS bigint) + row_number() OVER (ORDER BY ${sql.raw(order)}) AS position
        FROM events WHERE client_id = ${clientId} AND position IS NULL
        ORDER BY ${sql.raw(order)} LIMIT ${room}) AS numbered
      WHERE events.id = numbered.id
      RETURNING events.id, events.position, client_id, type, created_at, data, awaited`.execute(
      transaction,
    );
    last += rows.length;
    room -= rows.length;
    awaited.push(...rows.filter((row) => row.awaited === 1));
    if (room === 0) break;
  }
  await transaction.updateTable('event_positions').set({ last_position: last }).execute();
  await addDeliveries(transaction, awaited, now);
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
