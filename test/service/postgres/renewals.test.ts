import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../../support/service-process.ts';
import { createBlankDatabase, describeDatabase, waitingForLock } from '../database.ts';
import { startOidcWorld } from '../oidc-world.ts';
import { readError, readJson } from '../world.ts';

// Each test starts an authorization server and two processes.
vi.setConfig({ testTimeout: 120_000 });

/* Refresh tokens that work once, at two real processes. The server ends the grant of one that is used twice. */

let build: ServiceBuild;
let world: Awaited<ReturnType<typeof startOidcWorld>>;
let database: Client;
let processes: readonly [ServiceProcess, ServiceProcess];
let headers: Record<string, string>;

beforeAll(async () => {
  build = await buildService();
});

afterAll(() => build.remove());

beforeEach(async () => {
  world = await startOidcWorld(build);
  const databaseUrl = await createBlankDatabase();
  const environment = describeDatabase(databaseUrl);
  processes = [await world.start(environment), await world.start(environment)];
  database = new Client({ connectionString: databaseUrl });
  await database.connect();
  headers = await world.connect(processes[0].url);
});

afterEach(async () => {
  await database.end();
  for (const process of processes) await process.end('SIGKILL');
  await world.provider.close();
});

const get = (process: ServiceProcess, path = '/records') =>
  fetch(`${process.url}${path}`, { headers });

const readStatus = async () => (await readJson(get(processes[1], '/account'))).status;

/**
 * Kills the first process when the provider has answered its renewal, and nothing is stored yet.
 *
 * @returns gives its lease up, as time does
 */
async function killBeforeStoring() {
  const before = (await world.provider.control()).refreshes;
  await world.provider.control({ expired: true, slow: 3000 });
  const lost = get(processes[0]).catch(() => 'no answer');
  const count = async (condition: string) =>
    Number((await database.query(`SELECT count(*) FROM ${condition}`)).rows[0].count);
  await expect.poll(() => count('accounts WHERE renewal_id IS NOT NULL')).toBe(1);
  // The row cannot be written from here on.
  await database.query('BEGIN; SELECT id FROM accounts FOR UPDATE');
  await expect.poll(async () => (await world.provider.control()).refreshes).toBe(before + 1);
  await expect.poll(() => count(`(${waitingForLock}) AS waiting`)).toBeGreaterThan(0);
  await processes[0].end('SIGKILL');
  await database.query('ROLLBACK');
  await world.provider.control({ slow: 0 });
  expect(await lost).toBe('no answer');
  expect(await count('accounts WHERE renewal_id IS NOT NULL')).toBe(1);
  return () => database.query('UPDATE accounts SET renewal_until = 0');
}

it('a grant whose token has expired is renewed once for 50 reads at two processes', {
  tags: ['threat-56'],
}, async () => {
  expect((await get(processes[1])).status).toBe(200);
  await world.provider.control({ expired: true });
  const reads = Array.from({ length: 50 }, (_, index) => get(processes[index % 2 ? 1 : 0]));
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await world.provider.control()).toMatchObject({ refreshes: 1, endedGrants: 0 });
  // The new refresh token was kept.
  await world.provider.control({ expired: true });
  expect((await get(processes[0])).status).toBe(200);
  expect(await world.provider.control()).toMatchObject({ refreshes: 2, endedGrants: 0 });
});

describe('a process that is killed after the provider has renewed, and before the grant is stored', () => {
  it('keeps others from renewing until its time is over; a provider that repeats an answer loses nothing', {
    tags: ['threat-56'],
  }, async () => {
    await world.provider.control({ rotating: false });
    const endLease = await killBeforeStoring();
    const read = get(processes[1]);
    // The read looks at the lease several times in this time.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const meanwhile = await world.provider.control();
    await endLease();

    expect((await read).status).toBe(200);
    expect(meanwhile).toMatchObject({ refreshes: 1 });
    expect(await world.provider.control()).toMatchObject({ refreshes: 2, endedGrants: 0 });
    expect(await readStatus()).toBe('active');
  });

  it('costs a sign-in at a provider that ends grants whose token comes twice', {
    tags: ['threat-56'],
  }, async () => {
    const endLease = await killBeforeStoring();
    await endLease();
    const reads = await Promise.all([get(processes[1]), get(processes[1]), get(processes[1])]);

    for (const read of reads) expect(await readError(read)).toEqual([409, 'login_required']);
    expect(await readStatus()).toBe('login_required');
    expect(await world.provider.control()).toMatchObject({ refreshes: 1, endedGrants: 1 });
    // The person signs in again, and the token of the application works again.
    await world.connect(processes[1].url);
    expect((await get(processes[1])).status).toBe(200);
    expect(await readStatus()).toBe('active');
  });
});
