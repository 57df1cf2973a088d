import { beforeEach, describe, expect, it } from 'vitest';
import {
  createFlow,
  createTestService,
  exchange,
  hostOrigin,
  leaveBy,
  liveApplication,
  logIn,
  openPage,
  readError,
  readJson,
  redirectQuery,
  type TestService,
  testApplication,
} from './harness.ts';
import {
  askForSession,
  makeSession,
  openSession,
  reachConsent,
  readSession,
  toBasic,
} from './session-harness.ts';

const day = 24 * 60 * 60 * 1000;
const foreign = {
  Authorization: toBasic(liveApplication.client_id, liveApplication.client_secret),
};

let service: TestService;

beforeEach(async () => {
  const live = { ...liveApplication, origins: [hostOrigin] };
  service = await createTestService({ applications: [testApplication, live] });
});

describe('a repeated creation', () => {
  const key = { 'Idempotency-Key': 'order 4711' };

  it('gets the same session, which works, also when both arrive at once', async () => {
    const fields = { state: 'of the user', provider_ids: ['sandbox'] };
    const all = await Promise.all([1, 2, 3, 4].map(() => makeSession(service, fields, key)));
    const again = await makeSession(service, { ...fields, account_id: null }, key);
    expect(new Set([...all, again].map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await openSession(service, again.session)).started.status).toBe(200);
    expect((await makeSession(service, fields)).session).not.toBe(again.session);
  });

  it('is refused with other fields, and with a wrong key', async () => {
    await makeSession(service, { state: 'a' }, key);
    const other = await askForSession(service, { state: 'b' }, key);
    expect(await readError(other)).toEqual([422, 'idempotency_key_reused']);
    expect((await askForSession(service, { state: 'a' }, key)).status).toBe(201);
    for (const wrong of ['', 'x'.repeat(256), ' x']) {
      const response = await askForSession(service, {}, { 'Idempotency-Key': wrong });
      // A header's value has no spaces around it.
      expect(response.status).toBe(wrong === ' x' ? 201 : 400);
    }
  });

  it('of another application is another session', async () => {
    const own = await makeSession(service, {}, key);
    const response = await service.post('/connect/sessions', {}, { ...foreign, ...key });
    expect(response.status).toBe(201);
    expect((await readJson(response)).session_id).not.toBe(own.session_id);
  });

  it('makes another session seven days after the end, also before a sweep, and once', async () => {
    const first = await makeSession(service, { state: 'a' }, key);
    service.advance(1_800_000 + 7 * day - 1);
    const last = await askForSession(service, { state: 'b' }, key);
    service.advance(1);
    const all = await Promise.all([1, 2, 3].map(() => makeSession(service, { state: 'b' }, key)));
    await service.store.purge(1_700_000_000_000 + 1_800_000 + 7 * day + 1);
    const again = await makeSession(service, { state: 'b' }, key);

    expect(await readError(last)).toEqual([422, 'idempotency_key_reused']);
    expect(new Set([...all, again].map((one) => one.session)).size).toBe(1);
    expect(again.session).toMatch(/^[0-9a-f]{64}$/);
    expect(again.session).not.toBe(first.session);
  });

  it('may follow a refused one with the same key', async () => {
    expect((await askForSession(service, { provider_ids: ['no_such'] }, key)).status).toBe(400);
    expect((await askForSession(service, { provider_ids: ['sandbox'] }, key)).status).toBe(201);
  });
});

describe('a repeated decision', () => {
  it('gets the answer of a lost Allow', { tags: ['control-57'] }, async () => {
    const { session } = await makeSession(service);
    const flow = await reachConsent(service, session);
    const allow = () => flow.send('consent', { decision: 'allow' });
    const answers = [...(await Promise.all([allow(), allow(), allow()])), await allow()];
    const codes = await Promise.all(answers.map(async (one) => (await readJson(one)).code));
    expect(new Set(codes).size).toBe(1);
    expect((await exchange(service, { code: codes[0] })).status).toBe(200);
  });

  it('gets the answer of a lost Deny, and no other step goes on', {
    tags: ['control-57'],
  }, async () => {
    const { session, session_id } = await makeSession(service);
    const flow = await reachConsent(service, session);
    const deny = () => flow.send('consent', { decision: 'deny' });
    const answers = [...(await Promise.all([deny(), deny(), deny()])), await deny()];
    const others = await Promise.all([
      flow.send('consent', { decision: 'allow' }),
      flow.send('back'),
      logIn(flow, 'user_good'),
    ]);

    expect(await Promise.all(answers.map(readJson))).toEqual(Array(4).fill({ denied: true }));
    for (const other of others) expect(await readError(other)).toEqual([409, 'invalid_step']);
    expect((await readSession(service, session_id)).status).toBe('denied');
  });

  it('leads back to the application again when Deny is pressed twice', async () => {
    const { session } = await makeSession(service);
    const flow = createFlow(service, await openPage(service, redirectQuery()));
    await flow.send('start', { session });
    await flow.send('provider', { provider_id: 'sandbox' });
    await logIn(flow, 'user_good');
    const [first, second] = [await leaveBy(flow, 'deny'), await leaveBy(flow, 'deny')];

    expect(first).toContain('error=access_denied');
    expect(second).toBe(first);
  });
});
