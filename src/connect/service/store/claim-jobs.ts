import { type Kysely, sql, type Transaction } from 'kysely';
import { type Job, type JobSource, jobsOf, joinRows, withQueued } from './jobs.ts';
import type { TransactionTraits } from './opened-database.ts';
import type { Database } from './schema.ts';
import { inTransaction } from './transactions.ts';

export interface Lease {
  readonly now: number;
  /** The end of the lease, in milliseconds since the epoch. Until then, no other process claims the jobs. */
  readonly until: number;
  /** The maximum number of jobs to claim. */
  readonly count: number;
}

interface Queue {
  readonly queue: string;
  readonly at_once: number;
}

type Claim = Lease & Pick<TransactionTraits, 'hasRowLocks'>;

/**
 * Claims due jobs. At most `at_once` jobs of a queue run at the same time, and queues share the room, so that a few long
 * queues do not occupy it for ever.
 */
export async function claimJobs(
  database: Kysely<Database>,
  source: JobSource,
  { hasRowLocks, ...lease }: Claim,
): Promise<readonly Job[]> {
  // This read comes first, because a transaction that finds no job would still cost two round trips every second.
  const found = await findQueues(database, source, lease);
  if (found.length === 0) return [];
  return await inTransaction(database, async (transaction) => {
    const queues = await lockQueues(transaction, source, { found, hasRowLocks, now: lease.now });
    const running = await listRunning(transaction, source, queues);
    const ids: string[] = [];
    for (const [index, { queue, at_once }] of queues.entries()) {
      const share = Math.ceil((lease.count - ids.length) / (queues.length - index));
      const own = running.filter((job) => job.queue === queue);
      const dead = own.filter(({ due_at }) => (due_at ?? 0) <= lease.now);
      const room = Math.min(at_once - (own.length - dead.length), share);
      if (room <= 0) continue;
      // Jobs of dead processes are claimed first. A claim moved their due time to the end of its lease, so in the
      // order of due times they would follow newer jobs.
      ids.push(...dead.slice(0, room).map(({ job_id }) => job_id));
      const waiting = await transaction
        .selectFrom('jobs')
        .select('job_id')
        .where('kind', '=', source.kind)
        .where('queue', '=', queue)
        .where('due_at', '<=', lease.now)
        .where('status', '=', 'waiting')
        .orderBy('due_at')
        .orderBy('job_id')
        .limit(Math.max(0, room - dead.length))
        .$if(hasRowLocks, (query) => query.forUpdate().skipLocked())
        .execute();
      ids.push(...waiting.map(({ job_id }) => job_id));
    }
    return await claim(transaction, ids, lease);
  });
}

async function findQueues(
  database: Kysely<Database>,
  source: JobSource,
  { now, count }: Lease,
): Promise<readonly Queue[]> {
  const { atOnce, kind, queues } = source;
  const mayRun = queues ? sql`NOT ${queues.isOff} AND NOT ${queues.isPaused(now)}` : sql`1 = 1`;
  const { rows } = await sql<Queue>`
    ${withQueued(kind)}, queues AS (
      SELECT queued.queue, ${atOnce} AS at_once,
        (SELECT min(due_at) ${jobsOf(kind)} AND due_at IS NOT NULL) AS first_due,
        (SELECT count(*) ${jobsOf(kind)} AND status = 'running' AND due_at > ${now}) AS running
      FROM queued ${joinRows(source)} WHERE queued.queue IS NOT NULL AND ${mayRun}
    )
    SELECT queue, at_once FROM queues WHERE first_due <= ${now} AND running < at_once
    ORDER BY running, at_once DESC, first_due LIMIT ${count}`.execute(database);
  return rows;
}

/**
 * Locks the rows of the queues, and skips rows that another process has locked. New jobs can still be added to a
 * locked queue. The result leaves out queues that were paused or switched off after `findQueues` read them.
 */
async function lockQueues(
  transaction: Transaction<Database>,
  { atOnce, queues }: JobSource,
  {
    found,
    hasRowLocks,
    now,
  }: Omit<Claim, 'until' | 'count'> & { readonly found: readonly Queue[] },
): Promise<readonly Queue[]> {
  if (!queues) return found;
  const key = sql.ref(queues.key);
  const names = sql.join(found.map(({ queue }) => queue));
  const lock = hasRowLocks ? sql`FOR NO KEY UPDATE SKIP LOCKED` : sql``;
  const { rows } = await sql<Queue>`SELECT ${key} AS queue, ${atOnce} AS at_once
    FROM ${sql.table(queues.table)} WHERE ${key} IN (${names})
      AND NOT ${queues.isOff} AND NOT ${queues.isPaused(now)} ${lock}`.execute(transaction);
  const locked = new Map(rows.map((row) => [row.queue, row]));
  return found.flatMap(({ queue }) => locked.get(queue) ?? []);
}

/** Lists the jobs with the status `running`, oldest first. A job whose process has died keeps this status. */
async function listRunning(
  transaction: Transaction<Database>,
  { kind }: JobSource,
  queues: readonly Queue[],
) {
  if (queues.length === 0) return [];
  const names = queues.map(({ queue }) => queue);
  return await transaction
    .selectFrom('jobs')
    .select(['queue', 'job_id', 'due_at'])
    .where('kind', '=', kind)
    .where('queue', 'in', names)
    .where('status', '=', 'running')
    .orderBy('job_id')
    .execute();
}

async function claim(
  transaction: Transaction<Database>,
  ids: readonly string[],
  { now, until }: Lease,
): Promise<readonly Job[]> {
  if (ids.length === 0) return [];
  return await transaction
    .updateTable('jobs')
    .set({ status: 'running', due_at: until, attempts: sql`attempts + 1` })
    .where('job_id', 'in', ids)
    // The condition is repeated here, because a process that seemed dead may have stored its result since
    // `listRunning`.
    .where('due_at', '<=', now)
    .returningAll()
    .execute();
}
