import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { createDeletions } from '../../src/connect/service/workers.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import {
  createQuery,
  createTestDatabase,
  isPostgres,
  openTestStoreAt,
  type Query,
  withoutTable,
} from './database.ts';
import { handoff, openWindow, startWaiting } from './handoff-harness.ts';
import { isTokenValid, type TestService } from './harness.ts';
import { credentials, testApplication } from './test-application.ts';
import { readError, readJson } from './world.ts';

/** More than one batch, which is larger with PostgreSQL. */
const accounts = isPostgres ? 1200 : 400;
const tables = ['applications', 'accounts', 'tokens', 'codes', 'flows'] as const;

/** Adds accounts with a token each to the test application, as if their codes had been exchanged. */
async function plantAccounts(): Promise<void> {
  const numbers = isPostgres
    ? `generate_series(1, ${accounts}) AS numbers (n)`
    : `(WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${accounts})
        SELECT n FROM numbers) AS numbers`;
  await query(`INSERT INTO accounts (id, client_id, provider_id, username)
    SELECT 'planted_' || n, 'test_app', 'sandbox', 'user_' || n FROM ${numbers}`);
  await query(`INSERT INTO tokens (token_hash, account_id, code_hash, issued_at)
    SELECT 'hash_' || n, 'planted_' || n, 'code_' || n, 1 FROM ${numbers}`);
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await query(`SELECT count(*) AS count FROM ${table}`);
    counts[table] = Number(row?.count);
  }
  return counts;
}

let operator: TestOperator;
let service: TestService;
let location: StoreLocation;
let query: Query;

beforeEach(async () => {
  location = await createTestDatabase();
  query = createQuery(location);
  operator = await createOperator({ store: await openTestStoreAt(location) });
  ({ service } = operator);
});

const remove = () => operator.post('applications/test_app/delete', { name: testApplication.name });

/** A signal that is aborted after its `aborted` was read this many times. */
function createStop(looks: number): AbortSignal {
  let count = 0;
  const stop = new AbortController();
  return Object.defineProperty(stop.signal, 'aborted', {
    get() {
      count += 1;
      return count > looks;
    },
  });
}

describe('an application with many accounts', () => {
  beforeEach(plantAccounts);

  it('is deleted at once for its users, and its rows later', async () => {
    const code = await service.issueCode();
    const { token } = await service.connectSandbox();
    const flow = await service.startFlow();
    expect(await isTokenValid(service.store, token)).toBe(true);

    const answer = await remove();

    expect(answer.status).toBe(200);
    expect((await countRows()).accounts).toBe(accounts + 1);
    const page = await service.get('/connect?client_id=test_app');
    expect(await page.text()).toContain('"code":"unknown_client"');
    expect(await readError(service.exchange({ code }))).toEqual([401, 'invalid_client']);
    const submission = await service.post('/sandbox/authorization_codes', credentials);
    expect(await readError(submission)).toEqual([401, 'invalid_client']);
    expect(await readError(flow.pick('sandbox'))).toEqual([401, 'session_expired']);
    expect(await isTokenValid(service.store, token)).toBe(false);
    expect((await operator.get('applications/test_app')).status).toBe(404);
    expect(JSON.stringify(await readJson(operator.get('applications')))).not.toContain('test_app');
    expect(await readError(remove())).toEqual([404, 'not_found']);
  });

  it('loses no rows of other applications', async () => {
    const own = { client_id: 'other_app', client_secret: 'other_app_secret' };
    await service.store.applications.register({ ...testApplication, ...own }, 0);
    const { token } = await service.connectSandbox(own);
    const code = await service.issueSandboxCode(own);

    await remove();
    await service.store.purgeDeleted();

    expect(await isTokenValid(service.store, token)).toBe(true);
    expect((await service.exchange({ ...own, code })).status).toBe(200);
  });

  it('is purged further by another process after one was stopped', async () => {
    await service.issueCode();
    await remove();
    await service.store.purgeDeleted(createStop(3));
    const between = (await countRows()).accounts;
    await service.store.close();

    const other: Store = await openTestStoreAt(location);
    await other.purgeDeleted();

    expect(between).toBeGreaterThan(0);
    expect(between).toBeLessThan(accounts);
    const left = { applications: 1, accounts: 0, tokens: 0, codes: 0, flows: 0 };
    expect(await countRows()).toEqual(left);
  });

  it('loses no grant when the database cannot queue its revocation', async () => {
    await query("UPDATE accounts SET sealed_grant = 'plain.1'");
    await remove();

    const purging = withoutTable(query, 'jobs', () => service.store.purgeDeleted());
    await expect(purging).rejects.toThrow(/jobs/);
    await service.store.purgeDeleted();

    expect(await service.store.revocations.count()).toBe(accounts);
    expect(await countRows()).toMatchObject({ applications: 1, accounts: 0 });
  });
});

