import { beforeEach, describe, expect, it } from 'vitest';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import type { TestService } from './harness.ts';
import { credentials, day, redirectUri, start } from './test-application.ts';
import { basic, readJson, redirectQuery } from './world.ts';

const mistyped = 'https://app.example/callbak?tenant=a%20b';

let operator: TestOperator;
let service: TestService;

beforeEach(async () => {
  operator = await createOperator();
  ({ service } = operator);
});

/** The test application, as the dashboard shows it. */
const find = () => readJson(operator.get('applications/test_app'));

const listUris = async () => (await find()).refused_redirect_uris;

const startRedirect = async (uri: string) =>
  (await service.get(`/connect?${redirectQuery(uri)}`)).status;

describe('a redirect URI that is not registered', () => {
  it('is listed for a day, with the last time, until it is registered', async () => {
    expect(await startRedirect(mistyped)).toBe(400);
    service.advance(60_000);
    await startRedirect(mistyped);
    await startRedirect('http://app.example/');
    expect(await startRedirect(redirectUri)).toBe(200);

    expect(await listUris()).toEqual([
      { redirect_uri: 'http://app.example/', refused_at: start + 60_000, is_registrable: false },
      { redirect_uri: mistyped, refused_at: start + 60_000, is_registrable: true },
    ]);
    await operator.post('applications/test_app/redirect-uris/add', { redirect_uri: mistyped });
    expect(await listUris()).toMatchObject([{ redirect_uri: 'http://app.example/' }]);
    service.advance(day);
    await operator.signIn();
    expect(await listUris()).toEqual([]);
  });

  it.each(['', 'x y', 'https://a.example/é', `https://a.example/${'a'.repeat(2000)}`])(
    'is not listed when no one could have registered it: %s',
    async (uri) => {
      expect(await startRedirect(uri)).toBe(400);
      expect(await listUris()).toEqual([]);
    },
  );

  it('is one of at most twenty, beside as many origins', async () => {
    for (let count = 0; count < 25; count += 1) {
      service.advance(1);
      await startRedirect(`https://app.example/${count}`);
    }
    const headers = { 'Sec-Fetch-Dest': 'iframe', Referer: 'https://shop.io/' };
    await service.get('/connect?client_id=test_app', headers);

    const { refused_redirect_uris: uris, refused_origins: origins } = await find();
    expect(uris).toHaveLength(20);
    expect(uris).toMatchObject({ 0: { redirect_uri: 'https://app.example/24' } });
    expect(origins).toMatchObject([{ origin: 'https://shop.io' }]);
  });
});

describe('a refused request of a backend', () => {
  it('leaves the time of a wrong secret, and of a refused code', async () => {
    const code = await service.issueSandboxCode();
    const none = { secret_refused_at: null, code_refused_at: null };
    expect(await find()).toMatchObject(none);

    await service.exchange({ code, client_secret: 'wrong' });
    const refused = { ...none, secret_refused_at: start };
    expect(await find()).toMatchObject(refused);
    service.advance(1000);
    await service.exchange({ code, redirect_uri: redirectUri });
    expect(await find()).toMatchObject({ ...refused, code_refused_at: start + 1000 });
    expect((await service.exchange({ code })).status).toBe(200);
  });

  it('leaves nothing for another application, or an unknown one', async () => {
    await service.exchange({ code: 'x', client_id: 'live_app' });
    await service.exchange({ code: 'x', client_id: 'unknown_app' });
    expect(await find()).toMatchObject({ secret_refused_at: null });
    const live = await readJson(operator.get('applications/live_app'));
    expect(live).toMatchObject({ secret_refused_at: start });
  });
});

describe('the list of flows says of the code of a session', () => {
  const findOutcome = async () => {
    const { flows } = await find();
    return (flows as { outcome: string }[]).map(({ outcome }) => outcome);
  };

  it('that the backend can still get it, then that it was exchanged', async () => {
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    expect(await findOutcome()).toEqual(['code_issued']);
    service.advance(60_000);
    expect(await findOutcome()).toEqual(['code_recoverable']);
    const { code } = await readJson(service.askLater(session_id));
    expect(await findOutcome()).toEqual(['code_issued']);
    await readJson(service.exchange({ code }));
    service.advance(60_000);
    expect(await findOutcome()).toEqual(['code_exchanged']);
  });

  it('nothing like that without a session', async () => {
    await service.issueCode();
    service.advance(60_000);
    expect(await findOutcome()).toEqual(['code_expired']);
  });
});

it('a wrong secret of HTTP Basic is noted, too', async () => {
  const wrong = basic({ ...credentials, client_secret: 'wrong' });
  expect((await service.askForSession({}, wrong)).status).toBe(401);
  expect(await find()).toMatchObject({ secret_refused_at: start });
});
