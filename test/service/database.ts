import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openStore } from '../../src/connect/service/open-store.ts';
import type { Migration } from '../../src/connect/service/store/migrations/migration.ts';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { migratePostgres } from '../../src/connect/service/store/postgres/migrate-postgres.ts';
import { withClient } from '../../src/connect/service/store/postgres/postgres-pool.ts';
import { migrateSqlite } from '../../src/connect/service/store/sqlite/migrate-sqlite.ts';
import { loadNodeDriver } from '../../src/connect/service/store/sqlite/node-sqlite.ts';
import { openConnection } from '../../src/connect/service/store/sqlite/open-connection.ts';
import type { Store } from '../../src/connect/service/store/store.ts';

/** A database with every table and no rows. */
interface EmptyDatabase {
  /** The address for the service. */
  readonly url: string;
  /** Connected to the server itself, also when the service goes through a pooler. */
  readonly client: Client;
}

const postgresUrl = inject('postgresUrl');
const poolerUrl = inject('poolerUrl');
const free: EmptyDatabase[] = [];
const taken: EmptyDatabase[] = [];
/** The addresses of databases that had no tables at first. */
const blank = new Set<string>();
const stores: Store[] = [];
const folders: string[] = [];
let count = 0;

/** True when this run of the suite uses PostgreSQL. */
export const isPostgres = postgresUrl !== undefined;

/** True when the service reaches PostgreSQL through a pooler. */
export const isPooled = poolerUrl !== undefined;

/**
 * Closes the stores of a test. Its databases are reused, because emptying one is much faster than creating
 * one.
 */
export async function releaseDatabases(): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const database of taken.splice(0)) {
    await empty(database.client);
    free.push(database);
  }
}

/** Opens an empty store; closed after the test. */
export async function openTestStore(): Promise<Store> {
  return await openTestStoreAt(await createTestDatabase(':memory:'));
}

/** Opens the stores of two processes on one database. SQLite is for one process, so there both have its store. */
export async function openTwoStores(): Promise<readonly [Store, Store]> {
  const location = await createTestDatabase(':memory:');
  const store = await openTestStoreAt(location);
  return [store, isPostgres ? await openTestStoreAt(location) : store];
}

/** The common part of every SQLite driver. */
export interface SqliteDatabase {
  prepare(sql: string): { all(...parameters: readonly unknown[]): unknown[] };
  exec(sql: string): void;
  close(): void;
}

interface SqliteDriver {
  new (file: string): SqliteDatabase;
  readonly prototype: SqliteDatabase;
}

/** The class of this run's database connections. */
export function findSqliteDriver(): SqliteDriver {
  try {
    new SqliteConnection(':memory:').close();
    return SqliteConnection;
  } catch {
    // Like the service, the tests use Node's own driver if better-sqlite3 was built for another Node.
    loadNodeDriver();
    const sqlite: unknown = process.getBuiltinModule('node:sqlite');
    return (sqlite as { DatabaseSync: SqliteDriver }).DatabaseSync;
  }
}