describe('a client ID that is registered again while its rows are being deleted', () => {
  /** The keys of the test application in the database, also when its client ID was registered again. */
  async function findKeys(): Promise<readonly string[]> {
    const rows = await query(
      "SELECT client_id FROM applications WHERE deleted_at IS NULL AND client_id <> 'live_app'",
    );
    return rows.map(({ client_id }) => String(client_id));
  }
  it('is another application, which the deletion does not affect', async () => {
    const unused = await service.issueSandboxCode();
    const flow = await service.startFlow();
    const first = await service.connectSandbox();
    await remove();

    await service.store.applications.register(testApplication, 0);
    const second = await service.connect();
    const stale = await service.exchange({ code: unused });
    const step = await flow.pick('sandbox');
    const listed = await readJson(operator.get('applications/test_app'));
    await service.store.purgeDeleted();

    expect(second.accountId).not.toBe(first.accountId);
    expect(await readError(stale)).toEqual([400, 'invalid_grant']);
    expect(await readError(step)).toEqual([401, 'session_expired']);
    expect(listed).toMatchObject({ client_id: 'test_app', submissions: { used: 1 } });
    expect(await isTokenValid(service.store, first.token)).toBe(false);
    expect(await isTokenValid(service.store, second.token)).toBe(true);
    expect(await countRows()).toMatchObject({ applications: 2, accounts: 1, tokens: 1 });
    expect((await service.connectSandbox()).accountId).toBe(second.accountId);
  });

  it('can be deleted and registered any number of times', async () => {
    const ids = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      ids.add((await service.connectSandbox()).accountId);
      expect((await remove()).status).toBe(200);
      await service.store.applications.register(testApplication, 0);
    }

    await service.store.purgeDeleted();

    expect(ids.size).toBe(4);
    expect(await countRows()).toMatchObject({ applications: 2, accounts: 0 });
    expect((await service.post('/sandbox/authorization_codes', credentials)).status).toBe(201);
  });

  it.runIf(isPostgres)('is registered once by processes that start simultaneously', async () => {
    const others = [await openTestStoreAt(location), await openTestStoreAt(location)];
    await remove();

    await Promise.all(
      [service.store, ...others].map((store) => store.applications.register(testApplication, 0)),
    );

    expect(await findKeys()).toHaveLength(1);
    expect((await service.post('/sandbox/authorization_codes', credentials)).status).toBe(201);
  });

  it('cannot be reached by the key of its rows', async () => {
    await remove();
    await service.store.applications.register(testApplication, 0);
    const [key = ''] = await findKeys();

    const page = await service.get(`/connect?client_id=${encodeURIComponent(key)}`);
    const control = await service.get('/connect?client_id=test_app');

    expect(key).not.toBe('test_app');
    expect([page.status, control.status]).toEqual([400, 200]);
  });

  it('is in the log as it is registered, without the key of its rows', async () => {
    await remove();
    await service.store.applications.register(testApplication, 0);
    const flow = await service.signIn();
    for (let sent = 0; sent < 2; sent += 1) await flow.send('consent', { decision: 'allow' });
    const { heard } = await startWaiting(service);
    await (await openWindow(service)).send('refuse', { handoff });
    await heard.cancel();
    await operator.post('applications/test_app/secrets/rotate');
    await operator.post('applications/test_app/rename', { name: 'Shop' });

    const log = service.readLog();
    for (const done of ['code issued', 'code repeated', 'handoff refused', 'rotated', 'renamed']) {
      expect(log).toContain(done);
    }
    expect(log).not.toContain('"test_app ');
  });
});

it('an application that is deleted during a purge is purged right after it', async () => {
  const ends: (() => void)[] = [];
  const purgeDeleted = () => new Promise<void>((resolve) => ends.push(resolve));
  const store = { purgeDeleted } as unknown as Store;
  const deletions = createDeletions({ store, log: createLogger('silent') });
  deletions.start();
  deletions.start();
  ends[0]?.();

  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.();
  await deletions.stop();
  expect(ends).toHaveLength(2);
});

it('a refusal is not stored for an application whose last row was deleted meanwhile', async () => {
  const refused = { kind: 'code', value: '', network: '192.0.2.1', now: 0 } as const;
  const { store } = service;
  await expect(store.refusedRequests.add('purged_app', refused)).resolves.toBeUndefined();
});
