import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import type { TakenDelivery } from '../../src/connect/service/events/deliveries.ts';
import type { TestService } from './harness.ts';
import { createProviders } from './plugin-service.ts';
import { day, hour, minute, second, start, testApplication } from './test-application.ts';
import {
  type AnswerWebhook,
  answerWith,
  createAdmin,
  fail,
  type Received,
  type Receiver,
  serveOne,
  serveWebhooks,
  startReceiver,
  succeed,
} from './webhook-world.ts';
import { atOnce, readError, readJson, readStatus } from './world.ts';

const readBodies = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body));

/** Verifies as a receiver does, at the time of the harness's clock. */
function verify({ body, headers }: Received, secret: string, now = start): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now });
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe('a webhook', () => {
  it('gets events that the package standardwebhooks verifies', async () => {
    const { receiver, secret, send } = await serveOne();
    await send();
    const [received] = receiver.received as [Received];
    const event = verify(received, secret);

    expect(event).toEqual({
      id: received.headers['webhook-id'],
      type: 'webhook.test',
      created_at: new Date(start).toISOString(),
      data: {},
    });
    expect(received.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(received.path).toBe('/hooks');
    expect(() => verify({ ...received, body: `${received.body} ` }, secret)).toThrow('signature');
  });

  it('gets the events of its application that it wants', async () => {
    const { admin, receiver, service } = await serveOne();
    const other = await startReceiver();
    await admin.add(other.url, ['connection.disconnected']);
    await createAdmin(service, 'live_app').add('https://198.41.0.4/');
    const { accountId: account_id, token } = await service.connectSandbox();
    await service.deliverDue();
    expect(other.received).toEqual([]);
    await service.disconnect(token);
    await service.deliverDue();

    const listed = await service.listEvents();
    expect(readBodies(receiver)).toEqual(listed);
    expect(listed.map(({ type }) => type)).toEqual([
      'connection.created',
      'connection.disconnected',
    ]);
    expect(readBodies(other)).toMatchObject([{ data: { account_id } }]);
  });

  it('gets no event from before it was added, and every one after that in their order', async () => {
    // Another webhook of the application gets all of them.
    const { admin, receiver: other, service } = await serveOne();
    const { accountId } = await service.connectSandbox();
    await service.requireLogin(accountId);
    await service.deliverDue();
    const receiver = await startReceiver();
    const { id } = await admin.add(receiver.url);
    await service.connectSandbox();
    await service.deliverDue();
    await admin.post(`webhooks/${id}/switch`, { enabled: false });
    await service.requireLogin(accountId);
    await service.deliverDue();
    await admin.post(`webhooks/${id}/switch`, { enabled: true });
    await service.connectSandbox();
    await service.deliverDue();

    const restored = { type: 'connection.restored' };
    expect(readBodies(receiver)).toMatchObject([restored, restored]);
    const known = ['created', 'login_required', 'restored', 'login_required', 'restored'];
    expect(readBodies(other)).toMatchObject(known.map((type) => ({ type: `connection.${type}` })));
  });

  it('shows its secret once', async () => {
    const { admin, id, secret, service, send, take } = await serveOne();
    await send();
    const listed = JSON.stringify(await admin.get('webhooks'));
    const rows = JSON.stringify(await take(Number.MAX_SAFE_INTEGER));

    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(listed).toContain(id);
    for (const text of [listed, rows, service.readLog()]) expect(text).not.toContain(secret);
  });

  it('has a list of types, or all', async () => {
    const { admin, service } = await serveOne();
    const url = 'http://localhost:3000/';
    const types = ['session.finished', 'connection.created', 'session.finished'];
    const { id } = await admin.add(url, types);

    expect(await admin.find(id)).toMatchObject({
      types: ['connection.created', 'session.finished'],
      enabled: true,
    });
    for (const wrong of ['some', [], ['unknown']]) {
      expect((await admin.post('webhooks/add', { url, types: wrong })).status).toBe(400);
    }
    expect(service.readLog()).not.toContain('"level":50');
  });

  it('is one of at most 20, of its own application', async () => {
    const { admin, id, service } = await serveOne();
    for (let count = 1; count < 18; count += 1) await admin.add(`http://localhost:3000/${count}`);
    const hook = { url: 'http://localhost:1/', types: 'all' };
    const more = await atOnce(6, () => readStatus(admin.post('webhooks/add', hook)));
    const foreign = await createAdmin(service, 'live_app').post(`webhooks/${id}/test`);

    expect(more.sort()).toEqual([201, 201, 400, 400, 400, 400]);
    expect((await admin.get('webhooks')).webhooks).toHaveLength(20);
    expect(await readError(foreign)).toEqual([404, 'not_found']);
  });

  it('signs with the last two secrets for a day after a rotation', async () => {
    const { admin, id, receiver, secret: first, service, send } = await serveOne();
    const rotate = () => readJson(admin.post(`webhooks/${id}/rotate`));
    const last = String((await rotate()).secret);
    const rotated = await rotate();
    expect(rotated.old_secret_until).toBe(start + day);
    const newest = String(rotated.secret);
    await send();
    service.advance(day);
    await send();

    const [during, after] = receiver.received as [Received, Received];
    for (const one of [last, newest]) expect(verify(during, one)).toBeTruthy();
    expect(() => verify(during, first)).toThrow('signature');
    expect(verify(after, newest, start + day)).toBeTruthy();
    expect(() => verify(after, last, start + day)).toThrow('signature');
    expect(await admin.find(id)).toMatchObject({ old_secret_until: null });
  });

  it('gets nothing while it is off, and goes on when it is on', async () => {
    const { admin, deliverAfter, id, receiver, send, service } = await serveOne(answerWith(500));
    const first = await send();
    await admin.post(`webhooks/${id}/switch`, { enabled: false });
    expect(await admin.find(id)).toMatchObject({ enabled: false, retries: null });
    await deliverAfter(hour);
    expect(receiver.received).toHaveLength(1);
    const tested = admin.post(`webhooks/${id}/test`);
    const resent = admin.post(`webhooks/${id}/deliveries/${first}/resend`);
    for (const refused of [tested, resent]) {
      expect(await readError(refused)).toEqual([409, 'webhook_switched_off']);
    }

    receiver.answer = answerWith(204);
    const { accountId } = await service.connectSandbox();
    await admin.post(`webhooks/${id}/switch`, { enabled: true });
    await service.requireLogin(accountId);
    await service.deliverDue();
    // The event of the time between is listed, and not sent.
    const types = readBodies(receiver).map(({ type }) => type);
    expect(types).toEqual(['webhook.test', 'webhook.test', 'connection.login_required']);
    expect(await service.listEvents()).toHaveLength(2);
    const deliveries = await admin.listDeliveries(id);
    expect(deliveries).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
    expect(await admin.find(id)).toMatchObject({ last_delivery: deliveries[0] });
  });

  it('is listed with what waits for a retry, also after a later event has arrived', async () => {
    const { admin, deliverAfter, id, receiver, send, service } = await serveOne(answerWith(503));
    const before = await admin.find(id);
    await send();
    await deliverAfter(10 * second);
    service.advance(10 * second);
    await send();
    receiver.answer = answerWith(204);
    await send();
    // The first one is tried again in a minute, the second one in five seconds.
    const last_try = { at: start + 20 * second, status: 503 };
    const next_try_at = expect.closeTo(start + 25 * second, -4);
    expect(await admin.find(id)).toMatchObject({
      failing_since: null,
      last_delivery: { status: 'delivered' },
      recent: [{ status: 'delivered' }, { tries: 1 }, { status: 'waiting', tries: 2 }],
      retries: { count: 2, has_more: false, last_try, next_try_at },
    });
    await deliverAfter(hour);

    expect(before).toMatchObject({ last_delivery: null, recent: [], retries: null });
    expect(await admin.find(id)).toMatchObject({ retries: null });
  });

  it('is listed with the oldest 100 of what waits, and whether there is more', async () => {
    const { addMany, admin, id, send } = await serveOne(answerWith(503));
    await send();
    await addMany(98);
    expect(await admin.find(id)).toMatchObject({
      recent: Array(20).fill({ status: 'waiting' }),
      retries: { count: 1, has_more: false },
    });
    await addMany(2);
    expect(await admin.find(id)).toMatchObject({ retries: { count: 1, has_more: true } });
  });

  it.each<[string, (id: string) => readonly [path: string, body?: object]]>([
    ['it was removed', (id) => [`webhooks/${id}/remove`]],
    // Its rows are still there.
    ['its application was deleted', () => ['delete', { name: testApplication.name }]],
  ])('gets nothing once %s', async (_, describeEnd) => {
    const { admin, deliverAfter, id, receiver, send } = await serveOne(answerWith(500));
    await send();
    const end = () => readStatus(admin.post(...describeEnd(id)));
    expect(await end()).toBe(200);
    await deliverAfter(day);

    expect(receiver.received).toHaveLength(1);
    expect((await admin.get('webhooks')).webhooks ?? []).toEqual([]);
    expect(await end()).toBe(404);
  });

  it('has its changes in the audit log, without the query of its address', async () => {
    const { admin, service, receiver } = await serveOne();
    const { id } = await admin.add(`${receiver.url}?token=private`);
    const delivery = await admin.test(id);
    for (const action of ['rotate', `deliveries/${delivery}/resend`]) {
      await admin.post(`webhooks/${id}/${action}`);
    }
    // The second time, nothing is left to change.
    for (const enabled of [false, false, true, true]) {
      await admin.post(`webhooks/${id}/switch`, { enabled });
    }
    await admin.post(`webhooks/${id}/remove`);
    const log = await readAuditLog(service);

    expect(log.map(({ action }) => action)).toEqual([
      'webhook_removed',
      'webhook_switched_on',
      'webhook_switched_off',
      'delivery_resent',
      'webhook_secret_rotated',
      'webhook_tested',
      'webhook_added',
      'webhook_added',
    ]);
    expect(log[0]).toMatchObject({ detail: receiver.url, who: 'admin token' });
    expect(JSON.stringify(log) + service.readLog()).not.toContain('token=private');
  });
});

const readAuditLog = async ({ admin }: TestService) =>
  (await admin.read('audit-log')).entries as { action: string; detail: string | null }[];

describe('a delivery', () => {
  it.each<[string, AnswerWebhook, number?]>([
    ...[200, 201, 202, 204, 299].map((status): [string, AnswerWebhook, number] => [
      String(status),
      answerWith(status),
      status,
    ]),
    [
      '200, although the body breaks off',
      (response) => {
        response.writeHead(200, { 'Content-Length': '9' });
        response.write('part', () => response.socket?.resetAndDestroy());
      },
    ],
    [
      '200, although the body is not valid',
      (response) => {
        response.writeHead(200, { 'Transfer-Encoding': 'chunked' }).flushHeaders();
        response.socket?.write('no length\r\n');
      },
    ],
  ])('succeeds with %s', async (_, answer, status = 200) => {
    const { admin, id, send } = await serveOne(answer);
    await send();

    expect(await admin.listDeliveries(id)).toMatchObject([
      { status: 'delivered', next_try_at: null, tries: [{ at: start, status, problem: null }] },
    ]);
  });

  it.each<readonly [string, AnswerWebhook, object]>([
    ...[301, 400, 404, 429, 500, 503].map(
      (status) => [String(status), answerWith(status), { status, problem: null }] as const,
    ),
    ['no response', (one) => one.destroy(), { status: null, problem: 'no_connection' }],
  ])('is tried again after %s', async (_, answer, first) => {
    const { admin, deliverAfter, id, receiver, send } = await serveOne(answer);
    await send();
    receiver.answer = answerWith(204);
    await deliverAfter(6 * second);

    const [one, other] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(other).toBe(one);
    expect(await admin.listDeliveries(id)).toMatchObject([
      { status: 'delivered', tries: [first, { status: 204 }] },
    ]);
  });

  it('is tried for three days: often, then daily; then the webhook is off', async () => {
    const { admin, deliverAfter, id, receiver, send, service } = await serveOne(answerWith(500));
    // The latest of the random times.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await send();
    const waits: number[] = [];
    let [delivery] = await admin.listDeliveries(id);
    for (let now = start; delivery?.next_try_at; [delivery] = await admin.listDeliveries(id)) {
      waits.push(delivery.next_try_at - now);
      now = delivery.next_try_at;
      await deliverAfter(waits.at(-1) ?? 0);
    }

    // Each a fifth later than usual. Then daily, and the last one at the end of three days.
    const usual = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, day];
    expect(waits.slice(0, 8)).toEqual(usual.map((wait) => wait * 1.2));
    expect(waits).toHaveLength(9);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(3 * day);
    expect(delivery).toMatchObject({ status: 'failed', next_try_at: null });
    expect(await admin.find(id)).toMatchObject({ enabled: false, off_reason: 'failing' });
    expect(service.readLines('webhook switched off')).toMatchObject([{ reason: 'failing' }]);
    expect((await readAuditLog(service))[0]).toMatchObject({
      action: 'webhook_switched_off',
      who: 'service',
      detail: `http://localhost:${receiver.port}: failed for three days`,
    });

    // Sent again by an operator, it has three days again, as the webhook has.
    await admin.post(`webhooks/${id}/switch`, { enabled: true });
    await admin.post(`webhooks/${id}/deliveries/${delivery?.delivery_id}/resend`);
    await service.deliverDue();
    const [again] = await admin.listDeliveries(id);
    expect(again).toMatchObject({ status: 'waiting' });
    expect(again?.next_try_at).toBeLessThan(start + 3 * day + 2 * minute);
    expect(await admin.find(id)).toMatchObject({ enabled: true });
  });

  it('ends with 410, which switches the webhook off once', async () => {
    const { addMany, admin, deliverAfter, id, receiver, service } = await serveOne(answerWith(410));
    await addMany(2);
    await service.deliverDue();
    await deliverAfter(day);

    expect(receiver.received).toHaveLength(2);
    const failed = { status: 'failed' };
    expect(await admin.listDeliveries(id)).toMatchObject([failed, failed]);
    const off = { enabled: false, off_since: start, off_reason: 'gone' };
    expect(await admin.find(id)).toMatchObject(off);
    const changes = (await readAuditLog(service)).map(({ action }) => action);
    expect(changes.slice(0, 2)).toEqual(['webhook_switched_off', 'webhook_tested']);
  });

  it.each([
    ['seconds', '600', 600],
    ['a date', new Date(start + 600 * second).toUTCString(), 600],
    ['seconds, but at most a day', String(2 * day), day / second],
  ])('waits as Retry-After says in %s, as do the others of its webhook', async (_, value, wait) => {
    const { deliverAfter, receiver, send, service } = await serveOne(
      answerWith(429, { 'Retry-After': value }),
    );
    await send();
    receiver.answer = answerWith(204);
    service.advance((wait - 10) * second);
    await send();
    expect(receiver.received).toHaveLength(1);

    await deliverAfter(10 * second);
    expect(receiver.received).toHaveLength(3);
  });

  it('waits no longer once an operator has switched its webhook off and on', async () => {
    const { admin, id, receiver, send } = await serveOne(answerWith(429, { 'Retry-After': '600' }));
    await send();
    for (const enabled of [false, true]) await admin.post(`webhooks/${id}/switch`, { enabled });
    await send();

    expect(receiver.received).toHaveLength(2);
  });

  it('is sent again with the same webhook-id', async () => {
    const { admin, id, receiver, service, send } = await serveOne();
    const delivery = await send();
    const resend = (name: string, webhook = id) =>
      readStatus(admin.post(`webhooks/${webhook}/deliveries/${name}/resend`));
    service.advance(hour);
    expect(await resend(delivery)).toBe(200);
    await service.deliverDue();

    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(await admin.listDeliveries(id)).toMatchObject([
      { status: 'delivered', tries: [{ status: 204 }, { status: 204 }] },
    ]);
    const { id: other } = await admin.add('http://localhost:9/hooks');
    expect([await resend('dl_none'), await resend(delivery, other)]).toEqual([404, 404]);
  });

  it('is listed for 30 days, by state and page by page', async () => {
    const { admin, id, receiver, service, send, take } = await serveOne(answerWith(500));
    const delivery_id = await send();
    receiver.answer = answerWith(204);
    const [second, third] = [await send(), await send()];
    const held = await admin.test(id);
    await take();
    await service.store.purge(start + 29 * day);

    const page = await admin.get(`webhooks/${id}/deliveries?limit=2`);
    expect(page.deliveries).toMatchObject([{ delivery_id: held }, { delivery_id: third }]);
    for (const [query, ids] of [
      [`?limit=2&after=${page.next}`, [second, delivery_id]],
      ['?status=waiting', [delivery_id]],
      ['?status=sending', [held]],
      ['?status=delivered', [third, second]],
      [`?status=delivered&after=${third}`, [second]],
      ['?status=failed', []],
    ] as const) {
      const listed = await admin.listDeliveries(id, query);
      expect(
        listed.map((one) => one.delivery_id),
        query,
      ).toEqual(ids);
    }
    await service.store.purge(start + 31 * day);
    expect(await admin.listDeliveries(id)).toEqual([]);
  });

  it('fails while GRANT_KEY lacks the key of the secret', async () => {
    const { admin, deliverAfter, id, receiver, service } = await serveOne();
    await admin.test(id);
    const providers = createProviders(undefined, [randomBytes(32)]);
    await (await serveWebhooks({ store: service.store, providers })).deliverDue();
    expect(receiver.received).toEqual([]);
    await deliverAfter(minute);

    expect(receiver.received).toHaveLength(1);
    expect(await admin.listDeliveries(id)).toMatchObject([
      { tries: [{ problem: 'secret_unreadable' }, { status: 204 }] },
    ]);
  });
});

