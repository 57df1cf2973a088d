import { beforeEach, describe, expect, it, vi } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { listen } from './handoff-harness.ts';
import { createTestService, type TestService } from './harness.ts';
import {
  credentials,
  day,
  hostOrigin,
  live,
  liveApplication,
  minute,
  publicUrl,
  redirectUri,
  start,
  testApplication,
} from './test-application.ts';
import {
  atOnce,
  authorization,
  basic,
  readError,
  readJson,
  redirectQuery,
  type TestFlow,
} from './world.ts';

const foreign = basic(liveApplication);

let service: TestService;

beforeEach(async () => {
  service = await createTestService({ applications: [testApplication, live] });
});

/** A redirect flow with this session, after the sign-in. */
async function redirectWith(session: string, query: string) {
  const flow = service.createFlow(await service.openPage(query));
  await flow.send('start', { session });
  await flow.pick('sandbox');
  await flow.logIn();
  return flow;
}

const settled = async (responses: readonly Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status).sort();

describe('POST /connect/sessions', () => {
  it('makes an open session with a link', async () => {
    // An object without a tag is the same as no tags.
    const response = await service.askForSession({ tags: {} });
    expect(response.status).toBe(201);
    const made = await readJson(response);
    expect(made).toEqual({
      session_id: expect.stringMatching(/^cs_\w{20,}$/),
      session: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: `${publicUrl}/connect?client_id=test_app&session=${made.session}`,
      expires_at: new Date(1_700_000_000_000 + 1_800_000).toISOString(),
    });
    expect(await service.readSession(String(made.session_id))).toEqual({
      session_id: made.session_id,
      status: 'open',
      account_id: null,
      provider_id: null,
      finished_at: null,
      exchanged: false,
      client_user_id: null,
      tags: null,
    });
  });

  it('takes the credentials from the body as well, but not from both', async () => {
    expect((await service.post('/connect/sessions', credentials)).status).toBe(201);
    const both = await service.askForSession(credentials);
    expect(await readError(both)).toEqual([400, 'invalid_request']);
    const another = await service.askForSession({ client_id: 'live_app' });
    expect(await readError(another)).toEqual([400, 'invalid_request']);
    expect((await service.askForSession({ client_id: credentials.client_id })).status).toBe(201);
  });

  it.each<[string, string, Record<string, string>]>([
    ['a type', '', { 'Content-Type': 'application/json' }],
    ['chunks', '', { 'Transfer-Encoding': 'chunked' }],
    ['no encoding', '{}', { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' }],
  ])('cancels by a request without fields that names %s', async (_, body, headers) => {
    const { session_id } = await service.makeSession();
    const canceled = await service.app.request(`/connect/sessions/${session_id}/cancel`, {
      method: 'POST',
      headers: { ...authorization, ...headers },
      body,
    });
    expect(canceled.status).toBe(204);
  });

  it('takes a secret by HTTP Basic, encoded and, as curl sends it, as it is', async () => {
    const client_secret = 'a+b/c-d.e:%41%f==0f4c8b1d7e2a93650f4c8b1d7e2a';
    const application = { ...testApplication, client_secret };
    const other = await createTestService({ applications: [application] });
    const ask = async (secret: string) => {
      const header = basic({ ...credentials, client_secret: secret });
      return (await other.post('/connect/sessions', {}, header)).status;
    };

    expect(await ask(encodeURIComponent(client_secret))).toBe(201);
    expect(await ask(client_secret)).toBe(201);
    expect(await ask(`${client_secret}x`)).toBe(401);
  });

  it.each([
    ['provider_ids', [], 'must be a list of 1 to 100 provider IDs'],
    ['provider_ids', ['sandbox', 7], 'must be a list of 1 to 100 provider IDs'],
    ['provider_ids', ['sandbox', 'no_such'], 'no_such'],
    ['account_id', 'account_unknown', 'not an account connected to this application'],
    ['state', '', 'must be a text of 1 to 2000 characters'],
    ['state', 'x'.repeat(2001), 'must be a text of 1 to 2000 characters'],
    ['locale', 'not a language', 'must be a language tag such as en or pt-BR'],
    ['expires_in', 0, 'must be a whole number of seconds from 1 to 604800'],
    ['expires_in', 604_801, 'must be a whole number of seconds from 1 to 604800'],
    ['expires_in', '60', 'must be a whole number of seconds from 1 to 604800'],
    ['redirect_uri', 'https://evil.example/callback', 'not registered'],
  ])('refuses %s %o and says what it must be', async (name, value, rule) => {
    const response = await service.askForSession({ [name]: value });
    expect(response.status).toBe(400);
    const { error, error_description } = await readJson(response);
    expect(error).toBe('invalid_request');
    expect(error_description).toContain(rule);
  });

  it('accepts every field at its limit at once, in JSON that escapes each letter', async () => {
    const longUri = `https://app.example/${'x'.repeat(1980)}`;
    service = await createTestService({
      applications: [{ ...testApplication, redirect_uris: [longUri] }],
    });
    const long = 'é'.repeat(200);
    const tags = Array.from({ length: 10 }, (_, index) => [`${'n'.repeat(39)}${index}`, long]);
    const fields = {
      ...{ provider_ids: Array(100).fill('sandbox'), state: long.repeat(10) },
      ...{ client_user_id: long.slice(0, 128), tags: Object.fromEntries(tags) },
      ...{ expires_in: 604_800, account_id: null, locale: 'pt-BR' },
      redirect_uri: longUri,
    };
    const body = JSON.stringify(fields).replaceAll('é', '\\u00e9');
    const headers = { ...authorization, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body };
    const made = await readJson(service.app.request('/connect/sessions', init));

    expect(made.expires_at).toBe(new Date(start + 7 * day).toISOString());

    const { client_user_id } = fields;
    const read = await service.readSession(String(made.session_id));
    expect(read).toMatchObject({ client_user_id, tags: fields.tags });
  });

  it('limits the open sessions of each application, and how many it makes in a minute', async () => {
    service = await createTestService({
      config: { maxOpenSessions: 2 },
      rateLimits: { sessions: { max: 4, windowMs: 60_000 } },
    });
    const first = await service.makeSession();
    await service.makeSession();
    expect(await readError(service.askForSession())).toEqual([403, 'session_limit_reached']);
    expect((await service.askForSession({}, foreign)).status).toBe(201);
    await service.cancelSession(first.session_id);
    expect((await service.askForSession()).status).toBe(201);
    service.advance(30_000);
    const fast = await service.askForSession();
    expect(await readError(fast)).toEqual([429, 'rate_limited']);
    expect(fast.headers.get('Retry-After')).toBe('30');
    service.advance(30_000);
    expect(await readError(service.askForSession())).toEqual([403, 'session_limit_reached']);
    // The sessions expire after half an hour.
    service.advance(30 * minute);
    expect((await service.askForSession()).status).toBe(201);
  });
});

describe('the outcome of a session', () => {
  it('names the account from Allow on, as the exchange', { tags: ['control-57'] }, async () => {
    const { session, session_id } = await service.makeSession();
    const code = await service.allow({ session });
    const connected = await service.readSession(session_id);
    expect(connected).toEqual({
      session_id,
      status: 'connected',
      account_id: expect.stringMatching(/^account_/),
      provider_id: 'sandbox',
      finished_at: new Date(start).toISOString(),
      exchanged: false,
      client_user_id: null,
      tags: null,
    });
    const { account_id } = await readJson(service.exchange({ code }));
    expect(account_id).toBe(connected.account_id);
    expect(await service.readSession(session_id)).toEqual({ ...connected, exchanged: true });
  });

  it('names the same account in two sessions of one person, which is listed after its exchange', async () => {
    const [first, second] = [await service.makeSession(), await service.makeSession()];
    await service.allow(first);
    const code = await service.allow(second);
    const query = { search: '', after: '', count: 10 };
    expect(await service.store.accounts.list('test_app', query)).toEqual([]);
    const { accountId } = await service.finish(code);
    expect((await service.readSession(first.session_id)).account_id).toBe(accountId);
  });

  it.each(['denied', 'canceled', 'expired'])(
    'can be %s, which ends it for every page',
    { tags: ['threat-57'] },
    async (status) => {
      const made = await service.makeSession();
      const { flow } = await service.openSession(made.session);
      const atConsent = await service.signIn(made);
      expect((await flow.pick('sandbox')).status).toBe(200);
      await service.endSession(made, status);
      const outcome = await service.readSession(made.session_id);
      const nothing = { account_id: null, provider_id: null, exchanged: false };
      expect(outcome).toMatchObject({ status, ...nothing });
      expect(outcome.finished_at).not.toBeNull();
      const { started } = await service.openSession(made.session);
      const allowed = atConsent.send('consent', { decision: 'allow' });
      for (const late of [started, flow.logIn(), allowed]) {
        expect(await readError(late)).toEqual([401, 'session_expired']);
      }
      expect(await readError(service.askForCode(made.session_id))).toEqual([409, 'not_connected']);
      // Cancelling it again changes nothing.
      expect((await service.cancelSession(made.session_id)).status).toBe(204);
      expect((await service.readSession(made.session_id)).status).toBe(status);
    },
  );

  it('stays open when the person fails or leaves before consent', async () => {
    const { session, session_id } = await service.makeSession();
    const { flow } = await service.openSession(session);
    await flow.pick('sandbox');
    await flow.logIn('user_bad');
    await flow.send('consent', { decision: 'deny' });
    expect((await service.readSession(session_id)).status).toBe('open');
    await service.allow({ session });
    expect((await service.readSession(session_id)).status).toBe('connected');
  });

  it('is unknown to others, and to all seven days later', { tags: ['threat-57'] }, async () => {
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    const path = `/connect/sessions/${session_id}`;
    const theirs = await service.get(path, foreign);
    const unknown = await service.get('/connect/sessions/cs_unknown', foreign);
    expect([theirs.status, await readJson(theirs)]).toEqual([404, await readJson(unknown)]);
    expect((await service.askForCode(session_id, foreign)).status).toBe(404);
    expect((await service.cancelSession(session_id, foreign)).status).toBe(404);
    service.advance(7 * day - 1);
    expect((await service.readSession(session_id)).status).toBe('connected');
    service.advance(1);
    expect((await service.get(path, authorization)).status).toBe(404);
    expect((await service.askForCode(session_id)).status).toBe(404);
  });

  it('says for seven days that its code was exchanged, even after a consent of one day', async () => {
    service = await createTestService({ applications: [{ ...testApplication, consent_days: 1 }] });
    const { session, session_id } = await service.makeSession();
    await service.exchange({ code: await service.allow({ session }) });
    service.advance(7 * day - 1);
    await service.store.purge(start + 7 * day - 1);
    expect(await service.readSession(session_id)).toMatchObject({ exchanged: true });
  });
});

describe('a fresh code', () => {
  it('replaces a lost one, for seven days', async () => {
    const { session, session_id } = await service.makeSession({ state: 'of the user' });
    const lost = await service.allow({ session });
    expect(await readError(service.askForCode(session_id))).toEqual([409, 'code_pending']);
    service.advance(7 * day - 1000);
    await service.store.purge(1_700_000_000_000 + 7 * day - 1000);
    const response = await service.askForCode(session_id);
    expect(response.status).toBe(201);
    const { code } = await readJson(response);
    expect(await readError(service.exchange({ code: lost }))).toEqual([400, 'invalid_grant']);
    const { account_id } = await service.readSession(session_id);
    expect(await readJson(service.exchange({ code }))).toMatchObject({
      account_id,
      state: 'of the user',
    });
    expect(await readError(service.askForCode(session_id))).toEqual([409, 'already_exchanged']);
  });

  it.each([
    ['the page has its code', async () => {}, [409, '1']],
    [
      'no one has taken it from the page, which says so',
      (flow: TestFlow) => flow.send('leave', { failed: true }),
      [201, null],
    ],
    ['it has been closed', (flow: TestFlow) => flow.send('leave'), [409, '1']],
  ] as const)('waits for half a minute while the code may arrive: %s', async (_, act, expected) => {
    const { session, session_id } = await service.makeSession();
    const flow = await service.signIn({ session });
    const code = await flow.allow();
    await act(flow);
    service.advance(29_001);
    const early = await service.askForCode(session_id);
    expect([early.status, early.headers.get('Retry-After')]).toEqual(expected);
    const isReplaced = early.status === 201;
    expect((await service.exchange({ code })).status).toBe(isReplaced ? 400 : 200);
  });

  it('does not wait for an expired one, and lives as long as any code', async () => {
    const brief = await createTestService({ config: { codeTtlMs: 10_000 } });
    const made = await brief.makeSession();
    await brief.allow(made);
    expect((await brief.askForCode(made.session_id)).headers.get('Retry-After')).toBe('10');
    brief.advance(10_000);
    const { code } = await readJson(brief.askForCode(made.session_id));
    brief.advance(10_000);
    expect((await brief.exchange({ code })).status).toBe(400);
    // The page has none of the fresh ones.
    for (const _ of [1, 2]) expect((await brief.askForCode(made.session_id)).status).toBe(201);
    const { code: last } = await readJson(brief.askForCode(made.session_id));
    expect((await brief.exchange({ code: last })).status).toBe(200);
  });

  it('keeps its grant for as long, even at the end of the seven days', async () => {
    const slow = await createTestService({ config: { codeTtlMs: 600_000 } });
    const { session, session_id } = await slow.makeSession();
    await slow.issueSandboxCode({ session, username: 'user_relogin' });
    slow.advance(7 * day - 1000);
    const { code } = await readJson(slow.askForCode(session_id));
    slow.advance(300_000);
    await slow.store.purge(start + 7 * day + 299_000);
    expect((await slow.exchange({ code })).status).toBe(200);
    expect(await slow.store.revocations.count()).toBe(0);
  });

  it('of a redirect flow is exchanged without redirect URI and code verifier', async () => {
    const { session, session_id } = await service.makeSession({ redirect_uri: redirectUri });
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const query = `${redirectQuery()}&code_challenge=${challenge}&code_challenge_method=S256`;
    await (await redirectWith(session, query)).leaveBy('allow');
    const { code } = await readJson(service.askLater(session_id));
    const redirected = await service.exchange({ code, redirect_uri: redirectUri });
    expect(await readError(redirected)).toEqual([400, 'invalid_grant']);
    expect((await service.exchange({ code })).status).toBe(200);
  });

  it('races with an exchange of the last one: one wins', { tags: ['threat-57'] }, async () => {
    for (let round = 0; round < 12; round += 1) {
      const { session, session_id } = await service.makeSession();
      const last = await service.allow({ session });
      service.advance(30_000);
      const [exchanged, replaced] = await Promise.all([
        service.exchange({ code: last }),
        service.askForCode(session_id),
      ]);
      expect([exchanged.status, replaced.status].sort()).toEqual(
        exchanged.ok ? [200, 409] : [201, 400],
      );
      if (!exchanged.ok) {
        const { code } = await readJson(replaced);
        expect((await service.exchange({ code })).status).toBe(200);
      }
      expect((await service.readSession(session_id)).exchanged).toBe(true);
    }
  });

  it('races with other fresh ones: one of them works', { tags: ['threat-57'] }, async () => {
    const { session, session_id } = await service.makeSession();
    await service.allow({ session });
    service.advance(30_000);
    const responses = await atOnce(8, () => service.askForCode(session_id));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const codes = await Promise.all(responses.map(async (one) => (await readJson(one)).code));
    const statuses = await settled(codes.map((code) => service.exchange({ code })));
    expect(statuses).toEqual([200, ...Array(7).fill(400)]);
  });
});

describe('an attack on a session', { tags: ['threat-57'] }, () => {
  it('in two browsers at once gets one success, which no third one takes back', async () => {
    const { session, session_id } = await service.makeSession();
    const [last, ...flows] = await atOnce(4, () => service.signIn({ session }));
    const answers = flows.map((flow) => flow.send('consent', { decision: 'allow' }));
    expect(await settled(answers)).toEqual([200, 401, 401]);
    await last?.send('consent', { decision: 'deny' });
    expect((await service.readSession(session_id)).status).toBe('connected');
  });

  it('cannot finish a consent after the session has been canceled, or the other way round', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { session, session_id } = await service.makeSession();
      const flow = await service.signIn({ session });
      const [allowed, canceled] = await Promise.all([
        flow.send('consent', { decision: 'allow' }),
        service.cancelSession(session_id),
      ]);
      const { status } = await service.readSession(session_id);
      expect([allowed.status, canceled.status, status]).toEqual(
        allowed.ok ? [200, 409, 'connected'] : [401, 204, 'canceled'],
      );
    }
  });
});

