import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { examine } from '../../../src/connect/service/doctor/examine.ts';
import type { Phase } from '../../../src/connect/service/store/migrations/migration.ts';
import { migrations } from '../../../src/connect/service/store/migrations/migrations.ts';
import { openStore } from '../../../src/connect/service/store/open-store.ts';
import { migratePostgres } from '../../../src/connect/service/store/postgres/migrate-postgres.ts';
import { createBlankDatabase, isPooled } from '../database.ts';

const versionBefore = migrations[0];

let url: string;
let client: Client;
let lines: string[];

beforeEach(async () => {
  // Migrations go past a pooler.
  const address = new URL(await createBlankDatabase());
  address.host = new URL(inject('postgresUrl') ?? '').host;
  url = address.href;
  client = new Client({ connectionString: url });
  await client.connect();
  lines = [];
});

afterEach(() => client.end());

const migrate = (phase: Phase = 'expand', at = url, patienceMs = 0) =>
  migratePostgres(at, { phase, report: (line) => lines.push(line), patienceMs });

/** Creates the tables of the first version, as its service did. */
async function createFirstVersion(): Promise<void> {
  if (versionBefore?.postgres.kind !== 'transaction') throw new Error('The first has tables.');
  await client.query(versionBefore.postgres.statements.join(';'));
}

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
    'SELECT version FROM schema_version',
  ];
  const lists: unknown[] = [];
  for (const query of queries) {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
    lists.push(rows.map((row) => JSON.stringify(row)).sort());
  }
  return lists;
}

describe('a database of the first version', () => {
  it('has the tables of a new installation after both phases', async () => {
    await migrate();
    const fresh = await describeSchema();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await createFirstVersion();

    await migrate();
    await migrate('contract');

    expect(await describeSchema()).toEqual(fresh);
  });

  it('is refused by serve with what to run, and accepted between the phases', async () => {
    await createFirstVersion();
    const open = () => openStore({ databaseUrl: url, databaseFile: '' }, { onIdleError() {} });

    await expect(open()).rejects.toThrow(/older than this service.*"npx tax-connect migrate"/);
    await expect(migrate('contract')).rejects.toThrow('Run "npx tax-connect migrate"');
    await migrate();
    const store = await open();
    await store.assertFitting();
    await client.query("INSERT INTO schema_migrations VALUES (10000, 'x', 'contract', 0)");
    await expect(store.assertFitting()).rejects.toThrow('finished for a newer service');
    await store.close();
  });

  it('keeps codes that an old process issues between the phases, and ends them', async () => {
    await createFirstVersion();
    await client.query(
      "INSERT INTO applications (client_id, name, environment) VALUES ('a', 'A', 'test')",
    );
    const issue = (hash: string) =>
      client.query(`INSERT INTO codes (code_hash, client_id, environment, kind, provider_id, username, expires_at)
        VALUES ('${hash}', 'a', 'test', 'embedded', 'sandbox', 'user_good', 7)`);
    await issue('before');

    await migrate();
    await issue('between');
    await migrate('contract');

    const { rows } = await client.query<{ code_hash: string; kept_until: string }>(
      'SELECT code_hash, kept_until FROM codes ORDER BY code_hash',
    );
    expect(rows[0]).toEqual({ code_hash: 'before', kept_until: '7' });
    expect(Number(rows[1]?.kept_until)).toBeGreaterThan(Date.now());
    await expect(issue('after')).rejects.toThrow('kept_until');
  });

  it('changes many rows in several transactions, also one that is locked for a moment', async () => {
    await createFirstVersion();
    await client.query(`INSERT INTO applications (client_id, name, environment) VALUES ('a', 'A', 'test');
      INSERT INTO codes (code_hash, client_id, environment, kind, provider_id, username, expires_at)
        SELECT md5(n::text), 'a', 'test', 'embedded', 'sandbox', 'user_good', n
        FROM generate_series(1, 1201) AS n`);
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query("BEGIN; SELECT FROM codes WHERE code_hash = md5('700') FOR UPDATE");

    const migrated = migrate('expand', url, 30_000);
    await expect.poll(() => lines).toContainEqual(expect.stringMatching('A lock is taken'));
    await other.query('COMMIT');
    await other.end();
    await migrated;

    const { rows } = await client.query<{ changed: number; batches: number }>(
      `SELECT count(*)::int AS changed, count(DISTINCT xmin::text)::int AS batches FROM codes
        WHERE kept_until = expires_at`,
    );
    expect(rows).toEqual([{ changed: 1201, batches: 3 }]);
  });

  it('leaves the queue of a lock that a transaction holds, and goes on where it stopped', async () => {
    await createFirstVersion();
    const other = new Client({ connectionString: url, application_name: 'a long report' });
    await other.connect();
    await other.query('BEGIN; SELECT count(*) FROM flows');

    await expect(migrate()).rejects.toThrow('A lock was not free in time.');
    // It would wait behind a statement that is still in the queue.
    await client.query("SET statement_timeout = '1s'; SELECT count(*) FROM flows");
    await other.query('COMMIT');
    await other.end();
    await migrate();

    expect(lines.filter((line) => line === '2 columns of applications')).toHaveLength(1);
    expect(lines.filter((line) => line === '3 columns of flows')).toHaveLength(2);
  });

  it('is migrated once by two runs at the same time', async () => {
    await createFirstVersion();

    const patiently = () => migrate('expand', url, 30_000);
    await Promise.all([patiently(), patiently()]);

    expect(lines.filter((line) => line === '2 columns of applications')).toHaveLength(1);
    expect(lines).toContain('Another process migrates this database. Waiting for it.');
  });

  it('is left to a run that does not end, whose process is named', async () => {
    await createFirstVersion();
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

    expect(lines.filter((line) => line === '2 columns of applications')).toHaveLength(1);
  });

  it('gets an index again that a crash has left unfinished', async () => {
    await createFirstVersion();
    await migrate();
    await client.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'tokens_live'::regclass;
      DELETE FROM schema_migrations WHERE version = 13`);

    await migrate();

    const { rows } = await client.query(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid',
    );
    expect(rows).toEqual([]);
    expect(lines).toContain('  The index tokens_live is not finished, so it is built again.');
    expect(lines).not.toContain(
      '  The index tokens_revoked is not finished, so it is built again.',
    );
  });
});

it('every migration has a separate number, in ascending order', () => {
  const versions = migrations.map(({ version }) => version);

  expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
});

it.skipIf(isPooled)('refuses a database that cannot store every name', async () => {
  const name = `${new URL(url).pathname.slice(1)}_latin`;
  await client.query(
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  );
  const latin = Object.assign(new URL(url), { pathname: name }).href;
  const reason = /encoding LATIN1.+ENCODING 'UTF8'/;

  await expect(migrate('expand', latin)).rejects.toThrow(reason);
  await expect(
    openStore({ databaseUrl: latin, databaseFile: '' }, { onIdleError() {} }),
  ).rejects.toThrow(reason);
  const findings = await examine({ DATABASE_URL: latin, MIGRATE_ON_START: 'true' });
  expect(findings.map(({ text }) => text).join()).toMatch(reason);
});

it.runIf(isPooled)('refuses to go through a pooler, and says what to set', async () => {
  const address = new URL(url);
  address.host = new URL(inject('poolerUrl') ?? '').host;

  await expect(migrate('expand', address.href)).rejects.toThrow('MIGRATION_DATABASE_URL');
});
