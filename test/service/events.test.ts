import { beforeEach, describe, expect, it } from 'vitest';
import { openQueriedStore } from './database.ts';
import { createTestService, type TestService } from './harness.ts';
import { day, liveApplication, minute, start, testApplication } from './test-application.ts';
import { answerWith, serveOne } from './webhook-world.ts';
import { authorization, basic, readError, readJson, readPages } from './world.ts';

interface ListedEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, string>>;
}

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

const ask = (query = '', headers: Record<string, string> = authorization) =>
  service.get(`/events${query}`, headers);

async function read(query = '') {
  const answer: unknown = await readJson(ask(query));
  return answer as { readonly events: readonly ListedEvent[]; readonly next: string | null };
}

/** Type and data of every event. */
async function readAll() {
  return (await read()).events.map(({ type, data }) => [type, data]);
}

/** Exchanges a fresh code of the same person. */
async function connect() {
  return await readJson(service.exchange({ code: await service.issueSandboxCode() }));
}

/** Loses and restores the login a number of times. @returns the types of the events */
async function connectMany(count: number): Promise<readonly string[]> {
  const types: string[] = [];
  for (let round = 0; round < count; round += 1) {
    const { account_id } = await connect();
    await service.requireLogin(account_id);
    types.push('connection.restored', 'connection.login_required');
  }
  return types;
}

describe('the events of a connection', () => {
  it('say each change once: its beginning, a needed sign-in, and who has ended it', async () => {
    const { account_id, access_token, provider_id } = await connect();
    await connect();
    const [first, ...others] = (await read()).events;
    for (const _ of ['first', 'second']) await service.requireLogin(account_id);
    await connect();
    await Promise.all([service.disconnect(access_token), service.disconnect(access_token)]);
    await connect();
    for (const _ of ['first', 'second']) await service.disconnectAsAdmin(account_id);

    const data = { account_id, provider_id };
    expect([first, others]).toEqual([
      {
        id: expect.stringMatching(/^ev_[0-9a-f]{32}$/),
        type: 'connection.created',
        created_at: new Date(start).toISOString(),
        data,
      },
      [],
    ]);
    expect(await readAll()).toEqual([
      ['connection.created', data],
      ['connection.login_required', data],
      ['connection.restored', data],
      ['connection.disconnected', { ...data, by: 'application' }],
      ['connection.created', data],
      ['connection.disconnected', { ...data, by: 'operator' }],
    ]);
  });

  it('have one beginning when several codes are exchanged at once', async () => {
    const codes = await Promise.all([1, 2, 3, 4].map(() => service.issueSandboxCode()));
    await Promise.all(codes.map((code) => service.exchange({ code })));
    expect(await readAll()).toHaveLength(1);
  });
});

describe('the event of a session', () => {
  it.each(['connected', 'denied', 'canceled', 'expired'])(
    'says that it is %s, once',
    async (status) => {
      const made = await service.makeSession();
      const { session_id } = made;
      expect((await read()).events).toEqual([]);
      await service.endSession(made, status);
      await service.cancelSession(session_id);
      const { account_id, provider_id } = await service.readSession(session_id);
      const account = status === 'connected' ? { account_id, provider_id } : {};
      const expected = [['session.finished', { session_id, status, ...account }]];
      expect(await readAll()).toEqual(expected);
      service.advance(day);
      expect(await readAll()).toEqual(expected);
      expect(await service.readSession(session_id)).toMatchObject({ status });
    },
  );

  it('comes before the one of its connection, which names the session, too', async () => {
    const { session, session_id } = await service.makeSession();
    const code = await service.allow({ session });
    const { account_id, provider_id } = await readJson(service.exchange({ code }));
    await service.disconnectAsAdmin(account_id);
    await connect();
    const data = { account_id, provider_id };
    expect(await readAll()).toEqual([
      ['session.finished', { ...data, session_id, status: 'connected' }],
      ['connection.created', { ...data, session_id }],
      ['connection.disconnected', { ...data, by: 'operator' }],
      ['connection.created', data],
    ]);
  });

  it('is named by a connection that a fresh code of the session has begun', async () => {
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    const { code } = await readJson(service.askLater(session_id));
    await readJson(service.exchange({ code }));
    expect((await readAll()).at(-1)).toMatchObject(['connection.created', { session_id }]);
  });
});

