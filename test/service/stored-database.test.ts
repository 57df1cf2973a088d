import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StoreLocation } from '../../src/connect/service/store/open-store.ts';
import { createBlankDatabase, findSqliteDriver, isPostgres, openTestStoreAt } from './database.ts';
import { createTestService, exchange, issueSandboxCode, readJson } from './harness.ts';

let folder: string;
let location: StoreLocation;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stored-database-'));
  location = {
    databaseUrl: isPostgres ? await createBlankDatabase() : undefined,
    databaseFile: join(folder, 'connect.sqlite'),
  };
});

afterEach(() => rmSync(folder, { recursive: true }));

async function runSql(statements: string): Promise<void> {
  if (location.databaseUrl === undefined) {
    const sqlite = new (findSqliteDriver())(location.databaseFile);
    sqlite.exec(statements);
    sqlite.close();
    return;
  }
  const client = new Client({ connectionString: location.databaseUrl });
  await client.connect();
  await client.query(statements);
  await client.end();
}

it('a database is opened again by the version that created it, with its accounts', async () => {
  const service = await createTestService({ store: await openTestStoreAt(location) });
  const code = await issueSandboxCode(service);
  const { access_token } = await readJson(await exchange(service, { code }));

  const again = await createTestService({ store: await openTestStoreAt(location) });
  const account = await again.app.request('/account', {
    headers: { Authorization: `Bearer ${access_token}` },
  });

  expect(account.status).toBe(200);
});

it('tables of other programs stay beside those of the service', async () => {
  await runSql('CREATE TABLE invoices (id text PRIMARY KEY)');

  const store = await openTestStoreAt(location);

  await store.assertWritable(0);
  await runSql("INSERT INTO invoices VALUES ('1')");
});

it.each([
  ['of a newer version', 'UPDATE schema_version SET version = version + 1', /version 5.*version 4/],
  ['of an unknown version', 'DELETE FROM schema_version', /an unknown version.*version 4/],
  ['of a development version', 'DROP TABLE schema_version', /a development version.*version 4/],
])('a database %s is refused with what to do, and stays as it is', async (_, change, message) => {
  await openTestStoreAt(location);
  await runSql(change);

  await expect(openTestStoreAt(location)).rejects.toThrow(message);
  await expect(openTestStoreAt(location)).rejects.toThrow('name an empty database');
});
