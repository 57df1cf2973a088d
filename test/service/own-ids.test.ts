import { beforeEach, describe, expect, it } from 'vitest';
import { openQueriedStore, type Query } from './database.ts';
import { createTestService, type TestService } from './harness.ts';
import { readError, readJson } from './world.ts';

const shop = 'applications/test_app';

const ids = {
  client_user_id: 'shop-user-4711',
  tags: { order: 'order-0815', 'plan.kind': 'é "x"' },
};
const others = { client_user_id: 'shop-user-4712', tags: null };

let service: TestService;
let query: Query;

beforeEach(async () => {
  const opened = await openQueriedStore();
  query = opened.query;
  service = await createTestService({ store: opened.store });
});

/** Connects the same account of the sandbox each time. */
async function connect(terms: object = {}) {
  const { accountId, read } = await service.connect(await service.makeSession(terms));
  return { accountId, readAccount: () => read('/account') };
}

async function search(list: 'accounts' | 'sessions', body: object) {
  const answer = await readJson(service.admin.post(`${shop}/${list}/search`, body));
  return (answer[list] as readonly { account_id: string; session_id: string }[]) ?? answer;
}

describe('client_user_id and tags', () => {
  it('come back with the session, the account of the token, the lists and every event about them', async () => {
    const { session, session_id } = await service.makeSession(ids);
    expect(await service.readSession(session_id)).toMatchObject(ids);
    const code = await service.allow({ session });
    const exchanged = await readJson(service.exchange({ code }));
    const { access_token, account_id } = exchanged;
    expect(Object.keys(exchanged).sort()).toEqual(['access_token', 'account_id', 'provider_id']);
    expect(await service.asOwner(access_token).read('/account')).toMatchObject(ids);
    await service.requireLogin(account_id);
    await service.exchange({ code: await service.issueSandboxCode() });
    await service.disconnectAsAdmin(account_id);

    const events = await service.listEvents();
    expect(events.map(({ type }) => type)).toEqual([
      'session.finished',
      'connection.created',
      'connection.login_required',
      'connection.restored',
      'connection.disconnected',
    ]);
    for (const { data } of events) expect(data).toMatchObject(ids);
    const findAbout = (id: string) => service.admin.read(`${shop}/events?about=${id}`);
    for (const [id, count] of [
      [session_id, 2],
      ['sandbox', 5],
    ] as const) {
      expect((await findAbout(id)).events, id).toHaveLength(count);
    }
    // They may name a person, so no address finds them.
    expect(await findAbout(ids.client_user_id)).toEqual({ events: [], next: null });
    const sessions = await service.admin.read(`${shop}/sessions`);
    expect(sessions.sessions).toMatchObject([{ session_id, ...ids }]);
  });

  it('are in no other place: neither in consents, flows or the log, nor in what the page gets', async () => {
    const { session } = await service.makeSession(ids);
    const flow = await service.signIn({ session });
    const allowed = await flow.send('consent', { decision: 'allow' });
    const { code } = await readJson(allowed.clone());
    await service.exchange({ code: String(code) });
    await search('accounts', ids);

    const stored = ['consents', 'flows', 'codes', 'audit_log'].map((table) =>
      query(`SELECT * FROM ${table}`),
    );
    const places = [...(await Promise.all(stored)), await allowed.text(), service.readLog()];
    const found = JSON.stringify(places);
    for (const value of ['shop-user-4711', 'order-0815']) expect(found).not.toContain(value);
    // The control: what is looked at has the code's flow and the requests.
    expect(found).toContain('user_good');
    expect(found).toContain('/accounts/search');
    expect(JSON.stringify(await query('SELECT * FROM accounts'))).toContain('order-0815');
  });

  it('of an account are those of the last consent that came with any; a token keeps its own', async () => {
    const first = await connect(ids);
    const second = await connect(others);
    const third = await connect();
    expect(second.accountId).toBe(first.accountId);
    expect(await first.readAccount()).toMatchObject(ids);
    expect(await second.readAccount()).toMatchObject(others);
    expect(await third.readAccount()).toMatchObject(others);
    expect(await search('accounts', { client_user_id: ids.client_user_id })).toEqual([]);
    expect(await search('accounts', { client_user_id: others.client_user_id })).toMatchObject([
      { account_id: first.accountId, ...others },
    ]);
  });

  it('of an older consent, whose code is exchanged later, do not replace those of the account', async () => {
    const code = await service.allow({ session: (await service.makeSession(ids)).session });
    const { accountId, readAccount } = await connect(others);
    const { read } = await service.finish(code);
    expect(await read('/account')).toMatchObject(ids);
    expect(await readAccount()).toMatchObject(others);
    expect(await search('accounts', others)).toMatchObject([{ account_id: accountId }]);
  });

  it('come with a fresh code, too, and with the events of an expired session and consent', async () => {
    const { session, session_id } = await service.makeSession(ids);
    await service.allow({ session });
    await service.makeSession({ ...ids, expires_in: 1 });
    const { code } = await readJson(service.askLater(session_id));
    const { read } = await service.finish(code);
    expect(await read('/account')).toMatchObject(ids);
    const expired = (await service.listEvents()).filter(({ data }) => data.status === 'expired');
    expect(expired).toMatchObject([{ data: ids }]);
  });
});

