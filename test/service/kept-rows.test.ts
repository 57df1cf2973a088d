import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createOperator } from './dashboard-harness.ts';
import { createQuery, createTestDatabase, openTestStoreAt } from './database.ts';
import {
  createTestService,
  logIn,
  oneProxy,
  readError,
  redirectUri,
  type ServiceOptions,
  startFlow,
} from './harness.ts';
import {
  askForSession,
  askLater,
  authorization,
  cancel,
  exchangeCode,
  makeSession,
  reachConsent,
  readSession,
  succeed,
} from './session-harness.ts';

const start = 1_700_000_000_000;
const hour = 60 * 60 * 1000;
const state = 'Ж'.repeat(2000);
const folder = mkdtempSync(join(tmpdir(), 'tax-connect-rows-'));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

/** A service, and the bytes of text in the rows of a table. */
async function createMeasured(options: ServiceOptions = {}) {
  files += 1;
  const location = await createTestDatabase(join(folder, `${files}.sqlite`));
  const query = createQuery(location);
  const operator = await createOperator({ ...options, store: await openTestStoreAt(location) });
  const measure = async (table: string) => {
    const texts = (await query(`SELECT * FROM ${table}`)).flatMap((row) => Object.values(row));
    return Buffer.byteLength(texts.filter((value) => typeof value === 'string').join(''));
  };
  return { operator, service: operator.service, measure };
}

describe('a flow with a problem', { tags: ['threat-68'] }, () => {
  it('keeps the problem for a day, and the long values of a stranger until it expires', async () => {
    const { operator, service, measure } = await createMeasured();
    const flow = await startFlow(service, { state });
    await flow.send('provider', { provider_id: 'sandbox' });
    await logIn(flow, 'user_good', 'wrong');
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
    const made = await makeSession(service, { state });
    const flow = await reachConsent(service, made.session);
    await service.store.purge(start + 10_000);

    await flow.send('consent', { decision: 'allow' });

    const { code } = (await (await askLater(service, made.session_id)).json()) as {
      code: string;
    };
    expect(await exchangeCode(service, code)).toMatchObject({ state });
  });
});

describe('a session that has ended', { tags: ['threat-68'] }, () => {
  const fields = { state, redirect_uri: redirectUri, provider_ids: Array(90).fill('sandbox') };

  it.each(['canceled', 'denied', 'connected', 'expired'])(
    'is a small row when it was %s, which its backend can read',
    async (status) => {
      const { service, measure } = await createMeasured();
      const { session, session_id } = await makeSession(service, fields);
      const open = await measure('connect_sessions');
      if (status === 'canceled') await cancel(service, session_id);
      if (status === 'connected') await succeed(service, session);
      if (status === 'denied') {
        await (await reachConsent(service, session)).send('consent', { decision: 'deny' });
      }
      if (status === 'expired') {
        service.advance(hour);
        // Reading events reports the sessions that have expired.
        await service.app.request('/events', { headers: authorization });
      }

      expect(open).toBeGreaterThan(4000);
      expect(await measure('connect_sessions')).toBeLessThan(500);
      expect(await readSession(service, session_id)).toMatchObject({ status });
    },
  );
});

describe('a limit of a day', { tags: ['threat-68', 'control-68'] }, () => {
  const day = (max: number) => ({ max, windowMs: 24 * hour });

  it('holds for the documents of a network, and not of another', async () => {
    const service = await createTestService({
      config: { trustedProxies: oneProxy },
      rateLimits: { pagesOfDay: day(2) },
    });
    const open = async (address: string) =>
      (
        await service.app.request('/connect?client_id=test_app', {
          headers: { 'X-Forwarded-For': address },
        })
      ).status;

    const statuses = [await open('192.0.2.1'), await open('192.0.2.1'), await open('192.0.2.1')];
    const other = await open('192.0.2.2');
    service.advance(24 * hour);

    expect([statuses, other, await open('192.0.2.1')]).toEqual([[200, 200, 429], 200, 200]);
  });

  it('holds for the sessions of an application, also canceled ones', async () => {
    const service = await createTestService({ rateLimits: { sessionsOfDay: day(2) } });
    const key = { 'Idempotency-Key': 'first' };
    const { session_id } = await makeSession(service, {}, key);
    await cancel(service, session_id);
    await makeSession(service);

    const refused = await askForSession(service);
    const repeated = await askForSession(service, {}, key);
    service.advance(24 * hour);

    expect(await readError(refused)).toEqual([429, 'rate_limited']);
    expect(repeated.status).toBe(201);
    expect((await askForSession(service)).status).toBe(201);
  });
});
