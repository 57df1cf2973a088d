import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBlankDatabase, findSqliteDriver, isPostgres, openTestStoreAt } from './database.ts';
import { createTestService, exchange, readJson, type TestService } from './harness.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stored-database-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const readStored = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.sql`, import.meta.url), 'utf8');

/**
 * A database of version 0.1.0 with two tokens of one account, a code, and a flow under way.
 *
 * @param since - statements of a later version to apply
 */
async function restore(since: readonly string[] = []) {
  const kind = isPostgres ? 'postgres' : 'sqlite';
  const statements = [`schema-0013.${kind}`, ...since].map(readStored).join('\n');
  if (!isPostgres) {
    const databaseFile = join(folder, 'connect.sqlite');
    const Connection = findSqliteDriver();
    const sqlite = new Connection(databaseFile);
    sqlite.exec(statements);
    sqlite.close();
    return { databaseFile };
  }
  const databaseUrl = await createBlankDatabase();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // A dump empties the search path of its session.
  await client.query(`${statements.replace('-- What', "SET search_path = 'public';\n-- What")}`);
  await client.end();
  return { databaseUrl, databaseFile: '' };
}

const showAccount = ({ app }: TestService, token: string) =>
  app.request('/account', { headers: { Authorization: `Bearer ${token}` } });

it('a database of version 0.1.0 is migrated with its accounts, tokens, codes and flows', async () => {
  const store = await openTestStoreAt(await restore());
  const service = await createTestService({ store, applications: [] });
  const show = (token: string) => showAccount(service, token);

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

it('disconnected accounts stay disconnected after a migration, until they are connected again', async () => {
  const store = await openTestStoreAt(await restore(['accounts-0014']));
  const service = await createTestService({ store, applications: [] });
  const post = (step: string, fields: object) =>
    service.postFromPage(`/connect/flow/${step}`, { flow_token: 'f'.repeat(64), ...fields });
  const list = async () => {
    const page = { search: '', after: '', count: 10 };
    return (await store.accounts.list('test_app', page)).map(({ accountId }) => accountId);
  };

  const before = await list();
  const [connected, disconnected] = await Promise.all(
    ['a', 'd'].map((letter) => showAccount(service, letter.repeat(64))),
  );
  await post('answer', { answer: '123456' });
  const { code } = await readJson(await post('consent', { decision: 'allow' }));
  const again = await readJson(await exchange(service, { code }));
  const old = await showAccount(service, 'd'.repeat(64));

  expect(before).toEqual(['account_of_user_good']);
  expect([connected?.status, disconnected?.status]).toEqual([200, 401]);
  expect(again.account_id).toBe('account_of_user_mfa');
  expect(await list()).toEqual(['account_of_user_good', 'account_of_user_mfa']);
  expect((await showAccount(service, String(again.access_token))).status).toBe(200);
  expect(old.status).toBe(401);
});
