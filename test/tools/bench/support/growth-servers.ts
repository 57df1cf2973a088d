import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Databases } from './databases.ts';
import { plantInPostgres } from './plant-codes.ts';
import { plantGrowth, tokensPerAccount } from './plant-growth.ts';
import { readCpuMs, readFamilyCpuMs, startConnectService } from './processes.ts';

/** A service whose database has a number of accounts. */
export type GrownServer = Awaited<ReturnType<typeof startGrownServer>>;

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

/** @param accounts - the number of accounts in its database */
export async function startGrownServer(
  { folder, applicationsFile, admin, postgresPid, create }: Databases,
  accounts: number,
) {
  const name = `bench_${accounts}`;
  const url = await create(name);
  const service = await startConnectService(
    {
      ...{ DATABASE_URL: url, MIGRATE_ON_START: 'true', APPLICATIONS_FILE: applicationsFile },
      ...{ INTROSPECTION_SECRET: growing.introspectionSecret, TRUST_PROXY: '127.0.0.1' },
      PROVIDERS_MODULE: resolve('test/tools/bench/support/provider.mjs'),
      GRANT_KEY: randomBytes(32).toString('base64'),
    },
    join(folder, `${name}.log`),
  );
  const run = randomBytes(24).toString('hex');
  return {
    ...service,
    accounts,
    /** Its tokens. */
    label: `${(accounts * tokensPerAccount).toLocaleString('en')} tokens`,
    planted: await plantGrowth(url, { run, accounts, clientId: growing.clientId }),
    /** Adds codes of new people. @param codes - the run for `createCode` */
    plantCodes: (codes: string, count: number) =>
      plantInPostgres(url, { run: codes, count, ...growing }),
    /** @returns the work so far: CPU times in milliseconds, and bytes of the database */
    async readWork() {
      const text = 'SELECT pg_database_size($1) AS bytes';
      const { rows } = await admin.query<{ bytes: string }>(text, [name]);
      const postgresMs = readFamilyCpuMs(postgresPid);
      return { ownMs: readCpuMs(service.pid), postgresMs, bytes: Number(rows[0]?.bytes) };
    },
  };
}

/** Both applications, as the service registers them. */
export const registrations = [
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
