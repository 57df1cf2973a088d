import { type Kysely, type Selectable, sql } from 'kysely';
import type { DeliveryProblem } from '../../shapes/dashboard-words.ts';
import type { DeliveryStatus, EventType } from '../../shapes/unions.ts';
import { batchSize, type UnneededRows } from '../store/batches.ts';
import { addJobs, type Job } from '../store/jobs.ts';
import type { Database } from '../store/schema.ts';
import { createSortableId, toFirstId } from '../store/sortable-id.ts';

const keepDeliveriesMs = 30 * 24 * 60 * 60 * 1000;

const idPrefix = 'dl_';

/** A try to deliver an event. */
export interface DeliveryTry {
  readonly at: number;
  readonly ms: number;
  /** The HTTP status, or why there was no response. */
  readonly result: number | DeliveryProblem;
  /** The beginning of the response's body, in the last try of a delivery that has failed, if it may be shown. */
  readonly body?: string | undefined;
}

interface DeliveryQuery {
  readonly status?: DeliveryStatus | undefined;
  /** The ID of the last delivery of the previous page; an empty string starts with the newest delivery. */
  readonly after: string;
  readonly count: number;
}

interface NewDelivery {
  readonly webhook_id: string;
  readonly event: { readonly id: string; readonly type: string };
}

/** Maps the statuses that operators see to those of jobs. */
const jobStatuses = {
  waiting: 'waiting',
  sending: 'running',
  delivered: 'done',
  failed: 'failed',
} as const satisfies Record<DeliveryStatus, Job['status']>;

const deliveryStatuses = {
  waiting: 'waiting',
  running: 'sending',
  done: 'delivered',
  failed: 'failed',
} as const satisfies Record<Job['status'], DeliveryStatus>;

const entryColumns = [
  'job_id',
  'queue',
  'status',
  'created_at',
  'due_at',
  'body',
  'tries',
] as const;

type Entry = Pick<Selectable<Database['jobs']>, (typeof entryColumns)[number]>;

const toEntry = (row: Entry) => ({
  ...row,
  event: readEvent(row.body),
  tries: parseTries(row.tries),
  status: deliveryStatuses[row.status],
});

/** SQL for the ID of a delivery's event, with which its body begins: `{"id":"ev_…"`. It has an index. */
const eventId = sql<string>`substr(body, 8, 35)`;

