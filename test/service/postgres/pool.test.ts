import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withWaitBudget } from '../../../src/connect/service/basics/wait-budget.ts';
import { createPool } from '../../../src/connect/service/store/postgres/postgres-pool.ts';
import { isStoreUnavailable } from '../../../src/connect/service/store/transactions.ts';
import { startCutProxy } from '../../support/cut-proxy.ts';
import {
  createTestDatabase,
  isPooled,
  openTestStoreAt,
  readTestClient,
  waitingForLock,
} from '../database.ts';
import { createTestService, exchangeDirectly } from '../harness.ts';
import { moveClock, stopClock } from '../stopped-clock.ts';
import { testApplication } from '../test-application.ts';
import { atOnce, readError, readJson, readStatus } from '../world.ts';

const headers = { Authorization: 'Bearer scrape_me' };

const openPool = (databaseUrl: string, onIdleError = () => {}) =>
  createPool(databaseUrl, { isPooled, warnings: [] }, { max: 1, onIdleError });

const countWaiting = async () => (await readTestClient()?.query(waitingForLock))?.rowCount;

async function createBusy() {
  const location = await createTestDatabase(':memory:');
  const store = await openTestStoreAt({ ...location, databasePoolSize: 2 });
  const service = await createTestService({ store, config: { metricsToken: 'scrape_me' } });
  const flow = await service.signIn();
  const readMetric = async (name: string) => {
    const text = await (await service.get('/metrics', headers)).text();
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  };
  return { service, flow, readMetric };
}

