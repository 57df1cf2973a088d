import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { createBlankDatabase, isPostgres, openTestStoreAt } from './database.ts';
import { createTestService, exchange, readJson } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'stored-database-'));

afterEach(() => rmSync(folder, { recursive: true }));

const readStored = (kind: string) =>
  readFileSync(new URL(`fixtures/schema-0013.${kind}.sql`, import.meta.url), 'utf8');

/** A database as version 0.1.0 left it: two tokens of one account, a code, and a flow under way. */
async function restore() {
  if (!isPostgres) {
    const databaseFile = join(folder, 'connect.sqlite');
    const sqlite = new SqliteConnection(databaseFile);
    sqlite.exec(readStored('sqlite'));
    sqlite.close();
    return { databaseFile };
  }
  const databaseUrl = await createBlankDatabase();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(readStored('postgres'));
  await client.end();
  return { databaseUrl, databaseFile: '' };
}

it('a database of version 0.1.0 is brought over, with its accounts, tokens, codes and flows', async () => {
  const store = await openTestStoreAt(await restore());
  const service = await createTestService({ store, applications: [] });
  const show = (token: string) =>
    service.app.request('/account', { headers: { Authorization: `Bearer ${token}` } });

  const first = await readJson(await show('a'.repeat(64)));
  const listed = await store.accounts.list('test_app', { search: '', after: '', count: 10 });
  const exchanged = await readJson(await exchange(service, { code: 'c'.repeat(64) }));
  const answered = await service.postFromPage('/connect/flow/answer', {
    flow_token: 'f'.repeat(64),
    answer: '123456',
  });
  const ended = await service.app.request('/account/disconnect', {
    method: 'POST',
    headers: { Authorization: `Bearer ${'b'.repeat(64)}` },
  });

  expect(first).toEqual({
    account_id: 'account_of_user_good',
    provider_id: 'sandbox',
    environment: 'test',
    connected_at: '2023-11-14T22:13:20.000Z',
  });
  expect(listed).toEqual([
    {
      accountId: 'account_of_user_good',
      providerId: 'sandbox',
      connectedAt: 1_700_000_000_000,
      lastExchangeAt: 1_700_000_005_000,
    },
  ]);
  expect(exchanged).toMatchObject({ account_id: 'account_of_user_good' });
  expect(answered.status).toBe(200);
  expect(ended.status).toBe(204);
  for (const token of ['a'.repeat(64), 'b'.repeat(64), String(exchanged.access_token)]) {
    expect((await show(token)).status).toBe(401);
  }
});