/** Connects a client beside the service, until the end of the test. */
export async function connectClient(connectionString: string, name = ''): Promise<Client> {
  const client = new Client({ connectionString, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** SQL: the processes that wait for a lock in this database. Other files use other databases of the server. */
export const waitingForLock = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** A client of the database that was created last; undefined for an embedded database. */
export function readTestClient(): Client | undefined {
  return taken.at(-1)?.client;
}

/** Opens one more store on the same database; closed after the test. */
export async function openTestStoreAt(location: StoreLocation): Promise<Store> {
  const { databaseUrl } = location;
  const migrateOnStart = databaseUrl !== undefined && blank.has(databaseUrl);
  const store = await openStore(
    { ...location, migrateOnStart, migrationDatabaseUrl: toServer(databaseUrl) },
    { onIdleError() {} },
  );
  stores.push(store);
  return store;
}

/** Brings a database to the tables of another version, while its service runs. */
export async function migrateDatabase(
  { databaseUrl, databaseFile }: StoreLocation,
  migrations: readonly Migration[],
): Promise<void> {
  const url = toServer(databaseUrl);
  if (url !== undefined) {
    await migratePostgres(url, { phase: 'expand', report() {}, migrations });
    return;
  }
  const { sqlite } = await openConnection(databaseFile);
  await migrateSqlite(sqlite, migrations);
  sqlite.close();
}

/** An empty database for this test only. Without a path, its file is removed after the test. */
export async function createTestDatabase(
  databaseFile = join(createFolder(), 'connect.sqlite'),
): Promise<StoreLocation> {
  if (postgresUrl === undefined) return { databaseFile };
  const database = free.pop() ?? (await createDatabase(postgresUrl));
  taken.push(database);
  return { databaseUrl: database.url, databaseFile };
}

const memoryFolder = '/dev/shm';

/** True when Linux offers memory as a folder, with a gigabyte of room. A container often has much less. */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize > 1_073_741_824;
  } catch {
    return false;
  }
}

/** On a disk, each commit would wait. */
const tempFolder = hasMemoryFolder() ? memoryFolder : tmpdir();

/** Creates a folder, which is removed after the test. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tempFolder, 'connect-'));
  folders.push(folder);
  return folder;
}

/** Runs a statement without the service. */
export type Query = (text: string) => Promise<readonly Record<string, unknown>[]>;

/** @returns a way to query a database directly */
export function createQuery({ databaseUrl, databaseFile }: StoreLocation): Query {
  return async (text) => {
    if (databaseUrl !== undefined) {
      const config = { connectionString: databaseUrl };
      return await withClient(config, async (client) => (await client.query(text)).rows);
    }
    const { sqlite } = await openConnection(databaseFile);
    try {
      const statement = sqlite.prepare<Record<string, unknown>>(text);
      if (statement.reader) return statement.all([]);
      statement.run([]);
      return [];
    } finally {
      sqlite.close();
    }
  };
}

/** Does something while the database lacks a table, as after a failed disk. */
export async function withoutTable<Result>(
  query: Query,
  table: string,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  await query(`ALTER TABLE ${table} RENAME TO hidden_rows`);
  try {
    return await act();
  } finally {
    await query(`ALTER TABLE hidden_rows RENAME TO ${table}`);
  }
}

/** Opens the store of a new database, with a way to query the database past the store. */
export async function openQueriedStore() {
  const location = await createTestDatabase();
  return { store: await openTestStoreAt(location), query: createQuery(location) };
}

async function createDatabase(
  serverUrl: string,
  template: 'postgres' | 'template0' = 'postgres',
): Promise<EmptyDatabase> {
  count += 1;
  const name = `test_${process.pid}_${Date.now()}_${count}`;
  const url = new URL(serverUrl);
  url.pathname = name;
  // PostgreSQL copies a database only while no client is connected to it. No client connects to this one.
  const admin = { connectionString: serverUrl.replace(/[^/]+$/, 'template1') };
  await withClient(admin, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  // Filling and emptying a large table may take longer than the role's limit, which is for the service.
  const options = '-c statement_timeout=0';
  const client = new Client({ connectionString: url.href, options });
  // It is open until its worker ends. An earlier end of the server must not fail a test.
  client.on('error', () => {});
  await client.connect();
  return { url: throughPooler(url.href), client };
}

/** @returns the address of the server itself, which migrations need */
function toServer(databaseUrl: string | undefined): string | undefined {
  if (databaseUrl === undefined || postgresUrl === undefined) return undefined;
  const url = new URL(databaseUrl);
  url.host = new URL(postgresUrl).host;
  return url.href;
}

/** Variables of a process of the service that creates its tables on PostgreSQL. */
export function describeDatabase(databaseUrl: string): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    MIGRATE_ON_START: 'true',
    MIGRATION_DATABASE_URL: toServer(databaseUrl) ?? '',
  };
}

/** @returns the address that the service connects to: the pooler's in the suite with one */
function throughPooler(serverUrl: string): string {
  if (poolerUrl === undefined) return serverUrl;
  const url = new URL(serverUrl);
  url.host = new URL(poolerUrl).host;
  return url.href;
}

/** Without rows, deleting takes less than a millisecond, and truncating 37: it makes new files. */
async function empty(client: Client): Promise<void> {
  const { rows } = await client.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'schema\\_%'",
  );
  await client.query(
    [
      // A replica checks no foreign keys, so the order of the tables does not matter.
      'BEGIN; SET LOCAL session_replication_role = replica',
      ...rows.map(({ tablename }) => `DELETE FROM ${tablename}`),
      'COMMIT',
    ].join('; '),
  );
}

/** Creates a database without tables on the server. */
export async function createBlankDatabase(): Promise<string> {
  if (postgresUrl === undefined) throw new Error('Only PostgreSQL has a server to ask.');
  const { url } = await createDatabase(postgresUrl, 'template0');
  blank.add(url);
  return url;
}

/** The database can be read, and refuses to write, as on a standby. @returns a function that ends it */
export async function refuseWrites(file: string): Promise<() => Promise<void>> {
  const client = readTestClient();
  if (!client) {
    const other = new (findSqliteDriver())(file);
    other.exec('BEGIN IMMEDIATE');
    return async () => other.close();
  }
  const alter = async (change: string) => {
    await client.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I ${change}', current_database()); END $$`);
    // The setting is for new connections.
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  };
  await alter('SET default_transaction_read_only = on');
  return () => alter('RESET default_transaction_read_only');
}
