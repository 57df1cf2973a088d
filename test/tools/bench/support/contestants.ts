import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../../support/postgres-server.ts';
import type { Order } from '../processes/load.js';
import { dashboardPassword } from './delete-application.ts';
import {
  createPostgresAccounts,
  createSqliteAccounts,
  type DoomedAccounts,
  doomed,
} from './plant-accounts.ts';
import { plantInPostgres, plantInSqlite } from './plant-codes.ts';
import { type BenchProcess, startConnectService, startTalkingProcess } from './processes.ts';

/** A server that exchanges codes, in a separate process. */
export interface Contestant extends BenchProcess {
  /** From the start of its process until it answers, in milliseconds. */
  readonly readyMs: number;
  /** How to send it an exchange. */
  readonly endpoint: Pick<Order, 'listenPort' | 'path' | 'type' | 'body'>;
  /** Adds codes as if a flow had issued them. */
  plant(run: string, count: number): Promise<void>;
  /** Of another application, if any. */
  readonly accounts?: DoomedAccounts;
}

/** Starts contestants, and owns their databases. */
export interface Arena {
  /** By name. Each call starts a server. Servers with the same `database` share a database. */
  start(name: string, database?: string): Promise<Contestant>;
  /** Process ID of a child of the PostgreSQL server. */
  readonly postgresPid: number;
  /** @returns the bytes that PostgreSQL has written to its log so far */
  readLogBytes(): Promise<number>;
  close(): Promise<void>;
}

const application = {
  clientId: 'bench',
  clientSecret: randomBytes(32).toString('hex'),
  redirectUri: 'https://app.example/callback',
};

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/**
 * @param before - the folder of another commit, whose build takes part as "before, …"
 * @returns a place with a PostgreSQL server that waits for the disk at every commit
 */
export async function openArena(before = '.'): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-exchange-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify(createRegistrations()), { mode: 0o600 });
  const postgres = await startPostgres({ isDurable: true });
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const known = new Set<string>();

  async function createDatabase(database: string): Promise<string> {
    if (!known.has(database)) await admin.query(`CREATE DATABASE ${database}`);
    known.add(database);
    return postgres.url.replace(/[^/]+$/, database);
  }

  return {
    async start(name, database = 'main') {
      const own = { APPLICATIONS_FILE: applicationsFile, DASHBOARD_PASSWORD: dashboardPassword };
      const root = name.startsWith('before, ') ? before : '.';
      const logFile = join(folder, `${database}.log`);
      const place = { folder: join(folder, database), logFile, root };
      if (/^(?:ours|before), SQLite$/.test(name)) return await startOnSqlite(own, place);
      if (!/^(?:ours|before), PostgreSQL$/.test(name)) return await startOther(name);
      return await startOnPostgres(own, place, await createDatabase(database));
    },
    async readLogBytes() {
      const { rows } = await admin.query<{ bytes: number }>(
        `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
      );
      return rows[0]?.bytes ?? Number.NaN;
    },
    postgresPid: rows[0]?.pid ?? 0,
    async close() {
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createRegistrations() {
  const common = {
    environment: 'test',
    origins: [],
    client_secret: application.clientSecret,
    redirect_uris: [application.redirectUri],
  };
  return [
    { ...common, name: 'Bench', client_id: application.clientId },
    { ...common, name: doomed.name, client_id: doomed.clientId },
  ];
}

/** Where a service of ours runs. */
interface Place {
  /** For its database. */
  readonly folder: string;
  readonly logFile: string;
  /** The folder of the repository. */
  readonly root: string;
}

async function startOnSqlite(
  environment: Readonly<Record<string, string>>,
  { folder, logFile, root }: Place,
): Promise<Contestant> {
  const start = performance.now();
  const service = await startConnectService({ ...environment, DATA_DIR: folder }, logFile, root);
  return {
    ...service,
    readyMs: performance.now() - start,
    endpoint: createOurEndpoint(service.listenPort),
    async plant(run, count) {
      plantInSqlite(join(folder, 'connect.sqlite'), { run, count, ...application });
    },
    accounts: createSqliteAccounts(join(folder, 'connect.sqlite')),
  };
}

async function startOnPostgres(
  environment: Readonly<Record<string, string>>,
  { logFile, root }: Place,
  url: string,
): Promise<Contestant> {
  const start = performance.now();
  const service = await startConnectService(
    { ...environment, DATABASE_URL: url, MIGRATE_ON_START: 'true' },
    logFile,
    root,
  );
  return {
    ...service,
    readyMs: performance.now() - start,
    endpoint: createOurEndpoint(service.listenPort),
    plant: (run, count) => plantInPostgres(url, { run, count, ...application }),
    accounts: createPostgresAccounts(url),
  };
}

async function startOther(name: string): Promise<Contestant> {
  const start = performance.now();
  const other = startTalkingProcess(name, {
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    REDIRECT_URI: application.redirectUri,
  });
  const { listenPort } = (await other.receive()) as { listenPort: number };
  return {
    ...other,
    readyMs: performance.now() - start,
    endpoint: { listenPort, path: '/token', type: form, body: createForm() },
    async plant(run, count) {
      await other.ask({ run, count });
    },
  };
}

function createOurEndpoint(listenPort: number) {
  const fields = { client_id: application.clientId, client_secret: application.clientSecret };
  const rest = JSON.stringify({ ...fields, redirect_uri: application.redirectUri }).slice(1);
  return { listenPort, path: '/auth/token', type: json, body: ['{"code":"', `",${rest}`] as const };
}

/** The same fields plus OAuth's `grant_type`, form-encoded, because the others accept nothing else. */
function createForm(): readonly [string, string] {
  const rest = new URLSearchParams({
    client_id: application.clientId,
    client_secret: application.clientSecret,
    redirect_uri: application.redirectUri,
    grant_type: 'authorization_code',
  });
  return ['code=', `&${rest}`];
}
