import { describe, expect, it } from 'vitest';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import {
  hostOrigin,
  hour,
  nonce,
  readData,
  readError,
  readJson,
  redirectQuery,
  type TestService,
} from './harness.ts';

const sessionId = 'K7QF3M9TABCDEFGH';

/** Starts a flow as the page of a host does whose session has this ID. */
const startSession = async (service: TestService, reference: string, origin = hostOrigin) =>
  (await service.bind(origin, 'test_app', { reference })).flow;

/** The flows that the dashboard finds, by the typed text. */
async function find(operator: TestOperator, typed: string) {
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
    const operator = await createOperator();
    await startSession(operator.service, sessionId);
    await startSession(operator.service, 'OTHER000ABCDEFGH');

    const found = await find(operator, typed);

    const application = { client_id: 'test_app', application: 'Test <App>' };
    expect(found).toMatchObject([
      { ...application, reference: 'K7QF3M9T', host: hostOrigin, outcome: 'in_progress' },
    ]);
  });

  it('is found with O for 0, and I and L for 1', async () => {
    const operator = await createOperator();
    await startSession(operator.service, '01010101ABCDEFGH');

    expect(await find(operator, 'oIoLoi-OL')).toHaveLength(1);
    expect(await find(operator, 'UUUU-UUUU')).toBeUndefined();
  });

  it('finds every flow of a session, and those of others who chose the same', async () => {
    const operator = await createOperator();
    for (const rest of ['ABCDEFGH', 'ABCDEFGH', '00000000']) {
      await startSession(operator.service, `K7QF3M9T${rest}`);
    }

    expect(await find(operator, 'K7QF-3M9T')).toHaveLength(3);
  });

  it.each(['', 'short', "' OR 1=1 --------", 'é'.repeat(16)])(
    'is not read from the session ID %j; the document’s own stays',
    async (session_id) => {
      const operator = await createOperator();
      const page = await operator.service.get('/connect?client_id=test_app');
      const own = await readReference(page.clone());
      const flow = operator.service.createFlow(String(readData(await page.text()).flow_token));
      await flow.send('start', { origin: hostOrigin, nonce, state: null, reference: session_id });

      expect(own).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(await find(operator, own)).toHaveLength(1);
    },
  );

  it('is found for a document that no host has welcomed, and for the redirect flow', async () => {
    const operator = await createOperator();
    const { app } = operator.service;
    const alone = await readReference(await app.request('/connect?client_id=test_app'));
    const redirect = await readReference(await app.request(`/connect?${redirectQuery()}`));

    expect(await find(operator, alone)).toMatchObject([{ kind: 'embedded', started_at: null }]);
    expect(await find(operator, redirect)).toMatchObject([{ kind: 'redirect' }]);
  });

  it('is in the log of each step', async () => {
    const { service } = await createOperator();
    const flow = await startSession(service, sessionId);
    await flow.pick('sandbox');

    const steps = service.readLog().match(/"path":"\/connect\/flow\/\w+".*"reference":"K7QF3M9T"/g);

    expect(steps).toHaveLength(2);
  });

  it('tells nothing to a stranger', async () => {
    const operator = await createOperator();
    operator.cookie = '';

    expect(await readError(operator.get('flows?reference=K7QF3M9T'))).toEqual([
      401,
      'session_expired',
    ]);
  });
});

describe('a flow', () => {
  it('whose provider failed is shown as failed, with the reason, until a login succeeds', async () => {
    const operator = await createOperator();
    const flow = await startSession(operator.service, sessionId);
    await flow.pick('sandbox');
    const before = await find(operator, sessionId);
    await flow.logIn('user_error');
    const failed = await find(operator, sessionId);
    await flow.logIn();
    const after = await find(operator, sessionId);

    const common = { outcome: 'in_progress', problem: null };
    const problem = { code: 'provider_unavailable', at: expect.any(Number) };
    expect(before).toMatchObject([common]);
    expect(failed).toMatchObject([{ provider: 'Sandbox', outcome: 'failed', problem }]);
    expect(after).toMatchObject([common]);
  });

  it('keeps the failed provider when the person goes back', async () => {
    const operator = await createOperator();
    const flow = await startSession(operator.service, sessionId);
    await flow.pick('sandbox');
    await flow.logIn('user_error');
    await flow.send('back');

    expect(await find(operator, sessionId)).toMatchObject([
      { step: 'select', provider: 'Sandbox', outcome: 'failed' },
    ]);
  });

  it('with a wrong password is in progress until it expires, then failed, for a day', async () => {
    const operator = await createOperator();
    const flow = await startSession(operator.service, sessionId);
    await flow.pick('sandbox');
    await flow.logIn('user_good', 'wrong');
    const during = await find(operator, sessionId);
    operator.service.advance(23 * hour);
    await operator.service.store.purge(1_700_000_000_000 + 23 * hour);
    await operator.signIn();
    const nextDay = await find(operator, sessionId);
    operator.service.advance(2 * hour);
    await operator.service.store.purge(1_700_000_000_000 + 25 * hour);
    await operator.signIn();

    const problem = { code: 'invalid_credentials' };
    expect(during).toMatchObject([{ outcome: 'in_progress', problem }]);
    expect(nextDay).toMatchObject([{ outcome: 'failed', problem }]);
    expect(await find(operator, sessionId)).toEqual([]);
  });

  it('of a host that is not registered is found with the reason', async () => {
    const operator = await createOperator();
    await startSession(operator.service, sessionId, 'https://stranger.example');

    expect(await find(operator, sessionId)).toMatchObject([
      { started_at: null, outcome: 'failed', problem: { code: 'origin_not_allowed' } },
    ]);
  });
});
