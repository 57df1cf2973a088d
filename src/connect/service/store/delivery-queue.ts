import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeliveryStatus, OffReason } from '../../shapes/unions.ts';
import { type DeliveryTry, parseTries } from './delivery-entries.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database } from './schema.ts';
import { createSortableId } from './sortable-id.ts';
import {
  type BusyWebhook,
  type Lease,
  type TakenDelivery,
  takeDeliveries,
  withQueued,
} from './take-deliveries.ts';

/* Processes that share a database share the queue. A process takes deliveries for the time of a lease and sends
   them. If it dies, the lease ends, and another process sends them again with the same event ID. So a crash delays
   a delivery but never loses it. */

/** How a try ended. Times are milliseconds since the epoch. */
export interface DeliveryEnd {
  readonly made: DeliveryTry;
  readonly isDelivered: boolean;
  /** The time of the next try; null after the last one. */
  readonly dueAt: number | null;
  readonly endsAt: number | null;
  /** The webhook gets no deliveries before this time. */
  readonly pausedUntil: number;
}

/** The length of the queue. */
interface QueueLength {
  readonly count: number;
  /** The age of the oldest delivery, in milliseconds. */
  readonly oldestMs: number;
  /** How long the most overdue delivery has been due, in milliseconds. */
  readonly lateMs: number;
}

/** The queue of deliveries. */
export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

/** @param hasRowLocks - whether the database locks rows. SQLite has one writer instead */
export function createDeliveryQueue(database: Kysely<Database>, hasRowLocks: boolean) {
  return {
    /**
     * Takes due deliveries, with the same share for each webhook.
     *
     * @returns the deliveries. More may be due after a try has ended
     */
    take: (lease: Lease): Promise<readonly TakenDelivery[]> =>
      takeDeliveries(database, lease, hasRowLocks),
    /**
     * Stores how a try ended, unless the delivery was taken or sent again meanwhile.
     *
     * @returns the time since which the webhook fails; null when it does not fail or nothing was stored
     */
    finish: (delivery: TakenDelivery, end: DeliveryEnd): Promise<number | null> =>
      end.isDelivered
        ? finishDelivered(database, delivery, end)
        : inTransaction(database, (transaction) => finishFailed(transaction, delivery, end)),
    /**
     * Switches a webhook off and records it in the audit log.
     *
     * @param off - the reason, and the text for the log
     * @returns false when it was already off
     */
    switchOff: (
      webhook: BusyWebhook,
      off: { readonly now: number; readonly reason: OffReason; readonly detail: string },
    ): Promise<boolean> =>
      inTransaction(database, (transaction) => switchOff(transaction, webhook, off)),
    /** @returns how many deliveries wait for webhooks that are switched on, and for how long */
    measure: (now: number): Promise<QueueLength> => measure(database, now),
  };
}

/**
 * Counts all rows in an index, and then subtracts the rows of webhooks that are off. PostgreSQL would spend longer
 * compiling a single statement for this than running it. IDs sort by time, so the first row of a webhook in the
 * index is its oldest delivery.
 */
