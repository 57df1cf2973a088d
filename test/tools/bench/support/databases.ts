import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../../support/postgres-server.ts';

/** A PostgreSQL server with a database for each server of a benchmark, and their files. */
export type Databases = Awaited<ReturnType<typeof openDatabases>>;

/** Starts a PostgreSQL server that waits for the disk at every commit. */
export async function openDatabases(settings: readonly string[], applications: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-bench-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify(applications), { mode: 0o600 });
  const postgres = await startPostgres({ isDurable: true, settings });
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return {
    folder,
    applicationsFile,
    /** Connected to the database `postgres`. */
    admin,
    /** Process ID of a child of the server. */
    postgresPid: rows[0]?.pid ?? 0,
    /** @returns the address of a new database */
    async create(name: string): Promise<string> {
      await admin.query(`CREATE DATABASE ${name}`);
      return postgres.url.replace(/[^/]+$/, name);
    },
    async close() {
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
