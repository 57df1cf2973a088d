import { Socket } from 'node:net';
import type { Client } from 'pg';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { examine } from '../../../src/connect/service/doctor/examine.ts';
import { openStore } from '../../../src/connect/service/open-store.ts';
import type { Phase } from '../../../src/connect/service/store/migrations/migration.ts';
import { describeMismatch } from '../../../src/connect/service/store/migrations/schema-state.ts';
import {
  migratePostgres,
  readPostgresState,
} from '../../../src/connect/service/store/postgres/migrate-postgres.ts';
import { startCutProxy } from '../../support/cut-proxy.ts';
import { connectClient, createBlankDatabase, isPooled } from '../database.ts';
import { fixtureMigrations } from '../fixture-migrations.ts';

let url: string;
let client: Client;
let lines: string[];

beforeEach(async () => {
  // Migrations go past a pooler.
  const address = new URL(await createBlankDatabase());
  address.host = new URL(inject('postgresUrl') ?? '').host;
  url = address.href;
  client = await connectClient(url);
  lines = [];
});

const report = (line: string) => lines.push(line);

/** Migrates to the tables of this version. */
const createTables = (at = url) => migratePostgres(at, { phase: 'expand', report });

/** Migrates to the tables of a next version. */
const migrate = (
  phase: Phase = 'expand',
  { patienceMs = 0, at = url, migrations = fixtureMigrations } = {},
) => migratePostgres(at, { phase, report, patienceMs, migrations });

const addCodes = (hash: string, count = 1201) =>
  client.query(`INSERT INTO applications (client_id, name, environment) VALUES ('a', 'A', 'test') ON CONFLICT DO NOTHING;
    INSERT INTO codes (code_hash, client_id, environment, kind, provider_id, username, expires_at, kept_until)
    SELECT ${hash}, 'a', 'test', 'embedded', 'sandbox', 'user_good', n, n FROM generate_series(1, ${count}) AS n`);

/** Everything in the database but its rows. The order of columns does not matter. */
async function describeSchema(): Promise<unknown> {
  const queries = [
    `SELECT table_name, column_name, data_type, is_nullable, column_default
      FROM information_schema.columns WHERE table_schema = 'public'`,
    `SELECT conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
    `SELECT indexdef, indisvalid FROM pg_indexes JOIN pg_index ON indexrelid = indexname::regclass
      WHERE schemaname = 'public'`,
    'SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal',
    `SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
    `SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'`,
    'SELECT version, name, phase FROM schema_migrations',
  ];
  const lists: unknown[] = [];
  for (const query of queries) {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
    lists.push(rows.map((row) => JSON.stringify(row)).sort());
  }
  return lists;
}

