import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '../../support/postgres-server.ts';
import { readCpuMs, readFamilyCpuMs } from '../bench/support/processes.ts';
import { type Attempt, connectAccount, type SoakApplication } from './connection.ts';
import { type DatabaseLink, linkDatabase } from './database-link.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { isRight, type Phase, printPhases, type SoakRun, type Trouble } from './report.ts';

const processCounts = [1, 2, 4];
const settleMs = 3000;
/** How long clients may still see errors after a trouble has ended, because they wait and try again. */
const echoMs = 5000;

/** The servers of a phase. */
interface World {
  readonly application: SoakApplication;
  readonly link: DatabaseLink;
  readonly admin: Client;
  readonly postgresPid: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
}

/**
 * Puts a steady load of complete connections on PostgreSQL, with 1, 2 and 4 processes in turn. Each turn has a
 * restart, a crash, a slow database and dropped connections. Afterwards every token that a client got must work, no
 * code may work twice, and every error must have been caused by a trouble.
 *
 * @param run - duration and load
 * @returns exit code: 0 when nothing was lost and everything is explained
 */
export async function runSoak(run: SoakRun): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-soak-'));
  const postgres = await startPostgres({ isDurable: true });
  const link = await linkDatabase(postgres.url);
  const admin = new Client({ connectionString: postgres.url });
  try {
    await admin.connect();
    const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const world = createWorld({ folder, link, admin, postgresPid: rows[0]?.pid ?? 0 });
    const phases: Phase[] = [];
    for (const count of processCounts) {
      phases.push(await runPhase(world, count, run));
      printPhases(phases.slice(-1), run);
    }
    printPhases(phases, run);
    return phases.every(isRight) ? 0 : 1;
  } finally {
    await admin.end();
    await link.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function createWorld(parts: Omit<World, 'application' | 'environment'>): World {
  const application = {
    clientId: 'soak',
    clientSecret: randomBytes(32).toString('hex'),
    hostOrigin: 'https://app.example',
  };
  const applicationsFile = join(parts.folder, 'applications.json');
  const registration = {
    name: 'Soak',
    client_id: application.clientId,
    client_secret: application.clientSecret,
    environment: 'live',
    redirect_uris: [],
    origins: [application.hostOrigin],
  };
  writeFileSync(applicationsFile, JSON.stringify([registration]), { mode: 0o600 });
  const environment = {
    DATABASE_URL: parts.link.url,
    MIGRATE_ON_START: 'true',
    APPLICATIONS_FILE: applicationsFile,
    DASHBOARD_PASSWORD: randomBytes(16).toString('hex'),
    PROVIDERS_MODULE: resolve('test/tools/soak/provider.mjs'),
    GRANT_KEY: randomBytes(32).toString('base64'),
    CODE_TTL_SECONDS: '600',
    TRUST_PROXY: '1',
  };
  return { ...parts, application, environment };
}

async function runPhase(world: World, processes: number, run: SoakRun): Promise<Phase> {
  const log = join(world.folder, `${processes}`);
  const fleet = await startFleet(processes, { environment: world.environment, logFile: log });
  try {
    const bytesBefore = await readBytes(world.admin);
    const loadMs = (run.minutes * 60_000) / processCounts.length;
    const cpu = await measureCpu(world, fleet, run.perSecond);
    const troubles: Trouble[] = [];
    const [attempts] = await Promise.all([
      produceLoad(world, fleet, { perSecond: run.perSecond, durationMs: loadMs }),
      makeTrouble(world, fleet, { durationMs: loadMs, troubles }),
    ]);
    await wait(settleMs);
    const verdict = await verify(world, fleet, attempts);
    const bytes = (await readBytes(world.admin)) - bytesBefore;
    return { processes, ...cpu, attempts, troubles, ...verdict, bytes, echoMs };
  } finally {
    await fleet.close();
  }
}

/** Starts the same number of connections each second, however long each takes. */
async function produceLoad(
  { application }: World,
  fleet: Fleet,
  { perSecond, durationMs }: { readonly perSecond: number; readonly durationMs: number },
): Promise<readonly Attempt[]> {
  const attempts: Promise<Attempt>[] = [];
  const began = Date.now();
  while (Date.now() - began < durationMs) {
    const due = Math.floor(((Date.now() - began) / 1000) * perSecond);
    while (attempts.length < due) attempts.push(connectAccount(application, () => fleet.next()));
    await wait(20);
  }
  return Promise.all(attempts);
}

/** The CPU time per connection in quiet times: of the processes, and of PostgreSQL. */
async function measureCpu(world: World, fleet: Fleet, perSecond: number) {
  const sum = () => fleet.listPids().reduce((total, pid) => total + readCpuMs(pid), 0);
  const load = { perSecond, durationMs: 5000 };
  await produceLoad(world, fleet, load);
  const before = { own: sum(), postgres: readFamilyCpuMs(world.postgresPid) };
  const { length } = await produceLoad(world, fleet, load);
  return {
    ownCpuMs: (sum() - before.own) / length,
    postgresCpuMs: (readFamilyCpuMs(world.postgresPid) - before.postgres) / length,
  };
}

/** Causes the troubles one after another, with pauses. After the last one there is time to recover. */
async function makeTrouble(
  { link }: World,
  fleet: Fleet,
  { durationMs, troubles }: { readonly durationMs: number; readonly troubles: Trouble[] },
): Promise<void> {
  const kinds: [name: string, cause: () => Promise<string>][] = [
    ['SIGTERM', async () => `ended with code ${await fleet.replace('SIGTERM')}`],
    ['kill -9', async () => `ended with code ${await fleet.replace('SIGKILL')}`],
    [
      'slow database',
      async () => {
        link.setDelay(300);
        await wait(Math.min(5000, durationMs / 10));
        link.setDelay(0);
        return 'each answer 300 ms later';
      },
    ],
    ['dropped connections', async () => `${link.drop()} of them`],
  ];
  const pauseMs = durationMs / (kinds.length + 1);
  for (const [name, cause] of kinds) {
    await wait(pauseMs * 0.8);
    const beganAt = Date.now();
    const note = await cause();
    troubles.push({ name, note, beganAt, endedAt: Date.now() });
  }
}

/** Checks that every token opens its account, and that no code can be exchanged again. */
async function verify({ application, admin }: World, fleet: Fleet, attempts: readonly Attempt[]) {
  let lost = 0;
  let twice = 0;
  const { clientId: client_id, clientSecret: client_secret } = application;
  const waiting = [...attempts];
  const check = async ({ code, accessToken }: Attempt) => {
    if (accessToken !== undefined) {
      const headers = { Authorization: `Bearer ${accessToken}` };
      if (!(await fetch(`${fleet.next()}/account`, { headers })).ok) lost += 1;
    }
    if (code === undefined) return;
    const body = JSON.stringify({ client_id, client_secret, code });
    const headers = { 'Content-Type': 'application/json' };
    const again = () => fetch(`${fleet.next()}/auth/token`, { method: 'POST', headers, body });
    // A code that no client has seen may still work, once.
    const second = (await again()).ok;
    if (accessToken === undefined ? second && (await again()).ok : second) twice += 1;
  };
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await check(one);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const { rows } = await admin.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM accounts WHERE client_id = $1',
    [client_id],
  );
  return { lost, twice, accounts: rows[0]?.count ?? 0 };
}

async function readBytes(admin: Client): Promise<number> {
  const { rows } = await admin.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return rows[0]?.bytes ?? 0;
}
