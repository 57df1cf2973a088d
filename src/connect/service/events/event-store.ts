import { type Kysely, sql } from 'kysely';

import type { UnneededRows } from '../store/batches.ts';
import { batchSize } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { toFirstId } from '../store/sortable-id.ts';
import { addUnlessDeleted, inTransaction } from '../store/transactions.ts';
import { addDeliveries, type PublishedEvent } from './delivery-entries.ts';
import { addEvents, eventIdPrefix, type NewEvent } from './events.ts';

const keepEventsMs = 30 * 24 * 60 * 60 * 1000;

function toFirstEvent(now: number): string {
  return `${eventIdPrefix}${toFirstId(now - keepEventsMs)}`;
}

/** Whether the event may have been deleted because of its age. */
export function isExpiredEvent(id: string, now: number): boolean {
  return /^ev_[0-9a-f]{32}$/.test(id) && id < toFirstEvent(now);
}

interface EventQuery {
  /** The last event of the previous page; an empty string starts with the oldest. */
  readonly after: string;
  readonly count: number;
  readonly now: number;
}

declare module '../store/store.ts' {
  interface Store {
    /** Each event is written in the transaction of the change that it reports, see `addEvents`. */
    readonly events: ReturnType<typeof createEventStore>;
  }
}

/**
 * The order of unpublished events, in SQL. IDs do not give this order: an ID has the time before its transaction,
 * which may then have waited for another transaction on the same account. The insert numbers reflect that wait.
 */
type EventOrder = 'written' | 'written, rowid';

/** `beforeReading` ends the sessions that have expired, so that their events are published, too. */
export function createEventStore(
  database: Kysely<Database>,
  {
    hasRowLocks,
    beforeReading,
  }: { readonly hasRowLocks: boolean; beforeReading(now: number): Promise<void> },
) {
  const order: EventOrder = hasRowLocks ? 'written' : 'written, rowid';
  return {
    /** Gives positions and deliveries to the committed events of applications with a webhook. */
    async publish(now: number): Promise<void> {
      await beforeReading(now);
      for (;;) {
        const clientIds = await findAwaiting(database);
        if (clientIds.length === 0) return;
        await publishBatch(database, clientIds, { order, now });
      }
    },
    /** Adds an event that no change in the database causes; `addEvents` adds all others. Returns its ID. */
    async add(event: NewEvent, now: number): Promise<string> {
      const [id = ''] = await addEvents(database, [event], now);
      return id;
    },
    /** Publishes the events that the page needs. Undefined when the application has no event `after`. */
    async list(clientId: string, query: EventQuery) {
      await beforeReading(query.now);
      for (;;) {
        const found = await list(database, clientId, query);
        const isFull = found?.length === query.count;
        if (isFull || !(await hasUnpublished(database, clientId))) return found;
        await publishBatch(database, [clientId], { order, now: query.now });
      }
    },
  };
}

const awaitedSize = 100;

/** Asked first, because a transaction without events would still wait for SQLite's single writer. */
async function hasUnpublished(database: Kysely<Database>, clientId: string): Promise<boolean> {
  const waiting = database
    .selectFrom('events')
    .select('id')
    .where('client_id', '=', clientId)
    .where('position', 'is', null)
    .limit(1);
  return (await waiting.execute()).length > 0;
}

/** Finds applications with a webhook and unpublished events. The longest wait comes first. */
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

interface Publishing {
  readonly order: EventOrder;
  readonly now: number;
}

/** If a webhook is removed meanwhile, the batch is published by the next run, without it. */
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
 * Readers page by position, so an event must never appear before a position that is already visible. The first
 * statement locks the counter until the commit. So one transaction at a time gives positions, and they become visible
 * in order. A transaction that commits later gets higher positions.
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
) {
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
    .select(['id', 'type', 'created_at', 'data'])
    .where('position', '>', last.position)
    .where('id', '>', toFirstEvent(now))
    .orderBy('position')
    .limit(count)
    .execute();
}

/** More than the orders of event IDs and of inserts can differ. */
const keepUnreadMs = 60 * 60 * 1000;

export function listOldEvents(now: number): readonly UnneededRows[] {
  const first = toFirstEvent(now);
  return [
    // The last old event of an application stays, as a mark for a reader that has seen it and missed nothing.
    sql`id < ${first} AND (${first} > (
      SELECT id FROM events AS later WHERE later.client_id = events.client_id
        AND later.position > events.position ORDER BY later.position LIMIT 1)
      OR position IS NOT NULL AND ${first} > (
      SELECT id FROM events AS unread WHERE unread.client_id = events.client_id
        AND unread.position IS NULL ORDER BY unread.written LIMIT 1))`,
    // Events that no one read. The published event before them was deleted above, which tells the reader of the gap.
    sql`id < ${toFirstEvent(now - keepUnreadMs)} AND coalesce(position, 0) = 0`,
  ].map((condition) => ({ table: 'events', key: ['id'], condition }));
}

/** Published and unpublished events are in different indexes. */
export const listEventsOf = (clientId: string): readonly UnneededRows[] =>
  [
    sql`client_id = ${clientId} AND position IS NULL`,
    sql`client_id = ${clientId} AND position IS NOT NULL`,
  ].map((condition) => ({ table: 'events', key: ['id'], condition }));
