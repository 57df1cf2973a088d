import { describe, expect, it } from 'vitest';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import {
  asAdmin,
  createTestService,
  credentials,
  day,
  readJson,
  redirectUri,
  start,
  type TestService,
} from './harness.ts';

const mistyped = 'https://app.example/callbak?tenant=a%20b';

/** The test application, as the dashboard shows it. */
const find = async (operator: TestOperator) =>
  await readJson(operator.get('applications/test_app'));

const listUris = async (operator: TestOperator) => (await find(operator)).refused_redirect_uris;

const startRedirect = ({ app }: TestService, uri: string) =>
  app.request(`/connect?client_id=test_app&redirect_uri=${encodeURIComponent(uri)}`);

describe('a redirect URI that is not registered', () => {
  it('is listed for a day, with the last time, until it is registered', async () => {
    const operator = await createOperator();
    const { service } = operator;
    expect((await startRedirect(service, mistyped)).status).toBe(400);
    service.advance(60_000);
    await startRedirect(service, mistyped);
    await startRedirect(service, 'http://app.example/');
    expect((await startRedirect(service, redirectUri)).status).toBe(200);

    expect(await listUris(operator)).toEqual([
      { redirect_uri: 'http://app.example/', refused_at: start + 60_000, is_registrable: false },
      { redirect_uri: mistyped, refused_at: start + 60_000, is_registrable: true },
    ]);
    await operator.post('applications/test_app/redirect-uris/add', { redirect_uri: mistyped });
    expect(await listUris(operator)).toMatchObject([{ redirect_uri: 'http://app.example/' }]);
    service.advance(day);
    await operator.signIn();
    expect(await listUris(operator)).toEqual([]);
  });

  it.each(['', 'x y', 'https://a.example/é', `https://a.example/${'a'.repeat(2000)}`])(
    'is not listed when no one could have registered it: %s',
    async (uri) => {
      const operator = await createOperator();
      expect((await startRedirect(operator.service, uri)).status).toBe(400);
      expect(await listUris(operator)).toEqual([]);
    },
  );

  it('is one of at most twenty, beside as many origins', async () => {
    const operator = await createOperator();
    const { service } = operator;
    for (let count = 0; count < 25; count += 1) {
      service.advance(1);
      await startRedirect(service, `https://app.example/${count}`);
    }
    const headers = { 'Sec-Fetch-Dest': 'iframe', Referer: 'https://shop.io/' };
    await service.get('/connect?client_id=test_app', headers);

    const { refused_redirect_uris: uris, refused_origins: origins } = await find(operator);
    expect(uris).toHaveLength(20);
    expect(uris).toMatchObject({ 0: { redirect_uri: 'https://app.example/24' } });
    expect(origins).toMatchObject([{ origin: 'https://shop.io' }]);
  });
});

describe('a refused request of a backend', () => {
  it('leaves the time of a wrong secret, and of a refused code', async () => {
    const operator = await createOperator();
    const { service } = operator;
    const code = await service.issueSandboxCode();
    const none = { secret_refused_at: null, code_refused_at: null };
    expect(await find(operator)).toMatchObject(none);

    await service.exchange({ code, client_secret: 'wrong' });
    expect(await find(operator)).toMatchObject({ ...none, secret_refused_at: start });
    service.advance(1000);
    await service.exchange({ code, redirect_uri: redirectUri });
    expect(await find(operator)).toMatchObject({
      secret_refused_at: start,
      code_refused_at: start + 1000,
    });
    expect((await service.exchange({ code })).status).toBe(200);
  });

  it('leaves nothing for another application, or an unknown one', async () => {
    const operator = await createOperator();
    await operator.service.exchange({ code: 'x', client_id: 'live_app' });
    await operator.service.exchange({ code: 'x', client_id: 'unknown_app' });
    expect(await find(operator)).toMatchObject({ secret_refused_at: null });
    const live = await readJson(operator.get('applications/live_app'));
    expect(live).toMatchObject({ secret_refused_at: start });
  });
});

describe('the list of flows says of the code of a session', () => {
  const findOutcome = async (operator: TestOperator) => {
    const { flows } = await find(operator);
    return (flows as { outcome: string }[]).map(({ outcome }) => outcome);
  };

  it('that the backend can still get it, then that it was exchanged', async () => {
    const operator = await createOperator();
    const { service } = operator;
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    expect(await findOutcome(operator)).toEqual(['code_issued']);
    service.advance(60_000);
    expect(await findOutcome(operator)).toEqual(['code_recoverable']);
    const { code } = await readJson(service.askLater(session_id));
    expect(await findOutcome(operator)).toEqual(['code_issued']);
    await readJson(service.exchange({ code }));
    service.advance(60_000);
    expect(await findOutcome(operator)).toEqual(['code_exchanged']);
  });

  it('nothing like that without a session', async () => {
    const operator = await createOperator();
    await operator.service.issueCode();
    operator.service.advance(60_000);
    expect(await findOutcome(operator)).toEqual(['code_expired']);
  });
});

it('a wrong secret of HTTP Basic is noted, too', async () => {
  const service = await createTestService();
  const Authorization = `Basic ${btoa(`${credentials.client_id}:wrong`)}`;
  expect((await service.post('/connect/sessions', {}, { Authorization })).status).toBe(401);
  const headers = asAdmin;
  const answer = await service.get('/admin/applications/test_app', headers);
  expect(await readJson(answer)).toMatchObject({ secret_refused_at: start });
});
