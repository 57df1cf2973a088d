import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { createCode } from '../../bench/processes/codes.js';
import { plantInPostgres } from '../../bench/support/plant-codes.ts';
import { type Fleet, startFleet } from '../fleet.ts';

/** The options of the failover. */
export interface FailoverRun {
  /** Exchanges that begin in each second. */
  readonly perSecond: number;
  /** How long exchanges begin, in seconds. The primary is killed after a third of it. */
  readonly seconds: number;
  /** From the death of the primary to the promotion of its standby: the operator, or a watching program. */
  readonly noticeSeconds: number;
}

/** An exchange, tried until it got an answer other than 503. */
interface Exchange {
  readonly code: string;
  readonly beganAt: number;
  endedAt: number;
  /** The service answered with it, so it must never be lost. */
  token?: string;
  /** The answer that ended it without a token: the code was used by a try whose answer was lost. */
  refusal?: string;
  /** The tries before, by what they got. */
  readonly failures: string[];
}

interface Failover {
  readonly killedAt: number;
  readonly promotedAt: number;
}

const processCount = 2;
const retryMs = 250;
const maxTries = 240;
const application = { clientId: 'failover', redirectUri: 'https://app.example/callback' };

/**
 * Exchanges codes at a steady rate through PgBouncer, on a primary with a synchronous standby. The primary is
 * killed, the standby promoted, and PgBouncer moved to it.
 *
 * @returns exit code: 0 when no acknowledged token was lost and no code worked twice
 */
export async function runFailover(run: FailoverRun): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-failover-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const primary = await startPostgres({ isDurable: true });
    closers.unshift(primary.stop);
    const pooler = await startPgBouncer(primary.url);
    closers.unshift(pooler.stop);
    const clientSecret = randomBytes(32).toString('hex');
    const environment = {
      ...createEnvironment(folder, pooler.urlOf(primary.url), clientSecret),
      MIGRATE_ON_START: 'true',
      MIGRATION_DATABASE_URL: primary.url,
    };
    const fleet = await startFleet(processCount, environment, join(folder, 'service'));
    closers.unshift(fleet.close);
    const standby = await startStandby(primary);
    closers.unshift(standby.stop);
    await waitForStandby(primary);
    const codes = randomBytes(24).toString('hex');
    const count = run.perSecond * run.seconds;
    await plantInPostgres(primary.url, { ...application, run: codes, count });
    const send = createClient(fleet, clientSecret);
    const [exchanges, failover] = await Promise.all([
      exchangeAll(send, codes, run),
      failOver({ primary, standby, pooler }, run),
    ]);
    const verdict = await verify(fleet, send, exchanges);
    print(exchanges, failover, verdict);
    return verdict.lost === 0 && verdict.twice === 0 && verdict.unanswered === 0 ? 0 : 1;
  } finally {
    for (const close of closers) await close();
  }
}

function createEnvironment(folder: string, databaseUrl: string, clientSecret: string) {
  const file = join(folder, 'applications.json');
  const { clientId, redirectUri } = application;
  const registration = {
    ...{ name: 'Failover', client_id: clientId, client_secret: clientSecret, environment: 'test' },
    ...{ redirect_uris: [redirectUri], origins: [], submission_limit: 1e9 },
  };
  writeFileSync(file, JSON.stringify([registration]), { mode: 0o600 });
  return {
    DATABASE_URL: databaseUrl,
    APPLICATIONS_FILE: file,
    DASHBOARD_PASSWORD: randomBytes(16).toString('hex'),
    GRANT_KEY: randomBytes(32).toString('base64'),
  };
}

/** From now on, a commit waits until the standby has it on its disk. */
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

type Send = (code: string) => Promise<{ readonly token?: string; readonly error: string }>;