describe('a search by client_user_id and tags', () => {
  it('finds sessions and accounts that have all of them, a page at a time', async () => {
    const account = await connect(ids);
    service.advance(1000);
    const { session_id } = await service.makeSession(ids);
    await service.makeSession(others);
    expect(await search('sessions', ids)).toMatchObject([{ session_id }, { status: 'connected' }]);
    expect(await search('sessions', { ...ids, limit: 1 })).toHaveLength(1);
    expect(await search('sessions', { ...ids, status: 'open' })).toMatchObject([{ session_id }]);
    for (const body of [ids, { tags: { order: 'order-0815' } }, { search: 'shop-user-4711' }]) {
      expect(await search('accounts', body)).toMatchObject([{ account_id: account.accountId }]);
    }
    expect(await search('accounts', { search: 'sandbox' })).toHaveLength(1);
  });

  it('finds none by a part of a value, another case, or text that looks like a tag', async () => {
    await connect({ tags: { note: 'x","order":"order-0815', order: 'Order-0815' } });
    for (const value of ['order-0815', 'Order', 'Order-0815"', '%']) {
      expect(await search('accounts', { tags: { order: value } })).toEqual([]);
    }
    expect(await search('accounts', { tags: { order: 'Order-0815' } })).toHaveLength(1);
  });
});

describe('POST /connect/sessions', () => {
  const tagsOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`tag_${index}`, 'x']));
  const reserved = (name: string) => JSON.parse(`{"${name}":"x"}`) as object;

  it.each([
    ['an empty ID', 'client_user_id', { client_user_id: '' }],
    ['an ID of 129 characters', 'client_user_id', { client_user_id: 'x'.repeat(129) }],
    ['an ID that is a number', 'client_user_id', { client_user_id: 4711 }],
    ['an ID with a control character', 'client_user_id', { client_user_id: 'a\nb' }],
    ['an ID with a format character', 'client_user_id', { client_user_id: 'a\u202eb' }],
    ['tags that are a list', 'tags', { tags: ['x'] }],
    ['11 tags', 'tags', { tags: tagsOf(11) }],
    ['a tag with 201 characters', 'tags.order', { tags: { order: 'x'.repeat(201) } }],
    ['an empty tag', 'tags.order', { tags: { order: '' } }],
    ['a tag that is an object', 'tags.order', { tags: { order: { id: 'x' } } }],
    ['a tag with half a surrogate pair', 'tags.order', { tags: { order: '\ud800' } }],
    ['a tag with a blank in its name', 'tags.my order', { tags: { 'my order': 'x' } }],
    ['a tag with a name of 41 characters', 'tags.xxx', { tags: { ['x'.repeat(41)]: 'x' } }],
    ['a tag named __proto__', 'tags', { tags: reserved('__proto__') }],
    ['a tag named constructor', 'tags', { tags: reserved('constructor') }],
    ['a tag named prototype', 'tags', { tags: reserved('prototype') }],
  ])('refuses %s, and names the key', async (_, key, fields) => {
    const response = await service.askForSession(fields);
    expect(await readError(response.clone())).toEqual([400, 'invalid_request']);
    const { error_description } = await readJson(response);
    expect(error_description).toMatch(new RegExp(`^${key}[a-z ]* ?.*must be`));
  });

  it('takes a repeated request with the tags in another order, and refuses one with others', async () => {
    const key = { 'Idempotency-Key': 'key-1' };
    const first = await service.makeSession({ tags: { one: '1', two: '2' } }, key);
    expect(await service.makeSession({ tags: { two: '2', one: '1' } }, key)).toEqual(first);
    const other = await service.askForSession({ tags: { one: '1' } }, key);
    expect(await readError(other)).toEqual([422, 'idempotency_key_reused']);
  });
});
