import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { parseTries, readEvent } from '../../../../src/connect/service/events/delivery-entries.ts';
import type { Database } from '../../../../src/connect/service/store/schema.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import { readCpuMs, readFamilyCpuMs } from '../../bench/support/processes.ts';
import { type Fleet, startFleet } from '../fleet.ts';
import { type EventApplication, type Production, produceEvents } from './producer.ts';
import {
  type ReceiverKind,
  type SoakReceiver,
  type SoakReceivers,
  startReceivers,
} from './receivers.ts';
import { describeDelays, judge, type Remains, type WrittenEvent } from './verdict.ts';

/** The options of the soak of events. */
export interface EventSoakRun extends Production {
  /** The number of receivers, each of a separate application. */
  readonly receivers: number;
  /** Seconds from one `kill -9` to the next. */
  readonly killEvery: number;
}

/** The part of the receivers of each kind. The others are quick. */
const parts = { slow: 0.1, failing: 0.1, gone: 0.04 };
const processCount = 2;
/** The run has failed when no event has arrived for this long. A lease is shorter. */
const patienceMs = 180_000;
/** A lease, and the time for the requests after it. */
const storeMs = 60_000;

/** The servers of a run. */
interface World {
  readonly database: Kysely<Database>;
  readonly postgresPid: number;
  readonly applications: readonly EventApplication[];
  readonly receivers: SoakReceivers;
  readonly fleet: Fleet;
}

/**
 * Sends events to working, slow, failing and ended receivers, from two processes, one of which is killed
 * repeatedly.
 *
 * @returns exit code: 0 when every rule was kept
 */
export async function runEventSoak(run: EventSoakRun): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-soak-'));
  const postgres = await startPostgres({ isDurable: true });
  // The connection stays open, because its process leads to the CPU times of the whole server.
  const pool = new Pool({ connectionString: postgres.url, max: 2, idleTimeoutMillis: 0 });
  // Without a listener, a connection that PostgreSQL ends would end the soak.
  pool.on('error', ({ message }) => process.stderr.write(`a connection ended: ${message}\n`));
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const receivers = await startReceivers(chooseKinds(run.receivers));
  const applications = receivers.all.map((_, index) => ({
    client_id: `soak_${index}`,
    client_secret: randomBytes(32).toString('hex'),
  }));
  const adminToken = randomBytes(32).toString('hex');
  const file = join(folder, 'applications.json');
  writeFileSync(file, JSON.stringify(applications.map(describeApplication)), { mode: 0o600 });
  const environment = {
    DATABASE_URL: postgres.url,
    MIGRATE_ON_START: 'true',
    APPLICATIONS_FILE: file,
    DASHBOARD_PASSWORD: randomBytes(16).toString('hex'),
    ADMIN_TOKEN: adminToken,
    GRANT_KEY: randomBytes(32).toString('base64'),
  };
  try {
    const fleet = await startFleet(processCount, { environment, logFile: join(folder, 'service') });
    try {
      const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const postgresPid = rows[0]?.pid ?? 0;
      const world = { database, postgresPid, applications, receivers, fleet };
      await addWebhooks(world, adminToken);
      return print(await deliverAll(world, run), run);
    } finally {
      await fleet.close();
    }
  } finally {
    await receivers.close();
    await database.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function chooseKinds(count: number): readonly ReceiverKind[] {
  const special = Object.entries(parts).flatMap(([kind, part]) =>
    Array<ReceiverKind>(Math.ceil(count * part)).fill(kind as ReceiverKind),
  );
  const quick = Array<ReceiverKind>(Math.max(1, count - special.length)).fill('quick');
  return [...special, ...quick];
}

/** Test applications of a local service may have receivers on this machine. */
function describeApplication({ client_id, client_secret }: EventApplication) {
  const rest = { environment: 'test', redirect_uris: [], origins: [], submission_limit: 1e9 };
  return { name: client_id, client_id, client_secret, ...rest };
}

async function addWebhooks({ applications, receivers, fleet }: World, adminToken: string) {
  for (const [index, { client_id }] of applications.entries()) {
    const receiver = receivers.all[index] as SoakReceiver;
    const path = `/admin/applications/${client_id}/webhooks/add`;
    const response = await fetch(`${fleet.next()}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, types: 'all' }),
    });
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`);
    receiver.secret = ((await response.json()) as { secret: string }).secret;
  }
}

async function deliverAll(world: World, run: EventSoakRun): Promise<Remains> {
  const { fleet, receivers, postgresPid } = world;
  const began = Date.now();
  const postgresCpu = readFamilyCpuMs(postgresPid);
  const killer = startKilling(fleet, run.killEvery);
  const real = await produceEvents(world.applications, world, run);
  write(`${real} events from requests to the service, the others written by the store's function`);
  write(`everything was produced after ${((Date.now() - began) / 1000).toFixed(0)} s`);
  await waitForArrivals(await readEvents(world));
  const seconds = (Date.now() - began) / 1000;
  const kills = await killer.stop();
  await waitForQueue(world);
  const events = await readEvents(world);
  const requests = receivers.all.reduce((total, one) => total + one.requests, 0);
  const postgresMs = (readFamilyCpuMs(postgresPid) - postgresCpu) / requests;
  const ownMs = fleet.listPids().reduce((total, pid) => total + readCpuMs(pid), 0);
  write(`${requests} requests; CPU of PostgreSQL ${postgresMs.toFixed(2)} ms for each`);
  write(`CPU of the processes that still run ${(ownMs / 1000).toFixed(1)} s`);
  return { events, queued: await countQueued(world), kills, seconds };
}

/** Kills the process that has run longest, and starts another one, again and again. */
function startKilling(fleet: Fleet, everySeconds: number) {
  const stopping = new AbortController();
  let kills = 0;
  const killing = (async () => {
    for (;;) {
      await wait(everySeconds * 1000, undefined, { signal: stopping.signal });
      kills += 1;
      await fleet.replace('SIGKILL');
    }
  })().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    async stop(): Promise<number> {
      stopping.abort();
      await killing;
      return kills;
    },
  };
}