/** A backend of the application: it takes the next process of the service for each request. */
function createClient(fleet: Fleet, client_secret: string): Send {
  const { clientId: client_id, redirectUri: redirect_uri } = application;
  return async (code) => {
    try {
      const response = await fetch(`${fleet.next()}/auth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ client_id, client_secret, redirect_uri, code }),
      });
      const body = (await response.json()) as { access_token?: string; error?: string };
      if (body.access_token !== undefined) return { token: body.access_token, error: '' };
      return { error: `${response.status} ${body.error}` };
    } catch (error) {
      return { error: error instanceof Error ? error.name : 'Error' };
    }
  };
}

/** Begins the same number of exchanges each second, however long each takes. */
async function exchangeAll(send: Send, codes: string, { perSecond, seconds }: FailoverRun) {
  const exchanges: Promise<Exchange>[] = [];
  const began = Date.now();
  while (exchanges.length < perSecond * seconds) {
    const due = Math.min(((Date.now() - began) / 1000) * perSecond, perSecond * seconds);
    while (exchanges.length < due) {
      exchanges.push(exchange(send, createCode(codes, exchanges.length)));
    }
    await wait(5);
  }
  return await Promise.all(exchanges);
}

async function exchange(send: Send, code: string): Promise<Exchange> {
  const now = Date.now();
  const result: Exchange = { code, beganAt: now, endedAt: now, failures: [] };
  for (let count = 0; count < maxTries; count += 1) {
    const { token, error } = await send(code);
    result.endedAt = Date.now();
    if (token !== undefined) return { ...result, token };
    if (error.startsWith('4')) return { ...result, refusal: error };
    result.failures.push(error);
    await wait(retryMs);
  }
  return result;
}

interface Verdict {
  /** Tokens that a client got, and that do not work. */
  readonly lost: number;
  /** Codes that worked once more, after a client had a token for them. */
  readonly twice: number;
  /** Exchanges that never got an answer other than 503. */
  readonly unanswered: number;
}

async function verify(fleet: Fleet, send: Send, exchanges: readonly Exchange[]): Promise<Verdict> {
  let [lost, twice, unanswered] = [0, 0, 0];
  const waiting = [...exchanges];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (one.token === undefined) {
        if (one.refusal === undefined) unanswered += 1;
        continue;
      }
      const headers = { Authorization: `Bearer ${one.token}` };
      const response = await fetch(`${fleet.next()}/account`, { headers });
      await response.text();
      if (!response.ok) lost += 1;
      if ((await send(one.code)).token !== undefined) twice += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return { lost, twice, unanswered };
}

function print(
  exchanges: readonly Exchange[],
  { killedAt, promotedAt }: Failover,
  { lost, twice, unanswered }: Verdict,
): void {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const answered = exchanges.filter(({ token }) => token !== undefined);
  const first = answered.map(({ endedAt }) => endedAt).filter((at) => at > killedAt + 50);
  const times = answered.map(({ beganAt, endedAt }) => endedAt - beganAt).sort((a, b) => a - b);
  const quiet = answered
    .filter(({ endedAt }) => endedAt < killedAt)
    .map(({ beganAt, endedAt }) => endedAt - beganAt)
    .sort((a, b) => a - b);
  const failures = new Map<string, number>();
  for (const one of exchanges.flatMap(({ failures: all }) => all)) {
    failures.set(one, (failures.get(one) ?? 0) + 1);
  }
  const refused = exchanges.filter(({ refusal }) => refusal !== undefined);
  write(
    `${exchanges.length} exchanges, ${answered.length} with a token, by ${processCount} processes`,
  );
  write(`  killed → standby promoted, PgBouncer moved: ${promotedAt - killedAt} ms`);
  write(`  killed → the next token: ${Math.min(...first) - killedAt} ms`);
  write(`  before: p50 ${pick(quiet, 0.5)} ms, p99 ${pick(quiet, 0.99)} ms`);
  write(`  of all, with their tries: p99 ${pick(times, 0.99)} ms, longest ${times.at(-1)} ms`);
  write(`  failed tries: ${describe(failures)}`);
  write(`  used by a try whose answer was lost: ${refused.length}`);
  write(`  tokens lost ${lost}, codes that worked twice ${twice}, never answered ${unanswered}`);
}

function pick(times: readonly number[], part: number): number {
  return times[Math.floor(times.length * part)] ?? Number.NaN;
}

function describe(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
}
