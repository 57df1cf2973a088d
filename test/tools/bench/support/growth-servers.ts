import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../../support/postgres-server.ts';
import { plantInPostgres } from './plant-codes.ts';
import { type PlantedGrowth, plantGrowth, tokensPerAccount } from './plant-growth.ts';
import { readCpuMs, readFamilyCpuMs, startConnectService } from './processes.ts';

/** A service whose database has this many accounts. */
export interface GrownServer {
  /** Its tokens. */
  readonly label: string;
  readonly listenPort: number;
  readonly accounts: number;
  readonly planted: PlantedGrowth;
  /** @returns the work so far: CPU times in milliseconds, and bytes of the database */
  readWork(): Promise<{
    readonly ownMs: number;
    readonly postgresMs: number;
    readonly bytes: number;
  }>;
  /** Adds codes of new people. @param run - see `createCode` */
  plantCodes(run: string, count: number): Promise<void>;
}

/** The servers, which share a PostgreSQL server. */
export interface GrownServers {
  readonly servers: readonly GrownServer[];
  close(): Promise<void>;
}

/** The application that has the accounts. */
export const growing = {
  clientId: 'bench',
  clientSecret: randomBytes(32).toString('hex'),
  redirectUri: 'https://app.example/callback',
  introspectionSecret: randomBytes(32).toString('hex'),
} as const;

/** The application whose people connect for the first time. Its provider accepts every person at once. */
export const newcomers = {
  clientId: 'bench_live',
  clientSecret: randomBytes(32).toString('hex'),
  hostOrigin: 'https://app.example',
} as const;

/** The settings that the page on growth names. The standard settings are for a small machine. */
const settings = ['shared_buffers=2GB', 'max_wal_size=8GB'];

/** @param sizes - the accounts of each database */
export async function startGrownServers(sizes: readonly number[]): Promise<GrownServers> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-growth-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify(describeApplications()), { mode: 0o600 });
  const postgres = await startPostgres({ isDurable: true, settings });
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const services: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(services.map((service) => service.close()));
    await admin.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  async function start(accounts: number): Promise<GrownServer> {
    const name = `bench_${services.length}`;
    await admin.query(`CREATE DATABASE ${name}`);
    const url = postgres.url.replace(/[^/]+$/, name);
    const service = await startConnectService(
      {
        ...{ DATABASE_URL: url, MIGRATE_ON_START: 'true', APPLICATIONS_FILE: applicationsFile },
        ...{ INTROSPECTION_SECRET: growing.introspectionSecret, TRUST_PROXY: '127.0.0.1' },
        PROVIDERS_MODULE: resolve('test/tools/bench/support/provider.mjs'),
        GRANT_KEY: randomBytes(32).toString('base64'),
      },
      join(folder, `${services.length}.log`),
    );
    services.push(service);
    const run = randomBytes(24).toString('hex');
    const planted = await plantGrowth(url, { run, accounts, clientId: growing.clientId });
    const plantCodes = (codes: string, count: number) =>
      plantInPostgres(url, { run: codes, count, ...growing });
    const label = `${(accounts * tokensPerAccount).toLocaleString('en')} tokens`;
    const readWork = async () => {
      const sizes = await admin.query<{ bytes: string }>('SELECT pg_database_size($1) AS bytes', [
        name,
      ]);
      const postgresMs = readFamilyCpuMs(rows[0]?.pid ?? 0);
      return { ownMs: readCpuMs(service.pid), postgresMs, bytes: Number(sizes.rows[0]?.bytes) };
    };
    return { label, accounts, readWork, planted, plantCodes, listenPort: service.listenPort };
  }
  try {
    const servers: GrownServer[] = [];
    for (const accounts of sizes) servers.push(await start(accounts));
    return { servers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function describeApplications() {
  return [
    {
      ...{ client_id: growing.clientId, name: 'Bench', environment: 'test', origins: [] },
      ...{ client_secret: growing.clientSecret, redirect_uris: [growing.redirectUri] },
    },
    {
      ...{ client_id: newcomers.clientId, name: 'Newcomers', environment: 'live' },
      ...{ client_secret: newcomers.clientSecret, redirect_uris: [] },
      origins: [newcomers.hostOrigin],
    },
  ];
}
