import { describe, expect, it } from 'vitest';
import { createOperator } from './dashboard-harness.ts';
import { openQueriedStore } from './database.ts';
import { createTestService, type ServiceOptions } from './harness.ts';
import { hour, minute, redirectUri, start } from './test-application.ts';
import { authorization, readError, readJson } from './world.ts';

const state = 'Ж'.repeat(2000);

/** A service, and the bytes of text in the rows of a table. */
async function createMeasured(options: ServiceOptions = {}) {
  const { store, query } = await openQueriedStore();
  const operator = await createOperator({ ...options, store });
  const measure = async (table: string) => {
    const texts = (await query(`SELECT * FROM ${table}`)).flatMap((row) => Object.values(row));
    return Buffer.byteLength(texts.filter((value) => typeof value === 'string').join(''));
  };
  return { operator, service: operator.service, measure };
}

describe('a flow with a problem', { tags: ['threat-68'] }, () => {
  it('keeps the problem for a day, and the long values of a stranger until it expires', async () => {
    const { operator, service, measure } = await createMeasured();
    const flow = await service.startFlow({ state });
    await flow.pick('sandbox');
    await flow.logIn('user_good', 'wrong');
    await service.store.purge(start + 10_000);
    const during = await measure('flows');
    service.advance(23 * hour);
    await service.store.purge(start + 23 * hour);

    await operator.signIn();
    const listed = await operator.get('applications/test_app');

    expect(during).toBeGreaterThan(4000);
    expect(await measure('flows')).toBeLessThan(500);
    expect(JSON.stringify(await listed.json())).toContain('"invalid_credentials"');
  });

  it('goes on with its values before', { tags: ['control-68'] }, async () => {
    const { service } = await createMeasured();
    const made = await service.makeSession({ state });
    const flow = await service.signIn({ session: made.session });
    await service.store.purge(start + 10_000);

    await flow.send('consent', { decision: 'allow' });

    const { code } = await readJson(service.askLater(made.session_id));
    expect(await readJson(service.exchange({ code }))).toMatchObject({ state });
  });
});

it('an unused flow is deleted an hour after its end', { tags: ['threat-68'] }, async () => {
  const { service, measure } = await createMeasured();
  await service.openPage('client_id=test_app');
  await service.startLogin();
  const end = start + 30 * minute + hour;

  await service.store.purge(end);
  expect(await measure('flows')).toBeGreaterThan(0);
  await service.store.purge(end + 1);
  expect(await measure('flows')).toBe(0);
});

const longTerms = { state, redirect_uri: redirectUri, provider_ids: Array(90).fill('sandbox') };

it.each(['canceled', 'denied', 'connected', 'expired'])(
  'a session that was %s is a small row, which its backend can read',
  { tags: ['threat-68'] },
  async (status) => {
    const { service, measure } = await createMeasured();
    const made = await service.makeSession(longTerms);
    const open = await measure('connect_sessions');
    await service.endSession(made, status);
    // Reading events reports the sessions that have expired.
    await service.get('/events', authorization);

    expect(open).toBeGreaterThan(4000);
    expect(await measure('connect_sessions')).toBeLessThan(500);
    expect(await service.readSession(made.session_id)).toMatchObject({ status });
  },
);

it('a limit of a day holds for the sessions of an application, also canceled ones', {
  tags: ['threat-68', 'control-68'],
}, async () => {
  const service = await createTestService({
    rateLimits: { sessionsOfDay: { max: 2, windowMs: 24 * hour } },
  });
  const key = { 'Idempotency-Key': 'first' };
  const { session_id } = await service.makeSession({}, key);
  await service.cancelSession(session_id);
  await service.makeSession();

  const refused = await service.askForSession();
  const repeated = await service.askForSession({}, key);
  service.advance(24 * hour);

  expect(await readError(refused)).toEqual([429, 'rate_limited']);
  expect(repeated.status).toBe(201);
  expect((await service.askForSession()).status).toBe(201);
});
