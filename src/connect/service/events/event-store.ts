import { type Kysely, sql } from 'kysely';
import { batchSize, repeatWhileFull, runEach, type UnneededRows } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { addUnlessDeleted, inTransaction } from '../store/transactions.ts';
import { addDeliveries, type PublishedEvent } from './delivery-entries.ts';
import { addEvents, type NewEvent, toFirstEvent } from './events.ts';

/** True when an event with this ID may have been deleted because of its age. */
export function isExpiredEvent(id: string, now: number): boolean {
  return /^ev_[0-9a-f]{32}$/.test(id) && id < toFirstEvent(now);
}

interface EventQuery {
  /** The ID of the last event of the previous page; an empty string starts with the oldest event. */
  readonly after: string;
  readonly count: number;
  readonly now: number;
}

/**
 * SQL for the order of unpublished events. The IDs do not give this order: an ID has a time from before its
 * transaction, which may then have waited for another transaction on the same account. The numbers of the inserts
 * reflect the wait.
 */
type EventOrder = 'written' | 'written, rowid';

/** Creates the store of events. `endSessions` ends a batch of expired sessions, whose events are published, too. */
export function createEventStore(
  database: Kysely<Database>,
  {
    hasRowLocks,
    endSessions,
  }: {
    readonly hasRowLocks: boolean;
    endSessions(now: number, clientId?: string): Promise<number>;
  },
) {
  const order: EventOrder = hasRowLocks ? 'written' : 'written, rowid';
  return {
    /** Publishes the committed events of applications with a webhook: each event gets a position and its deliveries. */
    async publish(now: number): Promise<void> {
      await runEach([
        () => repeatWhileFull(() => endSessions(now)),
        () => publishAwaited(database, { order, now }),
      ]);
    },
    /** Adds an event that reports no change in the database, and returns its ID. Other events need `addEvents`. */
    async add(event: NewEvent, now: number): Promise<string> {
      const [id = ''] = await addEvents(database, [event], now);
      return id;
    },
    /**
     * Lists a page of events. It first publishes as many as the page needs, and ends expired sessions. Undefined when
     * the application has no event with the ID `after`.
     */
    async list(clientId: string, query: EventQuery) {
      const { now } = query;
      for (;;) {
        const found = await list(database, clientId, query);
        if (!found || found.length === query.count) return found;
        if (await hasUnpublished(database, clientId))
          await publishBatch(database, [clientId], { order, now });
        else if ((await endSessions(now, clientId)) === 0) return found;
      }
    },
  };
}

const awaitedSize = 100;

/** Looks for events to publish, because publishing would wait for SQLite's single writer even without any. */
async function hasUnpublished(database: Kysely<Database>, clientId: string): Promise<boolean> {
  const waiting = database
    .selectFrom('events')
    .select('id')
    .where('client_id', '=', clientId)
    .where('position', 'is', null)
    .limit(1);
  return (await waiting.execute()).length > 0;
}

/** Finds applications that have a webhook and unpublished events, beginning with the oldest event. */
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

async function publishAwaited(database: Kysely<Database>, publishing: Publishing): Promise<void> {
  for (;;) {
    const clientIds = await findAwaiting(database);
    if (clientIds.length === 0) return;
    await publishBatch(database, clientIds, publishing);
  }
}

/** Publishes a batch of events. If a webhook is removed meanwhile, this fails, and the next run publishes the batch. */
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
 * Gives positions to unpublished events. Readers page by position, so an event must never appear before a position
 * that is already visible. The first statement locks the counter until the commit. So one transaction at a time gives
 * positions, and they become visible in order.
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
      : await own.select('position').where('id', '=', after).executeTakeFirst();
  if (!last) return undefined;
  return await own
    .select(['id', 'type', 'created_at', 'data'])
    .where('position', '>', last.position)
    .where('id', '>', toFirstEvent(now))
    .orderBy('position')
    .limit(count)
    .execute();
}

/**
 * The time that events stay that no reader has asked for, in addition to the usual time, in milliseconds. It is longer
 * than the orders of event IDs and of inserts can differ.
 */
const keepUnreadMs = 60 * 60 * 1000;

export function listOldEvents(now: number): readonly UnneededRows[] {
  const first = toFirstEvent(now);
  return [
    // The newest of an application's old events stays. A reader that has seen it then knows that no event is missing.
    sql`id < ${first} AND (${first} > (
      SELECT id FROM events AS later WHERE later.client_id = events.client_id
        AND later.position > events.position ORDER BY later.position LIMIT 1)
      OR position IS NOT NULL AND ${first} > (
      SELECT id FROM events AS unread WHERE unread.client_id = events.client_id
        AND unread.position IS NULL ORDER BY unread.written LIMIT 1))`,
    // Unpublished events, which no reader has asked for. The published event before them is deleted by the condition
    // above, which tells the reader of the gap.
    sql`id < ${toFirstEvent(now - keepUnreadMs)} AND coalesce(position, 0) = 0`,
  ].map((condition) => ({ table: 'events', key: ['id'], condition }));
}

/** Published and unpublished events are listed apart, because they are in different indexes. */
export const listEventsOf = (clientId: string): readonly UnneededRows[] =>
  [
    sql`client_id = ${clientId} AND position IS NULL`,
    sql`client_id = ${clientId} AND position IS NOT NULL`,
  ].map((condition) => ({ table: 'events', key: ['id'], condition }));
