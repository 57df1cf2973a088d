import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../../support/postgres-server.ts';
import type { Requests } from '../processes/requests.js';
import { plantInPostgres, plantInSqlite } from './plant-codes.ts';
import { type BenchProcess, startConnectService, startTalkingProcess } from './processes.ts';

/** A server that exchanges codes, in a separate process with a separate database. */
export interface Contestant extends BenchProcess {
  /** How to send it an exchange of a code. */
  readonly request: Pick<Requests, 'listenPort' | 'line' | 'headers' | 'body'>;
  /** Adds codes as if a flow had issued them. */
  plant(run: string, count: number): Promise<void>;
}

/** Starts contestants, and owns their databases. */
export interface Arena {
  /**
   * @param name - "oidc-provider, PostgreSQL", or "ours," and the place of its data: "SQLite", "PostgreSQL"
   */
  start(name: string): Promise<Contestant>;
  /** Process ID of a child of the PostgreSQL server. */
  readonly postgresPid: number;
  /** Counts the statements so far, BEGIN and COMMIT included. */
  countStatements(): Promise<number>;
  close(): Promise<void>;
}

const application = {
  clientId: 'bench',
  clientSecret: randomBytes(32).toString('hex'),
  redirectUri: 'https://app.example/callback',
};

/** @returns a place with a PostgreSQL server that waits for the disk at every commit */
export async function openArena(): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-exchange-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify([registration]), { mode: 0o600 });
  const postgres = await startPostgres({
    isDurable: true,
    settings: ['shared_preload_libraries=pg_stat_statements'],
  });
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('CREATE EXTENSION pg_stat_statements');
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return {
    async start(name) {
      const [who, database] = name.split(', ');
      const id = name.replace(/\W+/g, '_').toLowerCase();
      const url = postgres.url.replace(/[^/]+$/, id);
      if (database === 'PostgreSQL') await admin.query(`CREATE DATABASE ${id}`);
      if (who === 'oidc-provider') return await startPeer(url);
      return await startService(
        join(folder, id),
        applicationsFile,
        database === 'PostgreSQL' ? url : '',
      );
    },
    async countStatements() {
      const { rows } = await admin.query<{ statements: number }>(sumCalls);
      return rows[0]?.statements ?? Number.NaN;
    },
    postgresPid: rows[0]?.pid ?? 0,
    async close() {
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const registration = {
  name: 'Bench',
  client_id: application.clientId,
  client_secret: application.clientSecret,
  environment: 'test',
  origins: [],
  redirect_uris: [application.redirectUri],
};

/** Excludes the database of this query. */
const sumCalls = `SELECT sum(calls)::float8 AS statements FROM pg_stat_statements
  JOIN pg_database ON pg_database.oid = dbid WHERE datname <> 'postgres'`;

/** @param url - of a database on PostgreSQL; empty for SQLite */
async function startService(
  folder: string,
  applicationsFile: string,
  url: string,
): Promise<Contestant> {
  const database = url ? { DATABASE_URL: url, MIGRATE_ON_START: 'true' } : { DATA_DIR: folder };
  const environment = { ...database, APPLICATIONS_FILE: applicationsFile };
  const service = await startConnectService(environment, `${folder}.log`);
  const fields = { client_id: application.clientId, client_secret: application.clientSecret };
  const rest = JSON.stringify({ ...fields, redirect_uri: application.redirectUri }).slice(1);
  return {
    ...service,
    request: {
      ...{ listenPort: service.listenPort, line: 'POST /auth/token' },
      headers: ['Content-Type: application/json'],
      body: `{"code":"{value}",${rest}`,
    },
    async plant(run, count) {
      const order = { run, count, ...application };
      if (url) await plantInPostgres(url, order);
      else plantInSqlite(join(folder, 'connect.sqlite'), order);
    },
  };
}

/** @param url - of its database */
async function startPeer(url: string): Promise<Contestant> {
  const peer = startTalkingProcess('oidc-provider', {
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    REDIRECT_URI: application.redirectUri,
    PEER_DATABASE_URL: url,
  });
  const { listenPort } = (await peer.receive()) as { listenPort: number };
  return {
    ...peer,
    request: {
      ...{ listenPort, line: 'POST /token' },
      headers: ['Content-Type: application/x-www-form-urlencoded'],
      body: createForm(),
    },
    async plant(run, count) {
      await peer.ask({ run, count });
    },
  };
}

/** The same fields plus OAuth's `grant_type`, form-encoded, because the peer accepts nothing else. */
function createForm(): string {
  const rest = new URLSearchParams({
    client_id: application.clientId,
    client_secret: application.clientSecret,
    redirect_uri: application.redirectUri,
    grant_type: 'authorization_code',
  });
  return `code={value}&${rest}`;
}