describe('a database of the version before', () => {
  it('has the tables of a new installation after both phases', async () => {
    await migrate();
    const fresh = await describeSchema();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await createTables();

    for (const [phase, version] of [
      ['expand', 105],
      ['contract', 106],
    ] as const) {
      await migrate(phase);
      // As if the process had ended before it recorded the work on the indexes.
      await client.query(`DELETE FROM schema_migrations WHERE version = ${version}`);
      await migrate(phase);
    }

    expect(await describeSchema()).toEqual(fresh);
  });

  it('is refused with what to run, and accepted between the phases, by both versions', async () => {
    await createTables();
    const describe = async () =>
      describeMismatch(await readPostgresState(url, fixtureMigrations)) ?? 'accepted';
    const store = await openStore({ databaseUrl: url, databaseFile: '' }, { onIdleError() {} });

    expect(await describe()).toMatch(/older than this service: 6 .*"npx tax-connect migrate"/);
    await expect(migrate('contract')).rejects.toThrow('Run "npx tax-connect migrate"');
    await migrate();
    expect(await describe()).toBe('accepted');
    await store.assertFitting();
    await migrate('contract');
    expect(await describe()).toBe('accepted');
    await expect(store.assertFitting()).rejects.toThrow('finished for a newer service');
    await expect(createTables()).rejects.toThrow('finished for a newer service');
    await store.close();
  });

  it('changes many rows in several transactions, also one that is locked for a moment', async () => {
    await createTables();
    await addCodes('md5(n::text)');
    await migrate('expand', { migrations: fixtureMigrations.slice(0, 2) });
    const other = await connectClient(url);
    await other.query('BEGIN; SELECT FROM codes ORDER BY code_hash DESC LIMIT 1 FOR UPDATE');

    const migrated = migrate('expand', { patienceMs: 30_000 });
    await expect.poll(() => lines).toContainEqual(expect.stringMatching('A lock is taken'));
    // The version before adds a row, whose key is lower than those of the batches so far.
    await addCodes("'!'", 1);
    await other.query('COMMIT');
    await migrated;

    const { rows } = await client.query<{ changed: number; batches: number }>(
      `SELECT count(*)::int AS changed, count(DISTINCT xmin::text)::int AS batches FROM codes
        WHERE listed_at = expires_at`,
    );
    expect(rows).toEqual([{ changed: 1202, batches: 4 }]);
  });

  it('leaves the queue of a lock that a transaction holds, and goes on where it stopped', async () => {
    await createTables();
    const other = await connectClient(url, 'a long report');
    await other.query('BEGIN; SELECT count(*) FROM codes; SELECT pg_sleep(1)');

    await expect(migrate()).rejects.toThrow(
      /^A lock was not free in time\. Old transactions are open in the processes \d+ \(a long report\)\./,
    );
    // Without the time-out, this query would wait behind a statement that is still in the queue.
    await client.query("SET statement_timeout = '1s'; SELECT count(*) FROM codes");
    await other.query('COMMIT');
    await migrate();

    expect(lines.filter((line) => line === '101 column of codes')).toHaveLength(2);
    expect(lines.filter((line) => line === '102 values of codes')).toHaveLength(1);
  });

  it('is migrated once by two runs at the same time', async () => {
    await createTables();
    const waiting = 'Another process migrates this database. Waiting for it.';
    // Held until both runs wait for it, so that neither has finished before the other one starts.
    await client.query('SELECT pg_advisory_lock(7318404)');

    const runs = [
      migrate('expand', { patienceMs: 30_000 }),
      migrate('expand', { patienceMs: 30_000 }),
    ];
    await expect.poll(() => lines.filter((line) => line === waiting)).toHaveLength(2);
    await client.query('SELECT pg_advisory_unlock(7318404)');
    await Promise.all(runs);

    expect(lines.filter((line) => line === '101 column of codes')).toHaveLength(1);
  });

  it('is left to a run that does not end, whose process is named', async () => {
    await createTables();
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid, pg_advisory_lock(7318404)',
    );
    const pid = rows[0]?.pid;

    await expect(migrate()).rejects.toThrow(
      new RegExp(
        `^Another process still migrates this database: ${pid} of the database, at "SELECT .*pg_terminate_backend\\(${pid}\\)`,
      ),
    );
    await client.query('SELECT pg_advisory_unlock(7318404)');
    await migrate();

    expect(lines.filter((line) => line === '101 column of codes')).toHaveLength(1);
  });

  it('gets an index again whose process was killed, after longer than a request may take', async () => {
    await createTables();
    await addCodes('md5(n::text)');
    const { pathname } = new URL(url);
    await client.query(`ALTER DATABASE ${pathname.slice(1)} SET statement_timeout = 200`);
    // Only of this database: other tests migrate theirs on the same server.
    const migrators = `SELECT FROM pg_stat_activity
      WHERE application_name = 'tax-connect migrate' AND datname = current_database()`;
    const count = async (text: string) => (await client.query(text)).rowCount;
    // A snapshot, for which a concurrent build waits.
    const other = await connectClient(url);
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
    const proxy = await startCutProxy(url);
    const cut = migrate('expand', { patienceMs: 30_000, at: proxy.urlOf(url) });
    cut.catch(() => {});
    const building = `${migrators} AND clock_timestamp() - query_start > interval '300 ms'`;
    await expect.poll(() => count(building)).toBe(1);
    proxy.drop();
    await expect(cut).rejects.toThrow();
    // The server ends the build, and frees its lock, although the snapshot is still there.
    await expect.poll(() => count(migrators)).toBe(0);
    await other.query('COMMIT');

    await migrate();

    await proxy.close();
    expect(await count('SELECT FROM pg_index WHERE NOT indisvalid')).toBe(0);
    expect(lines.join()).toMatch(/The index codes_by_\w+ is not finished, so it is built again/);
  });
});

it('a migration keeps its connection alive during a long step, which a NAT would forget', async () => {
  using keep = vi.spyOn(Socket.prototype, 'setKeepAlive');
  await createTables();
  expect(keep.mock.calls).not.toEqual([]);
  for (const call of keep.mock.calls) expect(call).toEqual([true, 60_000]);
});

it('every migration has a separate number, in ascending order', () => {
  const versions = fixtureMigrations.map(({ version }) => version);

  expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
});

it.skipIf(isPooled)('refuses a database that cannot store every name', async () => {
  const name = `${new URL(url).pathname.slice(1)}_latin`;
  await client.query(
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  );
  const latin = Object.assign(new URL(url), { pathname: name }).href;
  const reason = /encoding LATIN1.+ENCODING 'UTF8'/;

  await expect(createTables(latin)).rejects.toThrow(reason);
  await expect(
    openStore({ databaseUrl: latin, databaseFile: '' }, { onIdleError() {} }),
  ).rejects.toThrow(reason);
  const findings = await examine({ DATABASE_URL: latin, MIGRATE_ON_START: 'true' });
  expect(findings.map(({ text }) => text).join()).toMatch(reason);
});

it.runIf(isPooled)('refuses to go through a pooler, and says what to set', async () => {
  const address = new URL(url);
  address.host = new URL(inject('poolerUrl') ?? '').host;

  await expect(createTables(address.href)).rejects.toThrow('MIGRATION_DATABASE_URL');
});