describe('several processes', () => {
  it('that died have not tried: the first answer that fails is followed by a try soon', async () => {
    const { admin, deliverAfter, id, take } = await serveOne(answerWith(500));
    await admin.test(id);
    for (let died = 0; died < 4; died += 1) await take(start + died * minute);
    await deliverAfter(hour);
    const [delivery] = await admin.listDeliveries(id);

    expect(delivery?.tries).toHaveLength(1);
    expect(delivery?.next_try_at).toBeLessThanOrEqual(start + hour + 6 * second);
  });

  it('send what a dead one has taken before what has come since', async () => {
    const { addMany, take } = await serveOne();
    const idsOf = (taken: readonly TakenDelivery[]) => taken.map(({ job_id }) => job_id).sort();
    await addMany(8);
    const died = await take();
    await addMany(8);

    expect(idsOf(await take(start + 2 * minute))).toEqual(idsOf(died));
  });

  it('send at most 8 at a time to a webhook, and one while it fails', async () => {
    const { addMany, service, take } = await serveOne();
    await addMany(20);
    const first = await take();
    expect([first.length, (await take()).length]).toEqual([8, 0]);

    const end = { ...fail(start), pausedUntil: 0 };
    await service.store.deliveryQueue.finish(first[0] as TakenDelivery, end);
    expect(await take()).toEqual([]);
    expect(await take(start + 2 * minute)).toHaveLength(1);
  });
});