describe('the terms of a session', () => {
  it('allow no other provider that is available', async () => {
    const { session } = await service.makeSession({ provider_ids: ['oakline'] }, foreign);
    const { flow } = await service.openSession(session, { clientId: 'live_app' });
    expect(await readError(flow.pick('ledgerleaf'))).toEqual([409, 'invalid_step']);
    expect((await flow.pick('oakline')).status).toBe(200);
  });

  it('bind its state to the code, and refuse another one of the page', async () => {
    const { session } = await service.makeSession({ state: 'of the backend' });
    const other = await service.openSession(session, { state: 'another' });
    expect(await readError(other.started)).toEqual([400, 'invalid_options']);
    expect((await service.openSession(session, { state: 'of the backend' })).started.status).toBe(
      200,
    );
    const code = await service.allow({ session });
    expect(await readJson(service.exchange({ code }))).toMatchObject({ state: 'of the backend' });
  });

  it('bind another state to the code of a redirect flow than the address has', async () => {
    const terms = { redirect_uri: redirectUri, state: 'of the backend' };
    const { session } = await service.makeSession(terms);
    const flow = await redirectWith(session, `${redirectQuery()}&state=of-the-browser`);
    const { searchParams } = new URL(await flow.leaveBy('allow'));
    expect(searchParams.get('state')).toBe('of-the-browser');
    const exchange = { code: searchParams.get('code'), redirect_uri: redirectUri };
    expect(await readJson(service.exchange(exchange))).toMatchObject({ state: 'of the backend' });
  });

  it('name a redirect URI, which another address cannot replace', async () => {
    const { session } = await service.makeSession({ redirect_uri: redirectUri });
    const other = service.createFlow(
      await service.openPage(redirectQuery('http://localhost:4401/callback')),
    );
    expect(await readError(other.send('start', { session }))).toEqual([400, 'invalid_options']);
    const flow = service.createFlow(await service.openPage(redirectQuery()));
    expect((await flow.send('start', { session })).status).toBe(200);
  });

  it('are checked after the host, so that a foreign page learns nothing', async () => {
    const { session } = await service.makeSession();
    const askAt = async (origin: string, of: string) => {
      const { started } = await service.bind(origin, 'test_app', { session: of });
      return [started.status, await readJson(started)];
    };
    const evil = 'https://evil.example';
    expect(await askAt(evil, session)).toEqual(await askAt(evil, 'f'.repeat(64)));
    expect((await askAt(hostOrigin, session))[0]).toBe(200);
  });
});