it('a request that waits too long for a connection gets 503, and works when it is sent again', async () => {
  const { service, flow, readMetric } = await createBusy();
  const holder = readTestClient();
  const allow = () => flow.send('consent', { decision: 'allow' });
  await holder?.query('BEGIN; LOCK TABLE flows IN ACCESS EXCLUSIVE MODE');

  const first = [1, 2].map(() => service.get('/connect?client_id=test_app'));
  await expect.poll(async () => (await holder?.query(countLocked))?.rows[0]?.count).toBe('2');
  const start = performance.now();
  const waiting = [allow(), service.exchange({ code: 'unknown' })];
  await wait(300);
  const busy = readMetric('connect_database_waiting');
  const refused = await Promise.all(waiting);
  const seconds = (performance.now() - start) / 1000;
  await holder?.query('ROLLBACK');
  const served = await Promise.all(first);
  const allowed = await allow();
  const exchanged = await service.exchange({ code: (await readJson(allowed)).code });

  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(refused.map((answer) => answer.headers.get('Retry-After'))).toEqual(['5', '5']);
  expect(seconds).toBeLessThan(9);
  expect(await busy).toBe(2);
  expect([...served, allowed, exchanged].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const codes = await holder?.query('SELECT count(*) FROM codes');
  expect(codes?.rows).toEqual([{ count: '1' }]);
  expect(await readMetric('connect_database_waiting')).toBe(0);
  const waited = await readMetric('connect_database_wait_seconds_total');
  expect(waited).toBeGreaterThan(9);
  expect(await readMetric('connect_database_wait_seconds_total')).toBeLessThan(waited + 9);
});

it('all waits of a request for connections have one bound, which ends with the request', async () => {
  const { databaseUrl = '' } = await createTestDatabase(':memory:');
  const pool = openPool(databaseUrl);
  const held = await pool.connect();
  stopClock();
  const pass = (ms: number) =>
    new Promise<string>((resolve) => setTimeout(resolve, ms, 'still waiting'));
  setTimeout(() => held.release(), 4500);
  let later: Promise<unknown> | undefined;

  const second = withWaitBudget(async () => {
    const first = await pool.connect();
    const failing = pool.connect().catch((error: Error) => error.message);
    const failed = await Promise.race([failing, pass(4500)]);
    first.release();
    later = pass(100).then(() => pool.query('SELECT 1 AS one'));
    return failed;
  });

  expect(await moveClock(second, 100)).toEqual({
    value: 'The database has had no time for the request.',
    seconds: 6,
  });
  expect((await moveClock(later)).value).toMatchObject({ rows: [{ one: 1 }] });
  await pool.end();
});

it('a connection on which nothing answers is replaced, also in a transaction', async () => {
  const { databaseUrl = '' } = await createTestDatabase(':memory:');
  const proxy = await startCutProxy(databaseUrl);
  const pool = openPool(proxy.urlOf(databaseUrl));
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const select = (on: Kysely<unknown> = database) => sql`SELECT 1 AS one`.execute(on);
  const silenced = () => {
    proxy.silence();
    return select();
  };
  const silencedWithin = () =>
    database.transaction().execute(async (transaction) => {
      await select(transaction);
      proxy.silence();
      return await select(transaction);
    });

  stopClock();
  for (const fail of [silenced, silencedWithin]) {
    await select();
    const failed = await moveClock(fail().catch((error: unknown) => error));
    expect(failed.value).toSatisfy(isStoreUnavailable);
    // One time-out, not two, also where a transaction would be rolled back.
    expect(failed.seconds).toBeGreaterThanOrEqual(15);
    expect(failed.seconds).toBeLessThan(20);
    expect((await select()).rows).toEqual([{ one: 1 }]);
  }

  await database.destroy();
  await proxy.close();
});

it.skipIf(isPooled)(
  'a connection that accepts no writes is replaced, also in a transaction',
  async () => {
    const { databaseUrl = '' } = await createTestDatabase(':memory:');
    const pool = openPool(databaseUrl);
    const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const write = (on: Kysely<unknown> = database) => sql`CREATE TABLE written ()`.execute(on);
    const writeWithin = () => database.transaction().execute(write);

    for (const fail of [write, writeWithin]) {
      // The server becomes a standby, and the next connection leads to the new primary.
      await sql`SET default_transaction_read_only = on`.execute(database);
      expect(await fail().catch((error: unknown) => error)).toSatisfy(isStoreUnavailable);
      await write();
      await sql`DROP TABLE written`.execute(database);
    }

    await database.destroy();
  },
);

it.skipIf(isPooled).each([
  [false, '10s'],
  [true, '0'],
])(
  'the server ends what takes too long, unless a pooler is between, which does: %s',
  async (isBetween, limit) => {
    const { databaseUrl = '' } = await createTestDatabase(':memory:');
    const route = { isPooled: isBetween, warnings: [] };
    const pool = createPool(databaseUrl, route, { max: 1, onIdleError() {} });
    const { rows } = await pool.query(`SELECT current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS transaction`);
    await pool.end();

    expect(rows).toEqual([{ statement: limit, transaction: limit }]);
  },
);

it.skipIf(isPooled)('an idle connection that breaks is reported, and replaced', async () => {
  const { databaseUrl = '' } = await createTestDatabase(':memory:');
  const onIdleError = vi.fn();
  const pool = openPool(databaseUrl, onIdleError);
  const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
  await readTestClient()?.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);

  await expect.poll(() => onIdleError).toHaveBeenCalledOnce();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

it.skipIf(isPooled)('no setting of a transaction outlives it', async () => {
  const service = await createTestService();
  const query = vi.spyOn(Client.prototype, 'query');
  await service.connectSandbox();
  await service.admin.post('applications/test_app/delete', { name: testApplication.name });
  await service.store.purgeDeleted();

  const clients = new Set(query.mock.contexts as Client[]);
  clients.delete(readTestClient() as Client);
  expect(clients.size).toBeGreaterThan(0);
  for (const client of clients) {
    const { rows } = await client.query("SELECT name FROM pg_settings WHERE source = 'session'");
    expect(rows).toEqual([]);
  }
});

it('an exchange is answered whose connection breaks after its COMMIT', async () => {
  const { databaseUrl = '', ...rest } = await createTestDatabase(':memory:');
  const client = readTestClient();
  const proxy = await startCutProxy(databaseUrl);
  const store = await openTestStoreAt({ ...rest, databaseUrl: proxy.urlOf(databaseUrl) });
  const service = await createTestService({ store });
  const code = await service.issueSandboxCode();
  const countTokens = async () => (await client?.query('SELECT FROM tokens'))?.rowCount;

  proxy.setDelay(100);
  const exchanging = service.exchange({ code });
  await expect.poll(countTokens, { interval: 5 }).toBe(1);
  proxy.setDelay(0);
  proxy.drop();
  const exchanged = await exchanging;
  const { access_token } = await readJson(exchanged);

  expect(exchanged.status).toBe(200);
  expect((await service.asOwner(access_token).get('/account')).status).toBe(200);
  await proxy.close();
});

it('a request that the database ends because of a deadlock is repeated', async () => {
  const service = await createTestService();
  const username = 'user_relogin';
  await service.issueSandboxCode({ username });
  const { token } = await service.connectSandbox({ username });
  const holder = readTestClient();
  await holder?.query("BEGIN; SET LOCAL deadlock_timeout = '1h'; SELECT FROM accounts FOR UPDATE");

  const ended = service.disconnect(token);
  await expect.poll(countWaiting, { interval: 5 }).toBe(1);
  // The request has locked the code, and waits for the account.
  await holder?.query('SELECT FROM codes FOR UPDATE; COMMIT');

  expect((await ended).status).toBe(204);
});

const countLocked = `SELECT count(*) FROM pg_locks
  JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE datname = current_database() AND NOT granted`;

it.skipIf(isPooled)(
  'requests at the same time succeed in a database with another isolation level by default',
  async () => {
    const location = await createTestDatabase(':memory:');
    const { pathname } = new URL(location.databaseUrl ?? '');
    const isolate = (value: string) =>
      readTestClient()?.query(
        `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_isolation TO ${value}`,
      );
    await isolate("'repeatable read'");
    onTestFinished(async () => void (await isolate('DEFAULT')));
    const service = await createTestService({ store: await openTestStoreAt(location) });

    const codes = await atOnce(20, () => service.issueSandboxCode());
    const statuses = codes.map((code) => readStatus(service.exchange({ code })));
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  },
);

const otherCredentials = { client_id: 'other_app', client_secret: 'other_app_secret' };

/** A service, and a client that locks the rows of some codes, as a long transaction would. */
async function createLocked(count: number, databasePoolSize?: number) {
  const location = await createTestDatabase(':memory:');
  const service = await createTestService({
    store: await openTestStoreAt({ ...location, databasePoolSize }),
    applications: [testApplication, { ...testApplication, ...otherCredentials }],
  });
  const codes = await Promise.all(Array.from({ length: count }, () => service.issueSandboxCode()));
  const own = await service.issueSandboxCode(otherCredentials);
  const holder = readTestClient();
  await holder?.query('BEGIN');
  await holder?.query("SELECT FROM codes WHERE client_id = 'test_app' FOR UPDATE");
  return { service, codes, own, holder };
}

it('locked rows delay only their own application', async () => {
  const { service, codes, own, holder } = await createLocked(3);

  const exchange = (code: string) => service.exchange({ code });
  const waiting = codes.slice(0, 1).map(exchange);
  await expect.poll(countWaiting, { interval: 5 }).toBe(1);
  waiting.push(...codes.slice(1).map(exchange));
  const first = await Promise.race([
    service.exchange({ ...otherCredentials, code: own }),
    ...waiting,
  ]);
  const connections = await countWaiting();
  const locked = await Promise.all(waiting);
  await holder?.query('ROLLBACK');

  expect([first.status, connections]).toEqual([200, 1]);
  for (const answer of locked) {
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(await readError(answer)).toEqual([503, 'server_error']);
  }
  for (const code of codes) expect((await service.exchange({ code })).status).toBe(200);
});

it('locked rows leave connections for other requests', async () => {
  const { service, codes, own, holder } = await createLocked(1, 2);
  await holder?.query('SELECT FROM codes FOR UPDATE');

  const waiting = [
    service.exchange({ ...otherCredentials, code: own }),
    ...codes.map((code) => service.exchange({ code })),
  ];
  await expect.poll(countWaiting, { interval: 5 }).toBeGreaterThan(0);
  const first = await Promise.race([service.get('/connect?client_id=test_app'), ...waiting]);
  await holder?.query('ROLLBACK');
  await Promise.all(waiting);

  expect(await first.text()).toContain('flow_token');
});

/** Ends the waiting statements, as an operator does. */
async function cancelWaiting(): Promise<void> {
  await expect.poll(countWaiting, { interval: 5 }).toBe(1);
  await readTestClient()?.query(
    `SELECT pg_cancel_backend(pid) FROM (${waitingForLock}) AS waiting`,
  );
}

it.each<[string, () => Promise<void>, number]>([
  // All together, and then three alone.
  ['has waited in vain does not wait again for each', async () => {}, 4],
  ['an operator has canceled is not tried again for any', cancelWaiting, 1],
])('a batch that %s of its codes', async (_, act, expected) => {
  const { service, codes, holder } = await createLocked(20);
  const query = vi.spyOn(Client.prototype, 'query');

  const settling = Promise.allSettled(codes.map((code) => exchangeDirectly(service.store, code)));
  await act();
  const outcomes = await settling;
  const attempts = query.mock.calls.filter(([text]) =>
    String(text).includes('FOR UPDATE OF codes'),
  );
  await holder?.query('ROLLBACK');

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20);
  expect(attempts).toHaveLength(expected);
});
