import { type Kysely, sql, type Transaction } from 'kysely';
import type { OffReason } from '../../shapes/unions.ts';
import { webhookPatienceMs } from '../../shapes/webhook-patience.ts';
import { publicClientId } from '../applications/application-tables.ts';
import { addAuditEntry, serviceActor } from '../operators/audit-log.ts';
import { claimJobs, type Lease } from '../store/claim-jobs.ts';
import { finishJob, type Job, type JobSource, measureJobs } from '../store/jobs.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';
import { type DeliveryTry, parseTries } from './delivery-entries.ts';

/** The queues of deliveries, one for each webhook. It gets at most 8 requests at once, and only one while it fails. */
const deliveries: JobSource = {
  kind: 'delivery',
  atOnce: sql`CASE WHEN failing_since IS NULL THEN 8 ELSE 1 END`,
  queues: {
    table: 'webhooks',
    key: 'webhook_id',
    isOff: sql`(off_since IS NOT NULL)`,
    isPaused: (now) => sql`(paused_until > ${now} OR EXISTS (SELECT 1 FROM applications
      WHERE applications.client_id = webhooks.client_id AND deleted_at IS NOT NULL))`,
  },
};

type ReceivingWebhook = Awaited<ReturnType<typeof listWebhooks>>[number];

export interface TakenDelivery extends Job {
  readonly webhook: ReceivingWebhook;
}

export interface DeliveryEnd {
  readonly made: DeliveryTry;
  readonly isDelivered: boolean;
  readonly dueAt: number | null;
  readonly endsAt: number | null;
  /** The time before which the webhook gets no deliveries, in milliseconds since the epoch; 0 for no pause. */
  readonly pausedUntil: number;
}

export function createDeliveryQueue(database: Kysely<Database>, hasRowLocks: boolean) {
  return {
    /** Claims due deliveries, with the same limit for each webhook. The others wait until a try has ended. */
    async take(lease: Lease): Promise<readonly TakenDelivery[]> {
      const jobs = await claimJobs(database, deliveries, { ...lease, hasRowLocks });
      const webhooks = await listWebhooks(database, jobs);
      const byId = new Map(webhooks.map((webhook) => [webhook.webhook_id, webhook]));
      return jobs.flatMap((job) => {
        const webhook = byId.get(job.queue);
        return webhook ? { ...job, webhook } : [];
      });
    },
    /**
     * Stores how a try ended, unless the delivery was claimed or sent again meanwhile. Returns the reason why the try
     * has switched the webhook off; undefined when it has not.
     */
    finish: (delivery: TakenDelivery, end: DeliveryEnd): Promise<OffReason | undefined> =>
      end.isDelivered
        ? finishDelivered(database, delivery, end)
        : inTransaction(database, (transaction) => finishFailed(transaction, delivery, end)),
    measure: (now: number) => measureJobs(database, deliveries, now),
  };
}

async function listWebhooks(database: Kysely<Database>, jobs: readonly Job[]) {
  const ids = [...new Set(jobs.map(({ queue }) => queue))];
  if (ids.length === 0) return [];
  return await database
    .selectFrom('webhooks')
    .innerJoin('applications', 'applications.client_id', 'webhooks.client_id')
    .select(['webhook_id', 'url', 'sealed_secret', 'old_sealed_secret', 'old_secret_until'])
    .select(['environment', 'name', publicClientId.as('publicClientId')])
    .where('webhook_id', 'in', ids)
    .execute();
}

/**
 * Stores a success without a transaction, which would cost two more round trips for each delivery. The webhook is
 * updated first. After a crash between the two updates, the delivery is sent again.
 */
async function finishDelivered(
  database: Kysely<Database>,
  delivery: TakenDelivery,
  end: DeliveryEnd,
): Promise<undefined> {
  // Another try may have failed since this delivery was claimed, so `failing_since` is compared here and not taken
  // from `delivery`. A pause stays, because this request was sent before the receiver asked for the pause.
  await updateWebhook(database, delivery.webhook)
    .set({ failing_since: null })
    .where('failing_since', 'is not', null)
    .execute();
  await storeTry(database, delivery, end);
  return undefined;
}

async function finishFailed(
  transaction: Transaction<Database>,
  delivery: TakenDelivery,
  end: DeliveryEnd,
): Promise<OffReason | undefined> {
  // If the delivery was claimed again, the later try decides whether the webhook fails. The later try may have
  // succeeded already, and then nothing would clear a failure stored here.
  if (!(await storeTry(transaction, delivery, end))) return undefined;
  const changed = await updateWebhook(transaction, delivery.webhook)
    .set({ failing_since: sql`coalesce(failing_since, ${end.made.at})` })
    // Another try may have ended meanwhile, with a longer pause.
    .set({
      paused_until: sql`CASE WHEN paused_until > ${end.pausedUntil} THEN paused_until ELSE ${end.pausedUntil} END`,
    })
    .returning('failing_since')
    .executeTakeFirst();
  const reason = findOffReason(end.made, changed?.failing_since ?? null);
  if (!reason) return undefined;
  const off = { now: end.made.at, reason };
  return (await switchOff(transaction, delivery.webhook, off)) ? reason : undefined;
}

/** The status with which a receiver says that it wants no more events. */
export const goneStatus = 410;

const offDetails = {
  gone: 'answered 410 Gone',
  failing: 'failed for three days',
} as const;

function findOffReason(
  { at, result }: DeliveryTry,
  failingSince: number | null,
): keyof typeof offDetails | undefined {
  if (result === goneStatus) return 'gone';
  const isHopeless = failingSince !== null && at - failingSince >= webhookPatienceMs;
  return isHopeless ? 'failing' : undefined;
}

function storeTry(
  database: Kysely<Database>,
  delivery: TakenDelivery,
  { made, isDelivered, dueAt, endsAt }: DeliveryEnd,
): Promise<boolean> {
  const status = isDelivered ? 'done' : dueAt === null ? 'failed' : 'waiting';
  // A response may be larger than all else in the row. So only that of the last try stays, and none after a success.
  const earlier = parseTries(delivery.tries).map(({ body: _, ...one }) => one);
  const { body, ...last } = made;
  const tries = JSON.stringify([...earlier, isDelivered ? last : { ...last, body }]);
  return finishJob(database, delivery, { status, due_at: dueAt, ends_at: endsAt, tries });
}

/** Switches a webhook off, and records it in the audit log. Returns false when it was off already. */
async function switchOff(
  transaction: Transaction<Database>,
  webhook: ReceivingWebhook,
  { now, reason }: { readonly now: number; readonly reason: keyof typeof offDetails },
): Promise<boolean> {
  const off = await updateWebhook(transaction, webhook)
    .set({ off_since: now, off_reason: reason })
    .where('off_since', 'is', null)
    .returning('webhook_id')
    .executeTakeFirst();
  if (!off) return false;
  await addAuditEntry(transaction, {
    ...serviceActor,
    changed_at: now,
    action: 'webhook_switched_off',
    client_id: webhook.publicClientId,
    application: webhook.name,
    detail: `${new URL(webhook.url).origin}: ${offDetails[reason]}`,
  });
  return true;
}

const updateWebhook = (database: Kysely<Database>, { webhook_id }: ReceivingWebhook) =>
  database.updateTable('webhooks').where('webhook_id', '=', webhook_id);