describe('the sandbox in a session', () => {
  it('connects its user, once', async () => {
    const terms = { provider_ids: ['sandbox'], state: 'of the user' };
    const { session, session_id } = await service.makeSession(terms);
    const issue = () => service.post('/sandbox/authorization_codes', { ...credentials, session });
    expect(await settled([issue(), issue(), issue()])).toEqual([201, 401, 401]);
    expect((await service.readSession(session_id)).status).toBe('connected');
    const { code } = await readJson(service.askForCode(session_id));
    expect(await readJson(service.exchange({ code }))).toMatchObject({ state: 'of the user' });
  });

  it('refuses another account or provider than its own', async () => {
    const { accountId: account_id } = await service.connectSandbox();
    const { session } = await service.makeSession({ account_id });
    const issue = (username: string, own = session) =>
      service.post('/sandbox/authorization_codes', { ...credentials, session: own, username });
    const elsewhere = await service.makeSession({ provider_ids: ['oakline'] });
    for (const refused of [issue('user_mfa'), issue('user_good', elsewhere.session)]) {
      expect(await readError(refused)).toEqual([401, 'session_expired']);
    }
    const { code } = await readJson(issue('user_good'));
    expect((await service.finish(code)).accountId).toBe(account_id);
  });
});

describe('the end of a session', () => {
  async function listenAt(page: TestFlow, other: TestFlow) {
    const heard = [listen(page), listen(other)] as const;
    await expect.poll(() => heard.flatMap(({ events }) => events)).toHaveLength(2);
    return heard;
  }
  it('tells an open page that its session was canceled, and nothing else', async () => {
    const made = await service.makeSession();
    const { flow: page } = await service.openSession(made.session);
    const { flow: other } = await service.openSession((await service.makeSession()).session);
    const [heard, heardByOther] = await listenAt(page, other);
    await service.cancelSession(made.session_id);
    await heard.ended;
    await heardByOther.cancel();
    expect(heard.events).toEqual([{ session: 'open' }, { session: 'ended' }]);
    expect(heardByOther.events).toEqual([{ session: 'open' }]);
  });

  it.each(byExtent(['allow'], ['allow', 'deny']))(
    'tells all pages but its own: %s',
    async (decision) => {
      const { session } = await service.makeSession();
      const page = await service.signIn({ session });
      const { flow: other } = await service.openSession(session);
      const [heard, heardByOther] = await listenAt(page, other);
      await page.send('consent', { decision });
      await Promise.all([heard.ended, heardByOther.ended]);
      expect(heard.events).toEqual([{ session: 'open' }, { session: 'decided' }]);
      expect(heardByOther.events).toEqual([{ session: 'open' }, { session: 'ended' }]);
    },
  );

  it('is no end for a page that decides while the service looks', async () => {
    const { session } = await service.makeSession();
    const page = await service.signIn({ session });
    const { connectSessions } = service.store;
    const { listOpen } = connectSessions;
    vi.spyOn(connectSessions, 'listOpen').mockImplementationOnce(async (...values) => {
      await page.send('consent', { decision: 'allow' });
      return await listOpen(...values);
    });
    const heard = listen(page);
    await heard.ended;
    expect(heard.events).toEqual([{ session: 'decided' }]);
  });

  it('has no events for a page without a session', async () => {
    const { flow } = await service.openSession(null);
    expect(await readError(flow.send('events'))).toEqual([409, 'invalid_step']);
  });
});
