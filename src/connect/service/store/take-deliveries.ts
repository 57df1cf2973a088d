import {
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import { inTransaction } from './in-transaction.ts';
import { publicClientId } from './live-application.ts';
import type { Database } from './schema.ts';

/** The most requests that a webhook gets at once, from all processes. */
const maxAtOnce = 8;
/** A webhook whose last try has failed gets one at a time, so that slow failures take no room from others. */
const maxWhileFailing = 1;

/** Which deliveries to take, and for how long. */
export interface Lease {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** No other process takes the deliveries until then, milliseconds since the epoch. */
  readonly until: number;
  /** The maximum number of deliveries. */
  readonly count: number;
}

/** A webhook with deliveries that are due. */
export type BusyWebhook = Awaited<ReturnType<typeof findBusyWebhooks>>[number];

type DueDeliveries = SelectQueryBuilder<Database, 'deliveries', { delivery_id: string }>;

type SendingDelivery = Pick<
  Selectable<Database['deliveries']>,
  'webhook_id' | 'delivery_id' | 'due_at'
>;

/** A delivery that this process sends. */
export interface TakenDelivery
  extends Pick<
    Selectable<Database['deliveries']>,
    'delivery_id' | 'event_id' | 'type' | 'body' | 'attempts' | 'ends_at' | 'tries'
  > {
  readonly webhook: BusyWebhook;
}

/**
 * Takes deliveries that are due, the same share of each webhook.
 *
 * @param hasRowLocks - whether the database locks rows. SQLite has one writer instead
 */
export async function takeDeliveries(
  database: Kysely<Database>,
  lease: Lease,
  hasRowLocks: boolean,
): Promise<readonly TakenDelivery[]> {
  // Reading first: a transaction without entries would still cost two round trips every second.
  const busy = await findBusyWebhooks(database, lease);
  if (busy.length === 0) return [];
  return await inTransaction(database, async (transaction) => {
    const webhooks = await lockWebhooks(transaction, busy, { hasRowLocks, now: lease.now });
    const sending = await listSending(transaction, webhooks);
    const taken: TakenDelivery[] = [];
    for (const webhook of webhooks) {
      const own = sending.filter(({ webhook_id }) => webhook_id === webhook.webhook_id);
      const dead = own.filter(({ due_at }) => (due_at ?? 0) <= lease.now);
      const allowed = webhook.failing_since === null ? maxAtOnce : maxWhileFailing;
      const free = allowed - (own.length - dead.length);
      const room = Math.min(free, lease.count - taken.length);
      if (room <= 0) continue;
      const ids = dead.slice(0, room).map(({ delivery_id }) => delivery_id);
      const rows = await takeFrom(transaction, webhook, { ...lease, count: room, ids });
      taken.push(...rows.map((row) => ({ ...row, webhook })));
    }
    return taken;
  });
}

/**
 * SQL for the webhooks with a queue. It jumps from webhook to webhook in the index, so that a webhook with a long
 * queue costs as much as one with a single delivery. The order by two columns leads to the index of what is due,
 * and not to one that also has what has ended. The last row is null.
 */
export const withQueued = sql`WITH RECURSIVE queued (webhook_id) AS (
      SELECT (SELECT deliveries.webhook_id FROM deliveries
        WHERE due_at IS NOT NULL AND deliveries.webhook_id > ''
        ORDER BY deliveries.webhook_id, due_at LIMIT 1)
      UNION ALL
      SELECT (SELECT deliveries.webhook_id FROM deliveries
        WHERE due_at IS NOT NULL AND deliveries.webhook_id > queued.webhook_id
        ORDER BY deliveries.webhook_id, due_at LIMIT 1)
      FROM queued WHERE queued.webhook_id IS NOT NULL
    )`;

/**
 * Every queue has its webhook, and every webhook its application. Outer joins make PostgreSQL start with the
 * queues, and not with all webhooks or applications.
 *
 * Webhooks that fail come last: many receivers that never answer would have the oldest queues and every place.
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
    ${withQueued}, queues AS (
      SELECT webhook_id, (SELECT min(due_at) FROM deliveries
        WHERE due_at IS NOT NULL AND deliveries.webhook_id = queued.webhook_id) AS first_due,
        (SELECT count(*) FROM deliveries WHERE deliveries.webhook_id = queued.webhook_id
          AND status = 'sending' AND due_at > ${now}) AS sending
      FROM queued WHERE webhook_id IS NOT NULL
    )
    SELECT webhooks.webhook_id, webhooks.client_id, url, sealed_secret, old_sealed_secret,
      old_secret_until, failing_since, environment, ${publicClientId} AS "publicClientId", name
    FROM queues
    LEFT JOIN webhooks ON webhooks.webhook_id = queues.webhook_id
    LEFT JOIN applications ON applications.client_id = webhooks.client_id
    WHERE first_due <= ${now} AND off_since IS NULL AND coalesce(paused_until, 0) <= ${now}
      AND deleted_at IS NULL
      AND sending < CASE WHEN failing_since IS NULL
        THEN ${sql.lit(maxAtOnce)} ELSE ${sql.lit(maxWhileFailing)} END
    ORDER BY failing_since IS NOT NULL, first_due LIMIT ${count}`.execute(database);
  return rows;
}

/**
 * Of two processes, one takes deliveries of a webhook, and the other one skips the webhook. The lock lets
 * events add deliveries meanwhile.
 *
 * @returns the webhooks as they are now. One may have failed or have been switched off since it was found
 */
async function lockWebhooks(
  transaction: Transaction<Database>,
  busy: readonly BusyWebhook[],
  { hasRowLocks, now }: { readonly hasRowLocks: boolean; readonly now: number },
): Promise<readonly BusyWebhook[]> {
  const ids = busy.map(({ webhook_id }) => webhook_id);
  const current = await transaction
    .selectFrom('webhooks')
    .select(['webhook_id', 'failing_since'])
    .where('webhook_id', 'in', ids)
    .where('off_since', 'is', null)
    .where('paused_until', '<=', now)
    .$if(hasRowLocks, (query) => query.forNoKeyUpdate().skipLocked())
    .execute();
  const byId = new Map(current.map((webhook) => [webhook.webhook_id, webhook]));
  return busy.flatMap((webhook) => {
    const locked = byId.get(webhook.webhook_id);
    return locked ? { ...webhook, ...locked } : [];
  });
}

/** @returns the deliveries that a process sends, or has sent until it died, the oldest first */
async function listSending(
  transaction: Transaction<Database>,
  webhooks: readonly BusyWebhook[],
): Promise<readonly SendingDelivery[]> {
  if (webhooks.length === 0) return [];
  const ids = webhooks.map(({ webhook_id }) => webhook_id);
  return await transaction
    .selectFrom('deliveries')
    .select(['webhook_id', 'delivery_id', 'due_at'])
    .where('webhook_id', 'in', ids)
    .where('status', '=', 'sending')
    .orderBy('delivery_id')
    .execute();
}

/**
 * @param ids - what dead processes have left, which comes first: its lease made it due later than all that has
 *   come meanwhile
 */
async function takeFrom(
  transaction: Transaction<Database>,
  { webhook_id }: BusyWebhook,
  { now, until, count, ids }: Lease & { readonly ids: readonly string[] },
) {
  const take = async (chosen: typeof ids | DueDeliveries) =>
    await transaction
      .updateTable('deliveries')
      .set({ status: 'sending', due_at: until, attempts: sql`attempts + 1` })
      .where('delivery_id', 'in', chosen)
      // Again, because a process that seemed dead may store its result at this moment.
      .where('due_at', '<=', now)
      .returning(['delivery_id', 'event_id', 'type', 'body', 'attempts', 'ends_at', 'tries'])
      .execute();
  const again = ids.length > 0 ? await take(ids) : [];
  if (again.length === count) return again;
  const due = transaction
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', webhook_id)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('delivery_id')
    .limit(count - again.length);
  return [...again, ...(await take(due))];
}