it('a success ends the failing of its webhook, but no pause that a receiver has asked for since it began', async () => {
  const { admin, id, addMany, service, take } = await serveOne();
  const { finish } = service.store.deliveryQueue;
  await addMany(2);
  const [first, second] = (await take()) as [TakenDelivery, TakenDelivery];
  await finish(first, { ...fail(start), dueAt: start + day });
  expect(await admin.find(id)).toMatchObject({ failing_since: start });
  await finish(second, succeed(start));
  await admin.test(id);

  expect(await admin.find(id)).toMatchObject({ failing_since: null });
  expect(await take()).toEqual([]);
  expect(await take(start + hour)).toHaveLength(1);
});

it('what waits in the queue is sent while new events cannot be published', async () => {
  const { admin, id, receiver, service } = await serveOne();
  await admin.test(id);
  const publish = async () => await Promise.reject(new Error('the table of events is locked'));
  const { store } = service;
  const broken = await serveWebhooks({ store: { ...store, events: { ...store.events, publish } } });
  await expect(broken.deliverDue()).rejects.toThrow('is locked');
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
});

it('a result that the database does not store at once stops no webhook', async () => {
  const { admin, id, receiver, service, send, addMany } = await serveOne(answerWith(500));
  await send();
  receiver.answer = answerWith(204);
  await addMany(3);
  const { store } = service;
  const finish = vi.fn(store.deliveryQueue.finish);
  finish.mockRejectedValueOnce(new Error('Connection terminated'));
  const flaky = { ...store, deliveryQueue: { ...store.deliveryQueue, finish } };
  await (await serveWebhooks({ store: flaky })).deliverDue();

  // The failed one waits for its next try.
  const statuses = (await admin.listDeliveries(id)).map(({ status }) => status);
  expect(statuses).toEqual(['delivered', 'delivered', 'delivered', 'waiting']);
  expect(receiver.received).toHaveLength(4);
});

