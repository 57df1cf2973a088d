import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Environment, OffReason } from '../../shapes/unions.ts';
import { type DeliveryTry, parseTries } from './delivery-entries.ts';
import { inTransaction } from './in-transaction.ts';
import { publicClientId } from './live-application.ts';
import type { Database } from './schema.ts';
import { createSortableId } from './sortable-id.ts';

/*
 * Processes that share a database share the queue. A process takes deliveries for the time of a lease, and
 * sends them. If it dies, the lease ends, and another process sends them again with the same event ID. So a
 * crash delays a delivery, and never loses it.
 */

/** The most requests that a webhook gets at once, from all processes. */
const maxAtOnce = 8;
/** A webhook whose last try has failed gets one at a time, so that slow failures take no room from others. */
const maxWhileFailing = 1;

/** Which deliveries to take, and for how long. */
interface Lease {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** No other process takes the deliveries until then, milliseconds since the epoch. */
  readonly until: number;
  /** The maximum number of deliveries. */
  readonly count: number;
}

/** A webhook with deliveries that are due. */
type BusyWebhook = Awaited<ReturnType<typeof findBusyWebhooks>>[number];

/** A delivery that this process sends. */
export interface TakenDelivery
  extends Pick<
    Selectable<Database['deliveries']>,
    'delivery_id' | 'event_id' | 'type' | 'body' | 'attempts' | 'ends_at' | 'tries'
  > {
  readonly webhook: BusyWebhook;
}

/** How a try has ended. Times are milliseconds since the epoch. */
export interface DeliveryEnd {
  readonly made: DeliveryTry;
  readonly isDelivered: boolean;
  /** The time of the next try; null after the last one. */
  readonly dueAt: number | null;
  readonly endsAt: number | null;
  /** The webhook gets nothing before that. */
  readonly pausedUntil: number;
}

/** The length of the queue. */
interface QueueLength {
  readonly count: number;
  /** The age of the oldest delivery, in milliseconds. */
  readonly oldestMs: number;
  /** How long the delivery that has waited longest for its try has done so, in milliseconds. */
  readonly lateMs: number;
}

/** The queue of deliveries. */
export interface DeliveryQueue {
  /**
   * Takes deliveries that are due, the same share of each webhook.
   *
   * @returns the deliveries. More may be due when a try has ended
   */
  take(lease: Lease): Promise<readonly TakenDelivery[]>;
  /**
   * Stores how a try has ended, unless the delivery has been taken again or was sent again meanwhile.
   *
   * @returns the time since which the webhook fails, or null
   */
  finish(delivery: TakenDelivery, end: DeliveryEnd): Promise<number | null>;
  /**
   * Switches a webhook off and writes it to the audit log.
   *
   * @param off - the reason, and the sentence for the log
   * @returns false when it was off already
   */
  switchOff(
    webhook: BusyWebhook,
    off: { readonly now: number; readonly reason: OffReason; readonly detail: string },
  ): Promise<boolean>;
  /** @returns how many deliveries wait for webhooks that are on, and for how long */
  measure(now: number): Promise<QueueLength>;
}

/**
 * @param hasRowLocks - whether the database locks rows. SQLite has one writer instead
 * @returns the store's methods for the queue
 */
export function createDeliveryQueue(
  database: Kysely<Database>,
  hasRowLocks: boolean,
): DeliveryQueue {
  return {
    take: (lease) => take(database, lease, hasRowLocks),
    finish: (delivery, end) =>
      inTransaction(database, (transaction) => finish(transaction, delivery, end)),
    switchOff: (webhook, off) =>
      inTransaction(database, (transaction) => switchOff(transaction, webhook, off)),
    async measure(now) {
      const { count, oldest, due } = await database
        .selectFrom('deliveries')
        .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')
        .select((row) => row.fn.countAll<number>().as('count'))
        .select(sql<number | null>`min(deliveries.created_at)`.as('oldest'))
        .select(sql<number | null>`min(due_at)`.as('due'))
        .where('due_at', 'is not', null)
        .where('off_since', 'is', null)
        .executeTakeFirstOrThrow();
      return {
        count: Number(count),
        oldestMs: now - (oldest ?? now),
        lateMs: Math.max(0, now - (due ?? now)),
      };
    },
  };
}

async function take(database: Kysely<Database>, lease: Lease, hasRowLocks: boolean) {
  // Reading first: a transaction without entries would still cost two round trips every second.
  const busy = await findBusyWebhooks(database, lease);
  if (busy.length === 0) return [];
  return await inTransaction(database, async (transaction) => {
    const webhooks = await lockWebhooks(transaction, busy, hasRowLocks);
    const sending = await countSending(transaction, webhooks, lease.now);
    const taken: TakenDelivery[] = [];
    for (const webhook of webhooks) {
      const allowed = webhook.failing_since === null ? maxAtOnce : maxWhileFailing;
      const free = allowed - (sending.get(webhook.webhook_id) ?? 0);
      const room = Math.min(free, lease.count - taken.length);
      const rows =
        room > 0 ? await takeDeliveries(transaction, webhook, { ...lease, count: room }) : [];
      taken.push(...rows.map((row) => ({ ...row, webhook })));
    }
    return taken;
  });
}

/**
 * Jumps from webhook to webhook in the index, so that a webhook with a long queue costs as much as one with a
 * single delivery.
 *
 * @returns the webhooks with deliveries that are due and may be sent, the longest wait first
 */