describe('GET /events', () => {
  /** Adds an event that no reader has asked for. */
  function addEvent() {
    const data = { provider_id: 'sandbox' };
    return service.store.events.add(
      { clientId: 'test_app', type: 'provider.available', data },
      start,
    );
  }

  it('pages through them, and goes on where a reader has stopped', async () => {
    expect(await read()).toEqual({ events: [], next: null });
    const { account_id } = await connect();
    for (let round = 0; round < 3; round += 1) {
      await service.requireLogin(account_id);
      await connect();
    }
    const all = await read();
    const pages: ListedEvent[] = [];
    let next: string | null = '';
    for (let page = await read('?limit=3'); page.events.length > 0; ) {
      pages.push(...page.events);
      next = page.next;
      page = await read(`?limit=3&after=${next}`);
      expect(page.next).not.toBeNull();
    }
    expect(all.events).toHaveLength(7);
    expect(pages).toEqual(all.events);
    expect(await read(`?after=${next}`)).toEqual({ events: [], next });
    await service.requireLogin(account_id);
    expect((await read(`?after=${next}`)).events).toMatchObject([
      { type: 'connection.login_required' },
    ]);
  });

  it('has a full page at the first reading, too', async () => {
    for (let count = 0; count < 120; count += 1) await addEvent();
    const page = await read('?limit=100');
    expect(page.events).toHaveLength(100);
    expect((await read(`?limit=100&after=${page.next}`)).events).toHaveLength(20);
  });

  it('goes on from an event that it has not listed, as after a restored backup', async () => {
    const [known, next] = [await addEvent(), await addEvent()];
    expect((await read(`?after=${known}`)).events).toMatchObject([{ id: next }]);
  });

  it('has the events of its own application only', async () => {
    await connect();
    const { next } = await read();
    const foreign = basic(liveApplication);
    expect(await readJson(ask('', foreign))).toEqual({ events: [], next: null });
    expect(await readError(ask(`?after=${next}`, foreign))).toEqual([400, 'invalid_request']);
    expect((await ask(`?after=${next}`)).status).toBe(200);
  });

  it.each([
    ['?after=ev_unknown', 'Send the `next` of the last page'],
    ['?after=account_one', 'Send the `next` of the last page'],
    ['?limit=0', 'limit must be a whole number from 1 to 100.'],
    ['?limit=101', 'limit must be a whole number from 1 to 100.'],
    ['?after=a&after=b', 'repeated'],
  ])('refuses %s and says what to do', async (query, advice) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    const { error, error_description } = await readJson(answer);
    expect(error).toBe('invalid_request');
    expect(error_description).toContain(advice);
    expect((await ask('?limit=100')).status).toBe(200);
  });
});