it('a receiver that never answers delays no other', async () => {
  const limits: AbortController[] = [];
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    limits.push(controller);
    return controller.signal;
  });
  const { admin, id, receiver: slow, service, addMany } = await serveOne(() => {});
  const fast = await startReceiver();
  const { id: fastId } = await admin.add(fast.url);
  await addMany(100);
  await addMany(100, fastId);
  const began = performance.now();
  const delivering = service.deliverDue();
  await vi.waitFor(() => expect(fast.received).toHaveLength(100), { timeout: 30_000 });
  expect(slow.received).toHaveLength(8);
  slow.answer = answerWith(204);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const waitedMs = performance.now() - began;
  for (const one of limits) one.abort(new DOMException('It took too long.', 'TimeoutError'));
  await delivering;

  const [given] = await admin.listDeliveries(id, '?status=waiting');
  expect(given?.tries).toMatchObject([{ problem: 'timeout' }]);
  const { ms } = Object(given?.tries[0]);
  expect(ms).toBeGreaterThan(190);
  expect(ms).toBeLessThan(waitedMs + 2000);
  // The documentation says 10 s.
  expect(new Set(limit.mock.calls.flat())).toEqual(new Set([10_000]));
});

it('the metrics have the queue, its age and the results', async () => {
  const { receiver, service, send, take } = await serveOne(answerWith(500));
  await send();
  receiver.answer = answerWith(204);
  await send();
  service.advance(minute);
  const text = await service.readMetrics();
  for (const line of [
    'connect_webhook_deliveries_pending 1',
    'connect_webhook_oldest_delivery_seconds 60',
    'connect_webhook_deliveries_total{result="postponed"} 1',
    'connect_webhook_deliveries_total{result="delivered"} 1',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toMatch(/connect_webhook_late_delivery_seconds 5\d/);

  let respond = () => {};
  receiver.answer = (response) => {
    respond = () => response.writeHead(204).end();
  };
  const sending = service.deliverDue();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3));
  const during = await service.readMetrics();
  // Only when its process must have died, another one sends it.
  const taken = [await take(start + 90 * second - 1), await take(start + 90 * second)];
  respond();
  await sending;
  expect(during).toContain('connect_webhook_oldest_delivery_seconds 60');
  expect(taken.map(({ length }) => length)).toEqual([0, 1]);
});
