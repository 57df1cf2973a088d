import { expect, it } from 'vitest';
import { openTwoStores, readTestClient, waitingForLock } from '../database.ts';
import { createTestService, type TestService } from '../harness.ts';
import { authorization } from '../world.ts';

/** Two processes on one database. */
async function createTwo() {
  const [one, other] = await openTwoStores();
  return [
    await createTestService({ store: one }),
    await createTestService({ store: other }),
  ] as const;
}

async function readEvents(service: TestService, after: string | null = null) {
  const query = after === null ? '' : `?after=${after}`;
  const answer = await service.read(`/events${query}`, authorization);
  const { events, next } = answer as {
    readonly events: readonly { readonly id: string; readonly type: string }[];
    readonly next: string;
  };
  return { types: events.map(({ type }) => type), ids: events.map(({ id }) => id), next };
}

/**
 * A transaction that has written an event with a lower ID than the others, and is still open.
 *
 * @returns a function that ends it
 */
async function writeLate() {
  const client = readTestClient();
  await client?.query(`BEGIN; INSERT INTO events (id, client_id, type, created_at, data)
    SELECT rpad(left(id, 15), 35, '0'), client_id, 'provider.available', created_at, '{}' FROM events LIMIT 1`);
  return (how: 'COMMIT' | 'ROLLBACK') => client?.query(how);
}

it.each([
  ['COMMIT', ['provider.available', 'connection.restored']],
  ['ROLLBACK', ['connection.restored']],
] as const)(
  'each event is read once beside a transaction that ends late, by %s',
  async (how, expected) => {
    const service = await createTestService();
    const { accountId } = await service.connectSandbox();
    await readEvents(service);
    const endLate = await writeLate();
    await service.requireLogin(accountId);
    const before = await readEvents(service);
    await endLate(how);
    await service.connectSandbox();
    const after = await readEvents(service, before.next);

    expect(before.types).toEqual(['connection.created', 'connection.login_required']);
    expect(after.types).toEqual(expected);
    expect((await readEvents(service)).ids).toEqual([...before.ids, ...after.ids]);
  },
);

it('two processes that write and read at once give each reader the same order', async () => {
  const services = await createTwo();
  const [first, second] = services;
  const { accountId } = await first.connectSandbox();
  const seen = new Map(services.map((service) => [service, [] as string[]]));
  const nexts = new Map<TestService, string | null>(services.map((service) => [service, null]));

  async function readOn(service: TestService): Promise<void> {
    const { ids, next } = await readEvents(service, nexts.get(service));
    seen.get(service)?.push(...ids);
    nexts.set(service, next);
  }

  for (let round = 0; round < 20; round += 1) {
    await Promise.all([
      first.requireLogin(accountId).then(() => second.connectSandbox()),
      ...services.map(readOn),
      ...services.map(readOn),
    ]);
  }
  for (const service of services) await readOn(service);

  const { ids } = await readEvents(first);
  expect(ids).toHaveLength(41);
  for (const service of services) expect([...new Set(seen.get(service))]).toEqual(ids);
});

it('the end of a connection comes before a beginning that has waited for it, whatever the clocks say', async () => {
  const [fast, slow] = await createTwo();
  fast.advance(60_000);
  const { accountId, token } = await slow.connectSandbox();
  const { next } = await readEvents(slow);
  const code = await slow.issueSandboxCode();
  const holder = readTestClient();
  await holder?.query('BEGIN');
  await holder?.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
  const countWaiting = async () => (await holder?.query(waitingForLock))?.rowCount;

  const ended = fast.disconnect(token);
  await expect.poll(countWaiting, { interval: 5 }).toBe(1);
  const begun = slow.exchange({ code });
  await expect.poll(countWaiting, { interval: 5 }).toBe(2);
  await holder?.query('COMMIT');

  expect([(await ended).status, (await begun).status]).toEqual([204, 200]);
  expect((await readEvents(slow, next)).types).toEqual([
    'connection.disconnected',
    'connection.created',
  ]);
});
