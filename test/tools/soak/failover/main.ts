import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Pooler, startPgBouncer } from '../../../support/pgbouncer.ts';
import {
  type PostgresServer,
  startPostgres,
  startStandby,
} from '../../../support/postgres-server.ts';
import { plantInPostgres } from '../../bench/support/plant-codes.ts';
import {
  application,
  countFailures,
  createBackend,
  type Exchange,
  exchangeInsistently,
  exchangeSteadily,
  type Losses,
  pickTime,
  registerApplication,
  verifyExchanges,
} from '../exchanges.ts';
import { type ReadOption, startFleet } from '../fleet.ts';

/** The options of the failover. */
interface FailoverRun {
  /** The number of exchanges that start in each second. */
  readonly perSecond: number;
  /** The time that exchanges start, in seconds. The primary is killed after a third of it. */
  readonly seconds: number;
  /**
   * The time from the death of the primary to the promotion of its standby, by the operator or a watching program.
   */
  readonly noticeSeconds: number;
}

interface Failover {
  readonly killedAt: number;
  readonly promotedAt: number;
}

const processCount = 2;

/**
 * Exchanges codes at a steady rate through PgBouncer, on a primary with a synchronous standby. The primary is
 * killed, the standby promoted, and PgBouncer moved to it.
 *
 * @returns exit code: 0 when no acknowledged token was lost and no code worked twice
 */
export async function runSoak(read: ReadOption): Promise<number> {
  const run: FailoverRun = {
    perSecond: read('per-second', 200),
    seconds: read('seconds', 45),
    noticeSeconds: read('notice', 2),
  };
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-failover-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const primary = await startPostgres({ isDurable: true });
    closers.unshift(primary.stop);
    const pooler = await startPgBouncer(primary.url);
    closers.unshift(pooler.stop);
    const { clientSecret, environment: common } = registerApplication(folder);
    const environment = {
      ...common,
      DATABASE_URL: pooler.urlOf(primary.url),
      MIGRATE_ON_START: 'true',
      MIGRATION_DATABASE_URL: primary.url,
    };
    const fleet = await startFleet(processCount, { environment, logFile: join(folder, 'service') });
    closers.unshift(fleet.close);
    const standby = await startStandby(primary);
    closers.unshift(standby.stop);
    await waitForStandby(primary);
    const codes = randomBytes(24).toString('hex');
    const count = run.perSecond * run.seconds;
    await plantInPostgres(primary.url, { ...application, run: codes, count });
    const backend = createBackend(fleet.next, clientSecret);
    const load = { codes, perSecond: run.perSecond, isOver: (begun: number) => begun >= count };
    const [exchanges, failover] = await Promise.all([
      exchangeSteadily(load, (code) => exchangeInsistently(backend, code)),
      failOver({ primary, standby, pooler }, run),
    ]);
    const verdict = await verifyExchanges(backend, exchanges);
    print(exchanges, failover, verdict);
    return verdict.lost === 0 && verdict.twice === 0 && verdict.unanswered === 0 ? 0 : 1;
  } finally {
    for (const close of closers) await close();
  }
}

/** Makes commits wait from now on until the standby has them on its disk. */
async function waitForStandby({ url }: PostgresServer): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (*)'`);
  await client.query('SELECT pg_reload_conf()');
  const isSynchronous = async () => {
    const { rows } = await client.query<{ sync_state: string }>(
      'SELECT sync_state FROM pg_stat_replication',
    );
    return rows.some(({ sync_state }) => sync_state === 'sync');
  };
  while (!(await isSynchronous())) await wait(100);
  await client.end();
}

interface Servers {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  readonly pooler: Pooler;
}

async function failOver({ primary, standby, pooler }: Servers, run: FailoverRun) {
  await wait((run.seconds * 1000) / 3);
  const killedAt = Date.now();
  await primary.kill();
  await wait(run.noticeSeconds * 1000);
  const client = new Client({ connectionString: standby.url });
  await client.connect();
  await client.query('SELECT pg_promote(true)');
  await client.end();
  pooler.moveTo(standby.url);
  return { killedAt, promotedAt: Date.now() };
}

function print(
  exchanges: readonly Exchange[],
  { killedAt, promotedAt }: Failover,
  { lost, twice, unanswered }: Losses,
): void {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const answered = exchanges.filter(({ token }) => token !== undefined);
  const first = answered.map(({ endedAt }) => endedAt).filter((at) => at > killedAt + 50);
  const times = answered.map(({ beganAt, endedAt }) => endedAt - beganAt).sort((a, b) => a - b);
  const quiet = answered
    .filter(({ endedAt }) => endedAt < killedAt)
    .map(({ beganAt, endedAt }) => endedAt - beganAt)
    .sort((a, b) => a - b);
  const refused = exchanges.filter(({ refusal }) => refusal !== undefined);
  write(
    `${exchanges.length} exchanges, ${answered.length} with a token, by ${processCount} processes`,
  );
  write(`  killed → standby promoted, PgBouncer moved: ${promotedAt - killedAt} ms`);
  write(`  killed → the next token: ${Math.min(...first) - killedAt} ms`);
  write(`  before: p50 ${pickTime(quiet, 0.5)} ms, p99 ${pickTime(quiet, 0.99)} ms`);
  write(`  of all, with their tries: p99 ${pickTime(times, 0.99)} ms, longest ${times.at(-1)} ms`);
  write(`  failed tries: ${countFailures(exchanges.flatMap(({ failures }) => failures))}`);
  write(`  used by a try whose answer was lost: ${refused.length}`);
  write(`  tokens lost ${lost}, codes that worked twice ${twice}, never answered ${unanswered}`);
}