describe('the events in the admin API', () => {
  /** Reads every page. @returns the IDs in the order of the pages */
  async function listPages(
    clientId: string,
    limit: number,
    filter = '',
  ): Promise<readonly string[]> {
    const path = `applications/${clientId}/events?limit=${limit}${filter}&after=`;
    type Page = Awaited<ReturnType<typeof read>>;
    const pages = await readPages(
      async (after) => (await service.admin.read(path + after)) as unknown as Page,
    );
    for (const { events } of pages) expect(events.length).toBeLessThanOrEqual(limit);
    return pages.flatMap(({ events }) => events.map(({ id }) => id));
  }

  it.each([0, 3, 7])(
    'are the newest first on every page, when a backend has read %i of 7',
    async (readCount) => {
      await connectMany(3);
      await connect();
      if (readCount > 0) await read(`?limit=${readCount}`);

      const pages = await Promise.all([1, 2, 100].map((limit) => listPages('test_app', limit)));

      const all = (await read()).events.map(({ id }) => id).reverse();
      expect(all).toHaveLength(7);
      expect(pages).toEqual([all, all, all]);
    },
  );

  it('name each webhook that gets them, with the status of the delivery', async () => {
    const { admin, id, ...served } = await serveOne();
    ({ service } = served);
    await admin.add('http://localhost:1/', ['connection.disconnected']);
    await admin.test(id);
    const { accountId, token } = await service.connectSandbox();
    await service.deliverDue();
    await service.disconnect(token);
    await service.store.events.publish(start);

    const { events } = await admin.get('events');

    const delivered = { webhook_id: id, status: 'delivered', tries: [{ status: 204 }] };
    const waiting = { status: 'waiting', next_try_at: start, tries: [] };
    expect(events).toMatchObject([
      { type: 'connection.disconnected', created_at: start, deliveries: [waiting, waiting] },
      { type: 'connection.created', deliveries: [delivered] },
    ]);
    expect(await admin.get(`events?about=${accountId}`)).toMatchObject({ events });
    expect(await admin.get('events?about=account')).toEqual({ events: [], next: null });
  });

  it('are found by their type on every page, beyond 1,000 events of another', async () => {
    const { store, query } = await openQueriedStore();
    service = await createTestService({ store });
    await connectMany(3);
    const { events } = await read();
    const restored = events.filter(({ type }) => type === 'connection.restored').reverse();
    const filter = '&type=connection.restored';
    expect(await listPages('test_app', 1, filter)).toEqual(restored.map(({ id }) => id));

    await query(`INSERT INTO events (id, client_id, type, created_at, data)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
      SELECT 'ev_f' || (1000 + n), client_id, 'session.finished', created_at, data
      FROM events, numbers WHERE id = '${restored[0]?.id}'`);

    const page = await service.admin.read(`applications/test_app/events?limit=2${filter}`);
    expect(page).toEqual({ events: [], next: 'ev_f1001' });
    expect(await listPages('test_app', 2, filter)).toEqual(restored.map(({ id }) => id));
  });

  it('are found by a delivery that has failed and has not arrived since', async () => {
    const { admin, id, receiver, ...served } = await serveOne(answerWith(500));
    ({ service } = served);
    await service.connectSandbox();
    const readFailed = async () => (await admin.get('events?delivery=failed')).events;
    await service.store.events.publish(start);
    expect(await readFailed()).toEqual([]);
    await service.deliverDue();
    expect(await readFailed()).toMatchObject([{ deliveries: [{ tries: [{ status: 500 }] }] }]);
    receiver.answer = answerWith(204);
    service.advance(minute);
    await service.deliverDue();

    expect(await readFailed()).toEqual([]);
    // What has arrived and is sent again waits, but has not failed.
    const [arrived] = await admin.listDeliveries(id);
    await admin.post(`webhooks/${id}/deliveries/${arrived?.delivery_id}/resend`);
    expect(await readFailed()).toEqual([]);
    expect(await admin.find(id)).toMatchObject({
      last_delivery: { status: 'waiting' },
      retries: null,
    });
  });

  it('are those of one application, and not older than 30 days', async () => {
    await connect();
    const [own = ''] = await listPages('test_app', 1);
    const foreign = await service.admin.read(`applications/live_app/events?after=${own}`);

    expect(await listPages('live_app', 1)).toEqual([]);
    expect(foreign).toEqual({ events: [], next: null });
    service.advance(31 * day);
    expect(await listPages('test_app', 1)).toEqual([]);
  });
});

describe('after 30 days', () => {
  const sweep = (days: number) => {
    service.advance(days * day);
    return service.store.purge(1_700_000_000_000 + days * day);
  };

  it('an event is gone, and a reader that has missed some is told so', async () => {
    const { account_id } = await connect();
    const { next: first } = await read();
    await service.requireLogin(account_id);
    await sweep(31);
    expect(await read()).toEqual({ events: [], next: null });
    const refused = await ask(`?after=${first}`);
    expect(refused.status).toBe(410);
    const { error, error_description } = await readJson(refused);
    expect(error).toBe('event_expired');
    expect(error_description).toContain('compare each connection with GET /account');
  });

  it('an event that no one has asked for stays for another hour', async () => {
    const { store, query } = await openQueriedStore();
    const { issueSandboxCode, exchange } = await createTestService({ store });
    await exchange({ code: await issueSandboxCode() });
    const kept: number[] = [];
    for (const age of [30 * day + 30 * minute, 30 * day + 61 * minute]) {
      await store.purge(start + age);
      kept.push((await query('SELECT 1 FROM events')).length);
    }

    expect(kept).toEqual([1, 0]);
  });

  it('a reader hears of missed events that no one has ever read', async () => {
    const { account_id } = await connect();
    const { next } = await read();
    await service.requireLogin(account_id);
    await sweep(20);
    const others = await connectMany(3);
    service.advance(11 * day);
    await service.store.purge(1_700_000_000_000 + 31 * day);
    expect((await ask(`?after=${next}`)).status).toBe(410);
    expect((await read()).events.map(({ type }) => type)).toEqual(others);
  });

  it('a reader that has seen the last event still goes on from it', async () => {
    const { account_id } = await connect();
    await service.requireLogin(account_id);
    const { next } = await read();
    await sweep(31);
    await connect();
    expect((await read(`?after=${next}`)).events).toMatchObject([{ type: 'connection.restored' }]);
    expect((await read()).events).toMatchObject([{ type: 'connection.restored' }]);
  });
});

it('the events of a deleted application are deleted with it', async () => {
  await connect();
  await read();
  await service.admin.post('applications/test_app/delete', { name: testApplication.name });
  await service.store.purgeDeleted();
  expect((await ask()).status).toBe(401);
  await service.store.applications.register(testApplication, 0);
  expect(await read()).toEqual({ events: [], next: null });
});