export function createDeliveryEntryStore(database: Kysely<Database>) {
  return {
    ...createSummaries(database),
    async add(delivery: NewDelivery, now: number): Promise<string> {
      const row = createDeliveryRow(delivery, now);
      await addJobs(database, [row]);
      return row.job_id;
    },
    async list(webhookId: string, { status, after, count }: DeliveryQuery) {
      let entries = database
        .selectFrom('jobs')
        .select(entryColumns)
        .where('kind', '=', 'delivery')
        // Both columns have an index in the order of the list.
        .where(status ? 'queue' : 'webhook_id', '=', webhookId)
        .limit(count);
      if (status) {
        const own = jobStatuses[status];
        // A range instead of `=` makes PostgreSQL use the index that skips deliveries with other statuses. With `=`,
        // no index in the order of the IDs would do that.
        entries = entries.where('status', '>=', own).where('status', '<=', own);
        entries = entries.orderBy('status', 'desc');
      }
      if (after !== '') entries = entries.where('job_id', '<', after);
      const rows = await entries.orderBy('job_id', 'desc').execute();
      return rows.map(toEntry);
    },
    /** Lists the deliveries of events by their IDs, oldest first. */
    async listOfEvents(ids: readonly string[]) {
      if (ids.length === 0) return [];
      const rows = await database
        .selectFrom('jobs')
        .select(entryColumns)
        .where('webhook_id', 'is not', null)
        .where(eventId, 'in', ids)
        .orderBy('job_id')
        .execute();
      return rows.map(toEntry);
    },
    /** Sends a delivery again, with a new schedule. Returns false when the delivery does not exist. */
    async resend(
      { webhook_id, delivery_id }: { readonly webhook_id: string; readonly delivery_id: string },
      now: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable('jobs')
        .set({ status: 'waiting', due_at: now, ends_at: null })
        .where('job_id', '=', delivery_id)
        .where('webhook_id', '=', webhook_id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

/** The number of waiting deliveries that a list of webhooks reads of each, and of its newest ones. */
const maxWaiting = 100;
const maxRecent = 20;

function createSummaries(database: Kysely<Database>) {
  return {
    /** Lists the newest deliveries of each of some webhooks, newest first. */
    async listNewest(webhookIds: readonly string[]) {
      if (webhookIds.length === 0) return [];
      const newest = webhookIds.map(
        (id) => sql`SELECT * FROM (SELECT ${sql.join(entryColumns.map((name) => sql.ref(name)))}
          FROM jobs WHERE webhook_id = ${id} ORDER BY job_id DESC LIMIT ${maxRecent}) AS newest`,
      );
      const { rows } = await sql<Entry>`
        ${sql.join(newest, sql` UNION ALL `)} ORDER BY job_id DESC`.execute(database);
      return rows.map(toEntry);
    },
    /** Lists the oldest waiting deliveries of each of some webhooks. */
    async listWaiting(webhookIds: readonly string[]) {
      if (webhookIds.length === 0) return [];
      const oldest = webhookIds.map(
        (id) => sql`SELECT * FROM (SELECT queue, due_at, tries FROM jobs
          WHERE kind = 'delivery' AND queue = ${id} AND status = 'waiting'
          ORDER BY job_id LIMIT ${maxWaiting}) AS oldest`,
      );
      const { rows } = await sql<Pick<DeliveryEntry, 'queue' | 'due_at'> & { tries: string }>`
        ${sql.join(oldest, sql` UNION ALL `)}`.execute(database);
      return rows.map((row) => ({ ...row, tries: parseTries(row.tries).map(describeTry) }));
    },
  };
}

type DeliveryEntry = ReturnType<typeof toEntry>;

export function describeDelivery(row: DeliveryEntry) {
  return {
    delivery_id: row.job_id,
    event_id: row.event.id,
    type: row.event.type,
    status: row.status,
    created_at: row.created_at,
    next_try_at: row.status === 'waiting' ? row.due_at : null,
    body: row.body,
    tries: row.tries.map(describeTry),
  };
}

type Waiting = Awaited<ReturnType<ReturnType<typeof createSummaries>['listWaiting']>>;

/** Sums up what waits for a retry among the oldest waiting deliveries of a webhook. Null when nothing does. */
export function describeRetries(waiting: Waiting) {
  const retries = waiting.filter(({ tries }) => hasFailed(tries));
  const [last_try] = retries
    .flatMap(({ tries }) => tries.slice(-1))
    .sort((one, other) => other.at - one.at);
  if (!last_try) return null;
  const next_try_at = Math.min(...retries.map(({ due_at }) => due_at ?? Infinity));
  return { count: retries.length, has_more: waiting.length === maxWaiting, next_try_at, last_try };
}

/** True when the last try has failed. A delivery that is sent again may have arrived before. */
export function hasFailed(tries: readonly ReturnType<typeof describeTry>[]): boolean {
  const last = tries.at(-1);
  return last !== undefined && !isAccepted(last.status ?? 0);
}

/** @param status - of the receiver's response; 0 without a response */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

function describeTry({ at, ms, result, body }: DeliveryTry) {
  const own = { at, ms, response: body ?? null };
  return typeof result === 'number'
    ? { ...own, status: result, problem: null }
    : { ...own, status: null, problem: result };
}

function createDeliveryRow({ webhook_id, event }: NewDelivery, now: number) {
  return {
    job_id: idPrefix + createSortableId(now),
    kind: 'delivery',
    queue: webhook_id,
    body: JSON.stringify(event),
    created_at: now,
    due_at: now,
  } as const;
}

/** Parses the body of a delivery. It is not checked, because only this service writes it. */
export function readEvent(body: string): NewDelivery['event'] {
  return JSON.parse(body) as NewDelivery['event'];
}

export const listOldDeliveries = (now: number): UnneededRows => ({
  table: 'jobs',
  key: ['job_id'],
  condition: sql`kind = 'delivery' AND job_id < ${idPrefix + toFirstId(now - keepDeliveriesMs)}`,
});

/** Parses the column `tries`. It is not checked, because only this service writes it. */
export function parseTries(stored: string): readonly DeliveryTry[] {
  return JSON.parse(stored) as readonly DeliveryTry[];
}

export const listDeliveriesOf = (clientId: string): UnneededRows => ({
  table: 'jobs',
  key: ['job_id'],
  condition: sql`webhook_id IN (SELECT webhook_id FROM webhooks WHERE client_id = ${clientId})`,
});

type DescribedEvent = Pick<Selectable<Database['events']>, 'id' | 'type' | 'created_at' | 'data'>;

export type PublishedEvent = DescribedEvent & {
  readonly client_id: string;
  readonly position: number;
};

/**
 * Adds a delivery of each event to each webhook that subscribes to it. Call it in the transaction that publishes the
 * events, so that each event is delivered once.
 */
export async function addDeliveries(
  transaction: Kysely<Database>,
  events: readonly PublishedEvent[],
  now: number,
): Promise<void> {
  const clientIds = [...new Set(events.map(({ client_id }) => client_id))];
  if (clientIds.length === 0) return;
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['webhook_id', 'client_id', 'types'])
    .where('client_id', 'in', clientIds)
    .where('off_since', 'is', null)
    .execute();
  // An ID contains the clock of the process that created it, so only positions give the order.
  const inOrder = [...events].sort((one, other) => one.position - other.position);
  const rows = inOrder.flatMap((event) => {
    const wanting = webhooks.filter(
      ({ client_id, types }) => client_id === event.client_id && hasType(types, event.type),
    );
    if (wanting.length === 0) return [];
    const described = describeEvent(event);
    return wanting.map(({ webhook_id }) =>
      createDeliveryRow({ webhook_id, event: described }, now),
    );
  });
  for (let first = 0; first < rows.length; first += batchSize) {
    await addJobs(transaction, rows.slice(first, first + batchSize));
  }
}

function hasType(types: string | null, type: EventType): boolean {
  return types === null || types.split(' ').includes(type);
}

/** Describes an event as `GET /events` does. */
export function describeEvent({ id, type, created_at, data }: DescribedEvent) {
  return { id, type, created_at: new Date(created_at).toISOString(), data: JSON.parse(data) };
}
