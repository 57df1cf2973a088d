import {
  type Generated,
  type GeneratedAlways,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import { batchSize, findLatest } from './batches.ts';
import type { Database } from './schema.ts';

/* Processes that share a database share its jobs. A process claims jobs for the time of a lease and runs them. If the
   process dies, the lease ends, and another process runs the jobs again. So a crash delays a job but never loses it. */

export const jobKinds = ['delivery', 'revocation'] as const;
type JobKind = (typeof jobKinds)[number];

/** A background job. It is repeated until it succeeds or its time is over. */
interface JobsTable {
  /** The IDs of deliveries sort by time; those of revocations are random. */
  job_id: string;
  kind: JobKind;
  /** The webhook's ID for a delivery, the provider's for a revocation. Only a few jobs of a queue run at once. */
  queue: string;
  /** The webhook of a delivery; deleting the webhook deletes its deliveries. Null for a revocation. */
  webhook_id: GeneratedAlways<string | null>;
  /** The data of the job, as JSON text. */
  body: string;
  /** The secret that the job needs, encrypted; null when it needs none. */
  sealed: Generated<string | null>;
  status: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  /** In milliseconds since the epoch; 0 for a revocation. */
  created_at: Generated<number>;
  /** The time of the next run, or the end of the lease while a process runs it; null when the job has ended. */
  due_at: Generated<number | null>;
  /** No run starts after this time; null while no such time is set. */
  ends_at: Generated<number | null>;
  /** The count of the job's claims. It never decreases, so that a late run is not mistaken for a newer one. */
  attempts: Generated<number>;
  /** The finished runs, as a JSON list. */
  tries: Generated<string>;
}

declare module './schema.ts' {
  interface Database {
    jobs: JobsTable;
  }
}

export type Job = Selectable<Database['jobs']>;

/** Jobs of one kind, and how many jobs of a queue may run at once in all processes together. */
export interface JobSource {
  readonly kind: JobKind;
  /** SQL for the number of jobs of a queue that may run at once. A claim serves queues with a higher number first. */
  readonly atOnce: RawBuilder<number>;
  /** Undefined when queues of this kind cannot be switched off or paused. */
  readonly queues?: QueueRows;
}

/** A table with a row for each queue. A claim locks the rows, so that `atOnce` holds for all processes together. */
interface QueueRows {
  readonly table: 'webhooks';
  readonly key: 'webhook_id';
  /** SQL that is true for a queue that is switched off. Its jobs wait, and the metrics leave them out. */
  readonly isOff: RawBuilder<boolean>;
  /** SQL that is true for a queue that is paused at the time `now`, so that its jobs may not run. */
  isPaused(now: number): RawBuilder<boolean>;
}

interface JobLength {
  readonly count: number;
  /** The age of the oldest job that has not ended, in milliseconds. */
  readonly oldestMs: number;
  /** The time that the most overdue job has been due, in milliseconds. */
  readonly lateMs: number;
}

/** Adds jobs. Call it in the transaction that makes the jobs necessary, so that neither is stored without the other. */
export async function addJobs(
  database: Kysely<Database>,
  rows: readonly Insertable<Database['jobs']>[],
): Promise<void> {
  await database.insertInto('jobs').values(rows).execute();
}

/**
 * SQL that lists the queues with unfinished jobs. It jumps from queue to queue in the index, so that a long queue
 * costs no more than a single job. Ordering by two columns selects the index of due jobs, not one that includes
 * finished jobs. The last row is null.
 */
export const withQueued = (kind: JobKind) => sql`WITH RECURSIVE queued (queue) AS (
      SELECT (SELECT jobs.queue FROM jobs
        WHERE kind = ${sql.lit(kind)} AND due_at IS NOT NULL AND jobs.queue > ''
        ORDER BY jobs.queue, due_at LIMIT 1)
      UNION ALL
      SELECT (SELECT jobs.queue FROM jobs
        WHERE kind = ${sql.lit(kind)} AND due_at IS NOT NULL AND jobs.queue > queued.queue
        ORDER BY jobs.queue, due_at LIMIT 1)
      FROM queued WHERE queued.queue IS NOT NULL
    )`;

export const jobsOf = (kind: JobKind) =>
  sql`FROM jobs WHERE kind = ${sql.lit(kind)} AND jobs.queue = queued.queue`;

/** Joins the table of queues. An outer join makes PostgreSQL start with the few queues that have jobs. */
export const joinRows = ({ queues }: JobSource) =>
  queues
    ? sql`LEFT JOIN ${sql.table(queues.table)} ON ${sql.ref(queues.key)} = queued.queue`
    : sql``;

/** Stores how a run ended. Returns false if the job was claimed or queued again meanwhile; then nothing is stored. */
export async function finishJob(
  database: Kysely<Database>,
  { job_id, attempts }: Job,
  end: Pick<Updateable<Database['jobs']>, 'status' | 'due_at' | 'ends_at' | 'tries'>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('jobs')
    .set(end)
    .where('job_id', '=', job_id)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Makes a batch of jobs due whose time is too far ahead, see {@link findLatest}. Returns how many there were. */
export async function pullJobs(
  database: Kysely<Database>,
  kind: JobKind,
  now: number,
): Promise<number> {
  const { numAffectedRows } =
    await sql`UPDATE jobs SET due_at = ${now}, ends_at = NULL WHERE job_id IN (
    ${withQueued(kind)} SELECT job_id FROM queued JOIN jobs ON kind = ${sql.lit(kind)}
      AND jobs.queue = queued.queue AND due_at > ${findLatest(now)} LIMIT ${batchSize})`.execute(
      database,
    );
  return Number(numAffectedRows ?? 0);
}

/**
 * Measures the unfinished jobs, except those of queues that are switched off. A paused queue is not late. The number
 * of jobs is the difference of two counts in an index: PostgreSQL would spend longer compiling a single statement for
 * it than running it. IDs sort by time, so the first job of a queue in the index is its oldest one.
 */
export async function measureJobs(
  database: Kysely<Database>,
  source: JobSource,
  now: number,
): Promise<JobLength> {
  const { kind, queues: rowsOfQueues } = source;
  const toNumber = (condition: RawBuilder<unknown> | undefined) =>
    condition ? sql<0 | 1>`CASE WHEN ${condition} THEN 1 ELSE 0 END` : sql<0 | 1>`0`;
  const isOff = toNumber(rowsOfQueues?.isOff);
  const isPaused = toNumber(rowsOfQueues?.isPaused(now));
  const findOldest = (status: Job['status']) =>
    sql`SELECT created_at ${jobsOf(kind)} AND status = ${sql.lit(status)} ORDER BY job_id LIMIT 1`;
  const { rows: queues } = await sql<{
    readonly queue: string;
    readonly is_off: 0 | 1;
    readonly is_paused: 0 | 1;
    readonly due: number;
    readonly waiting: number | null;
    readonly running: number | null;
  }>`
    ${withQueued(kind)}
    SELECT queued.queue, ${isOff} AS is_off, ${isPaused} AS is_paused,
      (SELECT min(due_at) ${jobsOf(kind)} AND due_at IS NOT NULL) AS due,
      (${findOldest('waiting')}) AS waiting, (${findOldest('running')}) AS running
    FROM queued ${joinRows(source)} WHERE queued.queue IS NOT NULL`.execute(database);
  const on = queues.filter(({ is_off }) => is_off === 0);
  const off = queues.filter(({ is_off }) => is_off === 1).map(({ queue }) => queue);
  const queued = database
    .selectFrom('jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('due_at', 'is not', null);
  const all = on.length > 0 ? await queued.executeTakeFirstOrThrow() : { count: 0 };
  const unsent =
    on.length > 0 && off.length > 0
      ? await queued.where('queue', 'in', off).executeTakeFirstOrThrow()
      : { count: 0 };
  const findAge = (times: readonly (number | null)[]) =>
    Math.max(0, ...times.map((time) => now - (time ?? now)));
  return {
    count: Math.max(0, Number(all.count) - Number(unsent.count)),
    oldestMs: findAge(on.flatMap(({ waiting, running }) => [waiting, running])),
    lateMs: findAge(on.filter(({ is_paused }) => is_paused === 0).map(({ due }) => due)),
  };
}
