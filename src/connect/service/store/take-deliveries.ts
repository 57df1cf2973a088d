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

/** The maximum number of simultaneous requests to a webhook, from all processes. */
const maxAtOnce = 8;
/** A webhook whose last try failed gets one request at a time, so that slow failures do not block others. */
const maxWhileFailing = 1;

/** Which deliveries to take, and for how long. */
export interface Lease {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** No other process takes the deliveries until this time, in milliseconds since the epoch. */
  readonly until: number;
  /** The maximum number of deliveries. */
  readonly count: number;
}

/** A webhook with due deliveries. */
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
 * Takes due deliveries, with the same share for each webhook.
 *
 * @param hasRowLocks - whether the database locks rows. SQLite has a single writer instead
 */
export async function takeDeliveries(
  database: Kysely<Database>,
  lease: Lease,
  hasRowLocks: boolean,
): Promise<readonly TakenDelivery[]> {
  // Read first: a transaction without entries would still cost two round trips every second.
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
 * SQL for the webhooks with a queue. It jumps from webhook to webhook in the index, so that a long queue costs no
 * more than a single delivery. Ordering by two columns selects the index of due deliveries, and not one that
 * includes finished ones. The last row is null.
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
 * Finds the webhooks with work. Every queue has a webhook and every webhook an application; outer joins make
 * PostgreSQL start with the queues instead of all webhooks or applications.
 *
 * Failing webhooks come last, because receivers that never answer would have the oldest queues and take every
 * place.
 *
 * @returns the webhooks with due deliveries that may be sent, longest wait first
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
 * Locks the webhooks, and skips those that another process has locked. Events can still add deliveries under this
 * lock.
 *
 * @returns the current rows of the webhooks. Some may have failed or been switched off since they were found
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

/** @returns the deliveries that a process is sending, or was sending when it died, oldest first */
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
 * @param ids - deliveries of dead processes. They are sent first: their lease gave them a later due time than the
 *   deliveries added meanwhile
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
      // Checked again, because a process that seemed dead may be storing its result at this moment.
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
