import { describe, expect, it } from 'vitest';
import { useService } from './harness.ts';
import { day, hostOrigin, liveApplication, testApplication } from './test-application.ts';
import { basic, readError, readJson, redirectQuery } from './world.ts';

const foreign = basic(liveApplication);

const live = { ...liveApplication, origins: [hostOrigin] };
const service = useService({ applications: [testApplication, live] });

describe('a repeated creation', () => {
  const key = { 'Idempotency-Key': 'order 4711' };

  it('gets the same session, which works, also when both arrive at once', async () => {
    const fields = { state: 'of the user', provider_ids: ['sandbox'] };
    const all = await Promise.all([1, 2, 3, 4].map(() => service.makeSession(fields, key)));
    const again = await service.makeSession({ ...fields, account_id: null }, key);
    expect(new Set([...all, again].map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await service.openSession(again.session)).started.status).toBe(200);
    expect((await service.makeSession(fields)).session).not.toBe(again.session);
  });

  it('is refused with other fields, and with a wrong key', async () => {
    await service.makeSession({ state: 'a' }, key);
    const other = await service.askForSession({ state: 'b' }, key);
    expect(await readError(other)).toEqual([422, 'idempotency_key_reused']);
    expect((await service.askForSession({ state: 'a' }, key)).status).toBe(201);
    const answers = [];
    // A header's value has no spaces around it.
    for (const sent of ['', 'x'.repeat(256), 'x'.repeat(255), ' x']) {
      answers.push((await service.askForSession({}, { 'Idempotency-Key': sent })).status);
    }
    expect(answers).toEqual([400, 400, 201, 201]);
  });

  it('of another application is another session', async () => {
    const own = await service.makeSession({}, key);
    const response = await service.post('/connect/sessions', {}, { ...foreign, ...key });
    expect(response.status).toBe(201);
    expect((await readJson(response)).session_id).not.toBe(own.session_id);
  });

  it('makes another session seven days after the end, also before a sweep, and once', async () => {
    const first = await service.makeSession({ state: 'a' }, key);
    service.advance(1_800_000 + 7 * day - 1);
    const last = await service.askForSession({ state: 'b' }, key);
    service.advance(1);
    const all = await Promise.all([1, 2, 3].map(() => service.makeSession({ state: 'b' }, key)));
    await service.store.purge(1_700_000_000_000 + 1_800_000 + 7 * day + 1);
    const again = await service.makeSession({ state: 'b' }, key);

    expect(await readError(last)).toEqual([422, 'idempotency_key_reused']);
    expect(new Set([...all, again].map((one) => one.session)).size).toBe(1);
    expect(again.session).toMatch(/^[0-9a-f]{64}$/);
    expect(again.session).not.toBe(first.session);
  });

  it('may follow a refused one with the same key', async () => {
    expect((await service.askForSession({ provider_ids: ['no_such'] }, key)).status).toBe(400);
    expect((await service.askForSession({ provider_ids: ['sandbox'] }, key)).status).toBe(201);
  });
});

describe('a repeated decision', () => {
  it('gets the answer of a lost Allow', { tags: ['control-57'] }, async () => {
    const { session } = await service.makeSession();
    const flow = await service.signIn({ session });
    const allow = () => flow.send('consent', { decision: 'allow' });
    const answers = [...(await Promise.all([allow(), allow(), allow()])), await allow()];
    const codes = await Promise.all(answers.map(async (one) => (await readJson(one)).code));
    expect(new Set(codes).size).toBe(1);
    expect((await service.exchange({ code: codes[0] })).status).toBe(200);
  });

  it('gets the answer of a lost Deny, and goes no step on', { tags: ['control-57'] }, async () => {
    const { session, session_id } = await service.makeSession();
    const flow = await service.signIn({ session });
    const deny = () => flow.send('consent', { decision: 'deny' });
    const answers = [...(await Promise.all([deny(), deny(), deny()])), await deny()];
    const others = await Promise.all([
      flow.send('consent', { decision: 'allow' }),
      flow.send('back'),
      flow.logIn(),
    ]);

    expect(await Promise.all(answers.map(readJson))).toEqual(Array(4).fill({ denied: true }));
    for (const other of others) expect(await readError(other)).toEqual([409, 'invalid_step']);
    expect((await service.readSession(session_id)).status).toBe('denied');
  });

  it('leads back to the application again when Deny is pressed twice', async () => {
    const { session } = await service.makeSession();
    const flow = service.createFlow(await service.openPage(redirectQuery()));
    await flow.send('start', { session });
    await flow.pick('sandbox');
    await flow.logIn();
    const [first, second] = [await flow.leaveBy('deny'), await flow.leaveBy('deny')];

    expect(first).toContain('error=access_denied');
    expect(second).toBe(first);
  });
});