/** Waits for the queue. Deliveries whose result a killed process has not stored are sent again after its lease. */
async function waitForQueue(world: World): Promise<void> {
  for (const end = Date.now() + storeMs; Date.now() < end; await wait(1000)) {
    const queued = await countQueued(world);
    if (queued.get('quick') === 0 && queued.get('slow') === 0) return;
  }
}

/** The first delays of the schedule, increased by a fifth. */
const delaysMs = [5, 60, 300, 1800, 7200].map((seconds) => seconds * 1200);

/** @returns for each event with failed tries, how long its receiver may have waited for the later ones */
async function readRetries(database: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('jobs')
    .select(['body', 'tries'])
    .where('kind', '=', 'delivery')
    .execute();
  return new Map(
    rows.map(({ body, tries }) => {
      const failed = parseTries(tries).filter(({ result }) => result !== 204).length;
      const retryMs = delaysMs.slice(0, failed).reduce((total, ms) => total + ms, 0);
      return [readEvent(body).id, retryMs];
    }),
  );
}

/** Reads the events from the database, because an exchange whose answer was lost may have an event. */
async function readEvents({ database, applications, receivers }: World) {
  const retries = await readRetries(database);
  const rows = await database
    .selectFrom('events')
    .select(['id', 'client_id', 'created_at'])
    .orderBy('written')
    .execute();
  const own = new Map(applications.map(({ client_id }) => [client_id, [] as WrittenEvent[]]));
  for (const { id, client_id, created_at } of rows) {
    own.get(client_id)?.push({ id, createdAt: Number(created_at), retryMs: retries.get(id) ?? 0 });
  }
  return new Map(
    receivers.all.map((one, index) => [one, own.get(applications[index]?.client_id ?? '') ?? []]),
  );
}

async function waitForArrivals(events: Remains['events']): Promise<void> {
  const working = [...events].filter(([{ kind }]) => kind === 'quick' || kind === 'slow');
  const count = () => working.reduce((total, [{ arrivals }]) => total + arrivals.size, 0);
  const wanted = working.reduce((total, [, own]) => total + own.length, 0);
  let [last, lastAt] = [count(), Date.now()];
  while (last < wanted && Date.now() - lastAt < patienceMs) {
    await wait(200);
    if (count() > last) [last, lastAt] = [count(), Date.now()];
  }
}

async function countQueued({ database, applications, receivers }: World) {
  const rows = await database
    .selectFrom('jobs')
    .innerJoin('webhooks', 'webhooks.webhook_id', 'jobs.webhook_id')
    .select(['client_id', (row) => row.fn.countAll<number>().as('count')])
    .where('due_at', 'is not', null)
    .groupBy('client_id')
    .execute();
  const counts = new Map(rows.map(({ client_id, count }) => [client_id, Number(count)]));
  const queued = new Map<ReceiverKind, number>();
  for (const [index, { kind }] of receivers.all.entries()) {
    const count = counts.get(applications[index]?.client_id ?? '') ?? 0;
    queued.set(kind, (queued.get(kind) ?? 0) + count);
  }
  return queued;
}

function print(remains: Remains, { events, receivers, killEvery }: EventSoakRun): number {
  const rules = judge(remains);
  write(`\n${events} events of ${receivers} applications with a receiver each, so each event has`);
  write(
    `one delivery; ${processCount} processes, ${remains.kills} × kill -9, every ${killEvery} s`,
  );
  for (const line of describeDelays(remains)) write(`  ${line}`);
  for (const { text, isKept } of rules) write(`  ${isKept ? 'kept  ' : 'BROKEN'} ${text}`);
  return rules.every(({ isKept }) => isKept) ? 0 : 1;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
