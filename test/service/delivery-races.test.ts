import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { createDeliverer } from '../../src/connect/service/events/deliverer.ts';
import { addDeliveries } from '../../src/connect/service/events/delivery-entries.ts';
import {
  createWebhookSecret,
  sealSecret,
} from '../../src/connect/service/events/webhook-secret.ts';
import { createMetrics } from '../../src/connect/service/http/metrics.ts';
import { openDatabase } from '../../src/connect/service/store/open-database.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import {
  createTestDatabase,
  isPostgres,
  openTestStoreAt,
  readTestClient,
  waitingForLock,
} from './database.ts';
import { createTestService } from './harness.ts';
import { day, minute, start } from './test-application.ts';
import { fail, succeed } from './webhook-world.ts';
import { inTurn } from './world.ts';

/*
 * Processes that share deliveries, as they meet when one of them stands still for longer than its lease, or has
 * another time than the others, or than before.
 */

const client_id = 'test_app';

let store: Store;

beforeEach(async () => {
  store = await openTestStoreAt(await createTestDatabase(':memory:'));
  await createTestService({ store });
  await addWebhook('wh_one');
});

async function addWebhook(webhook_id: string, sealed_secret = 'sealed'): Promise<void> {
  const row = { client_id, webhook_id, url: 'http://localhost:3000/', types: 'all' as const };
  await store.webhooks.add({ ...row, sealed_secret, created_at: start });
}

const addDelivery = (webhook_id = 'wh_one', now = start) =>
  store.deliveryEntries.add(
    { webhook_id, event: { id: `ev_${randomUUID()}`, type: 'webhook.test' } },
    now,
  );

const take = (now: number, count = 64) =>
  store.deliveryQueue.take({ now, until: now + minute, count });

/** Takes the deliveries that are due. @returns the first one of this webhook */
async function takeOne(now: number, webhookId = 'wh_one') {
  const taken = (await take(now)).find(({ webhook }) => webhook.webhook_id === webhookId);
  if (!taken) throw new Error('nothing was taken');
  return taken;
}

async function expectNext(count: number, webhookIds: readonly string[], now: number) {
  const taken = await take(now, count);
  expect(taken.map(({ webhook }) => webhook.webhook_id)).toEqual(webhookIds);
}

const listOne = async () => await store.deliveryEntries.list('wh_one', { after: '', count: 9 });