async function measure(database: Kysely<Database>, now: number): Promise<QueueLength> {
  const own = sql`FROM deliveries WHERE deliveries.webhook_id = queued.webhook_id`;
  const { rows: queues } = await sql<{
    readonly webhook_id: string;
    readonly off_since: number | null;
    readonly due: number;
    readonly waiting: number | null;
    readonly sending: number | null;
  }>`
    ${withQueued}
    SELECT queued.webhook_id, off_since,
      (SELECT min(due_at) ${own} AND due_at IS NOT NULL) AS due,
      (SELECT created_at ${own} AND status = 'waiting' ORDER BY delivery_id LIMIT 1) AS waiting,
      (SELECT created_at ${own} AND status = 'sending' ORDER BY delivery_id LIMIT 1) AS sending
    FROM queued LEFT JOIN webhooks ON webhooks.webhook_id = queued.webhook_id
    WHERE queued.webhook_id IS NOT NULL`.execute(database);
  const on = queues.filter(({ off_since }) => off_since === null);
  const off = queues.filter((queue) => !on.includes(queue)).map(({ webhook_id }) => webhook_id);
  const queued = database
    .selectFrom('deliveries')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('due_at', 'is not', null);
  const all = on.length > 0 ? await queued.executeTakeFirstOrThrow() : { count: 0 };
  const unsent =
    on.length > 0 && off.length > 0
      ? await queued.where('webhook_id', 'in', off).executeTakeFirstOrThrow()
      : { count: 0 };
  const findAge = (times: readonly (number | null)[]) =>
    Math.max(0, ...times.map((time) => now - (time ?? now)));
  return {
    count: Math.max(0, Number(all.count) - Number(unsent.count)),
    oldestMs: findAge(on.flatMap(({ waiting, sending }) => [waiting, sending])),
    lateMs: findAge(on.map(({ due }) => due)),
  };
}

/**
 * There is no transaction, because it would cost two more round trips for each delivery. The webhook is updated
 * first: after a crash in between, the delivery is sent again.
 */
async function finishDelivered(
  database: Kysely<Database>,
  delivery: TakenDelivery,
  end: DeliveryEnd,
): Promise<null> {
  // Another try may have failed since this one was taken, so the earlier value cannot be used.
  await updateWebhook(database, delivery.webhook)
    .set({ failing_since: null, paused_until: 0 })
    .where('failing_since', 'is not', null)
    .execute();
  await storeTry(database, delivery, { ...end, status: 'delivered' });
  return null;
}

async function finishFailed(
  transaction: Transaction<Database>,
  delivery: TakenDelivery,
  end: DeliveryEnd,
): Promise<number | null> {
  const { made, dueAt, pausedUntil } = end;
  const status = dueAt === null ? 'failed' : 'waiting';
  // The delivery was taken again. That later try decides whether the webhook fails: it may have succeeded already,
  // and then nothing would clear a failure stored here.
  if (!(await storeTry(transaction, delivery, { ...end, status }))) return null;
  const changed = await updateWebhook(transaction, delivery.webhook)
    .set({ failing_since: sql`coalesce(failing_since, ${made.at})` })
    .$if(pausedUntil > 0, (update) => update.set({ paused_until: pausedUntil }))
    .returning('failing_since')
    .executeTakeFirst();
  return changed?.failing_since ?? null;
}

/** @returns false when the delivery was taken or sent again meanwhile */
async function storeTry(
  database: Kysely<Database>,
  { delivery_id, attempts, tries }: TakenDelivery,
  { made, dueAt, endsAt, status }: DeliveryEnd & { readonly status: DeliveryStatus },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('deliveries')
    .set({
      status,
      due_at: dueAt,
      ends_at: endsAt,
      tries: JSON.stringify([...parseTries(tries), made]),
    })
    .where('delivery_id', '=', delivery_id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function switchOff(
  transaction: Transaction<Database>,
  webhook: BusyWebhook,
  {
    now,
    reason,
    detail,
  }: { readonly now: number; readonly reason: OffReason; readonly detail: string },
): Promise<boolean> {
  const off = await updateWebhook(transaction, webhook)
    .set({ off_since: now, off_reason: reason })
    .where('off_since', 'is', null)
    .returning('webhook_id')
    .executeTakeFirst();
  if (!off) return false;
  await transaction
    .insertInto('audit_log')
    .values({
      id: createSortableId(now),
      changed_at: now,
      via: 'service',
      person: null,
      action: 'webhook_switched_off',
      client_id: webhook.publicClientId,
      application: webhook.name,
      detail,
    })
    .execute();
  return true;
}

const updateWebhook = (database: Kysely<Database>, { webhook_id }: BusyWebhook) =>
  database.updateTable('webhooks').where('webhook_id', '=', webhook_id);
