import { beforeEach, describe, expect, it } from 'vitest';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import type { TestService } from './harness.ts';
import { hostOrigin, hour, nonce, start } from './test-application.ts';
import { readData, readJson, redirectQuery } from './world.ts';

const sessionId = 'K7QF3M9TABCDEFGH';

let operator: TestOperator;
let service: TestService;

beforeEach(async () => {
  operator = await createOperator();
  ({ service } = operator);
});

/** Starts a flow as the page of a host does whose session has this ID. */
const startSession = async (reference: string, origin = hostOrigin) =>
  (await service.bind(origin, 'test_app', { reference })).flow;

/** The flows that the dashboard finds, by the typed text. */
async function find(typed: string) {
  const found = await operator.get(`flows?${new URLSearchParams({ reference: typed })}`);
  const { flows } = (await readJson(found)) as { flows?: Record<string, unknown>[] };
  return flows;
}

/** The reference in a document or a notice. */
async function readReference(response: Response): Promise<string> {
  const html = await response.text();
  return /"reference":"([^"]+)"|<code dir="ltr">([^<]+)/.exec(html)?.slice(1).join('') ?? '';
}

describe('a reference', () => {
  it.each(['K7QF-3M9T', 'k7qf 3m9t', 'K7QF3M9T', sessionId])('is found as %s', async (typed) => {
    await startSession(sessionId);
    await startSession('OTHER000ABCDEFGH');

    const found = await find(typed);

    const application = { client_id: 'test_app', application: 'Test <App>' };
    expect(found).toMatchObject([
      { ...application, reference: 'K7QF3M9T', host: hostOrigin, outcome: 'in_progress' },
    ]);
  });

  it('is found with O for 0, and I and L for 1', async () => {
    await startSession('01010101ABCDEFGH');

    expect(await find('oIoLoi-OL')).toHaveLength(1);
    expect(await find('UUUU-UUUU')).toBeUndefined();
  });

  it('finds every flow of a session, the newest first, and those of others who chose the same', async () => {
    for (const rest of ['ABCDEFGH', 'ABCDEFGH', '00000000']) {
      await startSession(`K7QF3M9T${rest}`);
      service.advance(hour / 60);
    }

    const times = (await find('K7QF-3M9T'))?.map(({ started_at }) => Number(started_at) - start);
    expect(times).toEqual([hour / 30, hour / 60, 0]);
  });

  it.each(['', 'short', "' OR 1=1 --------", 'é'.repeat(16)])(
    'is not read from the session ID %j; the document’s own stays',
    async (session_id) => {
      const page = await service.get('/connect?client_id=test_app');
      const own = await readReference(page.clone());
      const flow = service.createFlow(String(readData(await page.text()).flow_token));
      await flow.send('start', { origin: hostOrigin, nonce, state: null, reference: session_id });

      expect(own).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(await find(own)).toHaveLength(1);
    },
  );

  it('is found for a document that no host has welcomed, and for the redirect flow', async () => {
    const alone = await readReference(await service.get('/connect?client_id=test_app'));
    const redirect = await readReference(await service.get(`/connect?${redirectQuery()}`));

    expect(await find(alone)).toMatchObject([{ kind: 'embedded', started_at: null }]);
    expect(await find(redirect)).toMatchObject([{ kind: 'redirect' }]);
  });

  it('is in the log of each step', async () => {
    const flow = await startSession(sessionId);
    await flow.pick('sandbox');

    const steps = service.readLog().match(/"path":"\/connect\/flow\/\w+".*"reference":"K7QF3M9T"/g);

    expect(steps).toHaveLength(2);
  });
});

describe('a flow', () => {
  it('whose provider failed is shown as failed, with the reason, until a login succeeds', async () => {
    const inProgress = [{ outcome: 'in_progress', problem: null }];
    const problem = { code: 'provider_unavailable', at: expect.any(Number) };
    const failed = { provider: 'Sandbox', outcome: 'failed', problem };
    const flow = await startSession(sessionId);
    await flow.pick('sandbox');
    expect(await find(sessionId)).toMatchObject(inProgress);
    await flow.logIn('user_error');
    expect(await find(sessionId)).toMatchObject([failed]);
    await flow.send('back');
    expect(await find(sessionId)).toMatchObject([{ step: 'select', ...failed }]);
    await flow.pick('sandbox');
    await flow.logIn();
    expect(await find(sessionId)).toMatchObject(inProgress);
  });

  it('with a wrong password is in progress until it expires, then failed, for a day', async () => {
    const flow = await startSession(sessionId);
    await flow.pick('sandbox');
    await flow.logIn('user_good', 'wrong');
    const findAfter = async (hours: number) => {
      service.advance(hours * hour);
      await service.store.purge(start + hours * hour);
      await operator.signIn();
      const found = await find(sessionId);
      service.advance(-hours * hour);
      return found;
    };

    const problem = { code: 'invalid_credentials' };
    expect(await find(sessionId)).toMatchObject([{ outcome: 'in_progress', problem }]);
    expect(await findAfter(23)).toMatchObject([{ outcome: 'failed', problem }]);
    expect(await findAfter(25)).toEqual([]);
  });

  it('of a host that is not registered is found with the reason', async () => {
    await startSession(sessionId, 'https://stranger.example');

    expect(await find(sessionId)).toMatchObject([
      { started_at: null, outcome: 'failed', problem: { code: 'origin_not_allowed' } },
    ]);
  });
});