describe('a try that ends after its lease', () => {
  it('does not mark a webhook as failing that has succeeded since', async () => {
    await addDelivery();
    const late = await takeOne(start);
    const again = await takeOne(start + 2 * minute);
    await store.deliveryQueue.finish(again, succeed(start + 2 * minute));
    const offReason = await store.deliveryQueue.finish(late, fail(start + 3 * minute));
    await addDelivery('wh_one', start + 3 * minute);

    expect(offReason).toBeUndefined();
    expect(await store.webhooks.find({ client_id, webhook_id: 'wh_one' })).toMatchObject({
      failing_since: null,
    });
    // The webhook is not paused, either.
    expect(await take(start + 3 * minute)).toHaveLength(1);
    expect(await listOne()).toMatchObject([{ status: 'sending' }, { status: 'delivered' }]);
  });

  it('does not switch off a webhook that has succeeded since', async () => {
    const seal = createGrantSeal([randomBytes(32)]);
    await addWebhook('wh_two', sealSecret(seal, 'wh_two', createWebhookSecret()));
    await addDelivery('wh_two');
    const send = async () => {
      const again = await takeOne(start + 2 * minute);
      await store.deliveryQueue.finish(again, succeed(start + 2 * minute));
      return { status: 410, retryAfter: undefined };
    };
    const clock = { now: () => start };
    const quiet = { log: createLogger('silent'), metrics: createMetrics() };
    const findRules = () => ({ allowedHosts: new Set<string>(), allowsLoopback: true });
    await createDeliverer({ store, seal, clock, ...quiet, send, findRules }).runDue();

    expect(await store.webhooks.find({ client_id, webhook_id: 'wh_two' })).toMatchObject({
      off_since: null,
    });
  });

  it('does not end the try of a delivery that an operator has sent again meanwhile', async () => {
    const delivery_id = await addDelivery();
    const late = await takeOne(start);
    await store.deliveryEntries.resend({ webhook_id: 'wh_one', delivery_id }, start + 1);
    const end = async () => {
      await store.deliveryQueue.finish(late, fail(start + 1));
      return await listOne();
    };
    const waiting = await end();
    const again = await takeOne(start + 1);
    const sending = await end();
    await store.deliveryQueue.finish(again, succeed(start + 3));

    expect(waiting).toMatchObject([{ status: 'waiting', tries: [] }]);
    expect(sending).toMatchObject([{ status: 'sending', tries: [] }]);
    expect(await listOne()).toMatchObject([{ status: 'delivered', tries: [{ result: 204 }] }]);
  });

  it.runIf(isPostgres)(
    'and is stored while another process takes it, is not sent again',
    async () => {
      const deliveryId = await addDelivery();
      await takeOne(start);
      const client = readTestClient();
      // The test does the same as `finish` between its statement and its commit.
      await client?.query('BEGIN');
      const stored = `UPDATE jobs SET status = 'done', due_at = NULL WHERE job_id = $1`;
      await client?.query(stored, [deliveryId]);
      const taking = take(start + 2 * minute);
      const countWaiting = async () => (await client?.query(waitingForLock))?.rowCount;
      await expect.poll(countWaiting).toBe(1);
      await client?.query('COMMIT');

      expect(await taking).toEqual([]);
      expect(await listOne()).toMatchObject([{ status: 'delivered' }]);
    },
  );
});

it.each([
  ['fails without one', 0],
  ['ends with a shorter one', start + 1000],
])('a pause that a receiver wants stays when another try %s', async (_, pausedUntil) => {
  for (let count = 0; count < 3; count += 1) await addDelivery();
  const [first, second] = await take(start);
  if (!first || !second) throw new Error('nothing was taken');
  await store.deliveryQueue.finish(first, fail(start));
  await store.deliveryQueue.finish(second, { ...fail(start), pausedUntil });

  expect(await take(start + 59 * minute)).toEqual([]);
  // No process may send it, so no process is late.
  expect(await store.deliveryQueue.measure(start + 59 * minute)).toMatchObject({ lateMs: 0 });
  expect(await take(start + 60 * minute)).toHaveLength(1);
});

// The statement of the operator comes after the first one of the process, because they share the connection.
it.runIf(!isPostgres)('a webhook that is switched off during a claim gets nothing', async () => {
  await addDelivery();
  const off = { now: start, reason: 'operator' as const };
  const [taken, isOff] = await Promise.all([
    take(start),
    store.webhooks.switchOff({ client_id, webhook_id: 'wh_one' }, off),
  ]);

  expect([taken, isOff]).toEqual([[], true]);
});

it('events of processes with different times are listed in the order in which they came', async () => {
  const data = { provider_id: 'sandbox' };
  const event = { clientId: client_id, type: 'provider.available' as const, data };
  const clocks = [start + 5000, start, start + 2000];
  const ids = await inTurn(3, (index) => store.events.add(event, clocks[index] ?? start));
  await store.events.publish(start + 5000);
  const listed = await store.events.list(client_id, { after: '', count: 9, now: start + 5000 });

  expect(listed?.map(({ id }) => id)).toEqual(ids);
});