async function findBusyWebhooks(database: Kysely<Database>, { now, count }: Lease) {
  const { rows } = await sql<{
    readonly webhook_id: string;
    readonly client_id: string;
    readonly url: string;
    readonly sealed_secret: string;
    readonly old_sealed_secret: string | null;
    readonly old_secret_until: number | null;
    readonly failing_since: number | null;
    readonly environment: Environment;
    readonly publicClientId: string;
    readonly name: string;
  }>`
    WITH RECURSIVE queued (webhook_id) AS (
      SELECT min(webhook_id) FROM deliveries WHERE due_at IS NOT NULL
      UNION ALL
      SELECT (SELECT min(deliveries.webhook_id) FROM deliveries
        WHERE due_at IS NOT NULL AND deliveries.webhook_id > queued.webhook_id)
      FROM queued WHERE queued.webhook_id IS NOT NULL
    ), queues AS (
      SELECT webhook_id, (SELECT min(due_at) FROM deliveries
        WHERE due_at IS NOT NULL AND deliveries.webhook_id = queued.webhook_id) AS first_due,
        (SELECT count(*) FROM deliveries WHERE deliveries.webhook_id = queued.webhook_id
          AND status = 'sending' AND due_at > ${now}) AS sending
      FROM queued WHERE webhook_id IS NOT NULL
    )
    SELECT webhooks.webhook_id, webhooks.client_id, url, sealed_secret, old_sealed_secret,
      old_secret_until, failing_since, environment, ${publicClientId} AS "publicClientId", name
    FROM queues
    JOIN webhooks ON webhooks.webhook_id = queues.webhook_id
    JOIN applications ON applications.client_id = webhooks.client_id
    WHERE first_due <= ${now} AND off_since IS NULL AND paused_until <= ${now}
      AND deleted_at IS NULL
      AND sending < CASE WHEN failing_since IS NULL
        THEN ${sql.lit(maxAtOnce)} ELSE ${sql.lit(maxWhileFailing)} END
    ORDER BY first_due LIMIT ${count}`.execute(database);
  return rows;
}

/**
 * Of two processes, one takes deliveries of a webhook, and the other one skips the webhook. The lock lets
 * events add deliveries meanwhile.
 */
async function lockWebhooks(
  transaction: Transaction<Database>,
  busy: readonly BusyWebhook[],
  hasRowLocks: boolean,
): Promise<readonly BusyWebhook[]> {
  if (!hasRowLocks) return busy;
  const ids = busy.map(({ webhook_id }) => webhook_id);
  const locked = await transaction
    .selectFrom('webhooks')
    .select('webhook_id')
    .where('webhook_id', 'in', ids)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const lockedIds = new Set(locked.map(({ webhook_id }) => webhook_id));
  return busy.filter(({ webhook_id }) => lockedIds.has(webhook_id));
}

async function countSending(
  transaction: Transaction<Database>,
  webhooks: readonly BusyWebhook[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (webhooks.length === 0) return new Map();
  const counts = await transaction
    .selectFrom('deliveries')
    .select(['webhook_id', (row) => row.fn.countAll<number>().as('count')])
    .where(
      'webhook_id',
      'in',
      webhooks.map(({ webhook_id }) => webhook_id),
    )
    .where('status', '=', 'sending')
    .where('due_at', '>', now)
    .groupBy('webhook_id')
    .execute();
  return new Map(counts.map(({ webhook_id, count }) => [webhook_id, Number(count)]));
}

async function takeDeliveries(
  transaction: Transaction<Database>,
  { webhook_id }: BusyWebhook,
  { now, until, count }: Lease,
) {
  const due = transaction
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', webhook_id)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('delivery_id')
    .limit(count);
  return await transaction
    .updateTable('deliveries')
    .set({ status: 'sending', due_at: until, attempts: sql`attempts + 1` })
    .where('delivery_id', 'in', due)
    .returning(['delivery_id', 'event_id', 'type', 'body', 'attempts', 'ends_at', 'tries'])
    .execute();
}

async function finish(
  transaction: Transaction<Database>,
  { delivery_id, attempts, tries, webhook }: TakenDelivery,
  { made, isDelivered, dueAt, endsAt, pausedUntil }: DeliveryEnd,
): Promise<number | null> {
  const ended = isDelivered ? 'delivered' : 'failed';
  await transaction
    .updateTable('deliveries')
    .set({
      status: dueAt === null ? ended : 'waiting',
      due_at: dueAt,
      ends_at: endsAt,
      tries: JSON.stringify([...parseTries(tries), made]),
    })
    .where('delivery_id', '=', delivery_id)
    .where('status', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute();
  if (isDelivered) {
    if (webhook.failing_since === null) return null;
    await updateWebhook(transaction, webhook)
      .set({ failing_since: null, paused_until: 0 })
      .execute();
    return null;
  }
  const changed = await updateWebhook(transaction, webhook)
    .set({ failing_since: sql`coalesce(failing_since, ${made.at})` })
    .$if(pausedUntil > 0, (update) => update.set({ paused_until: pausedUntil }))
    .returning('failing_since')
    .executeTakeFirst();
  return changed?.failing_since ?? null;
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

const updateWebhook = (transaction: Transaction<Database>, { webhook_id }: BusyWebhook) =>
  transaction.updateTable('webhooks').where('webhook_id', '=', webhook_id);