// A database returns the rows that it has changed in any order.
it('deliveries of events that come in another order have the order of their positions', async () => {
  const location = await createTestDatabase();
  store = await openTestStoreAt(location);
  await createTestService({ store });
  await addWebhook('wh_one');
  const { database, close } = await openDatabase(location, { onIdleError() {} });
  const shared = { client_id, type: 'provider.available', created_at: start, data: '{}' } as const;
  const events = ['c', 'a', 'b'].map((id, index) => ({ ...shared, id, position: 3 - index }));
  await addDeliveries(database, events, start);
  await close();

  expect((await listOne()).map(({ event }) => event.id)).toEqual(['c', 'a', 'b']);
});

it('each of many events is sent to each of many webhooks', async () => {
  for (let count = 1; count < 20; count += 1) await addWebhook(`wh_${count}`);
  const event = { clientId: client_id, type: 'provider.available' as const };
  for (let count = 0; count < 60; count += 1) {
    await store.events.add({ ...event, data: { provider_id: `p${count}` } }, start);
  }
  await store.events.publish(start);

  expect(await store.deliveryQueue.measure(start)).toMatchObject({ count: 60 * 20 });
});

it('a webhook that fails takes no room from one that works, although its queue is older', async () => {
  await addWebhook('wh_two');
  for (let count = 0; count < 2; count += 1) await addDelivery('wh_one');
  const failing = await takeOne(start);
  await store.deliveryQueue.finish(failing, { ...fail(start), dueAt: start, pausedUntil: 0 });
  const now = start + 2 * minute;
  await addDelivery('wh_two', now);
  // A process does this while its other 63 requests are under way.
  await expectNext(1, ['wh_two'], now);
  await expectNext(64, ['wh_one'], now);
});

it('webhooks with many older deliveries leave room for others, also for one that fails', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    await addWebhook(name);
    for (let count = 0; count < 10; count += 1) await addDelivery(name);
  }
  for (const later of [1, 2]) await addDelivery('wh_one', start + later);
  const first = await takeOne(start + 1);
  await store.deliveryQueue.finish(first, { ...fail(start + 2), pausedUntil: 0 });

  // A process does this while its other 63 requests are under way.
  await expectNext(1, ['wh_one'], start + 2);
});

it('the length of the queue has what waits and what is sent, for webhooks that are on', async () => {
  const empty = await store.deliveryQueue.measure(start);
  await addWebhook('wh_two');
  await addWebhook('wh_off');
  await addDelivery('wh_one');
  await take(start);
  await addDelivery('wh_one', start + 1000);
  await addDelivery('wh_two', start + 2000);
  const ended = await takeOne(start + 2000);
  await store.deliveryQueue.finish(ended, succeed(start + 2000));
  for (const now of [start - minute, start]) await addDelivery('wh_off', now);
  const whileOn = await store.deliveryQueue.measure(start + 3000);
  await store.webhooks.switchOff(
    { client_id, webhook_id: 'wh_off' },
    { now: start, reason: 'operator' },
  );
  const whileOff = await store.deliveryQueue.measure(start + 3000);

  expect(empty).toEqual({ count: 0, oldestMs: 0, lateMs: 0 });
  expect(whileOn).toMatchObject({ count: 4, oldestMs: minute + 3000 });
  expect(whileOff).toMatchObject({ count: 2, oldestMs: 3000 });
});

describe('after the clock was ahead by a year', () => {
  const ahead = start + 365 * day;

  it.each<[string, () => unknown]>([
    ['waits', () => {}],
    ['is being sent by a process that was killed', () => take(ahead)],
    [
      'has failed, and its receiver wants a pause',
      async () => store.deliveryQueue.finish(await takeOne(ahead), fail(ahead)),
    ],
  ])('a delivery that %s is sent', async (_, act) => {
    await addDelivery('wh_one', ahead);
    await act();
    await store.purge(start);

    // Its three days begin again.
    expect(await take(start)).toMatchObject([{ ends_at: null }]);
  });

  it('a delivery that is planned for tomorrow keeps its time', async () => {
    await addDelivery('wh_one', start + day);
    await store.purge(start);

    expect(await take(start)).toEqual([]);
    expect(await take(start + day)).toHaveLength(1);
  });
});
