import { createCallback, finishSession } from 'tax-connect/server';
import { describe, expect, it, vi } from 'vitest';
import { asBackend, createTestService, oneProxy, type TestService, useService } from './harness.ts';
import { recordStatements } from './statements.ts';
import { hostOrigin, liveApplication, nonce, publicUrl, redirectUri } from './test-application.ts';
import { atOnce, basic, inTurn, readError, readJson, readStatus } from './world.ts';

const guess = 'f'.repeat(64);
const from = (address: string) => ({ 'X-Forwarded-For': address });

/** Each way to find out whether a secret opens a session of the test application. */
const ways = {
  async start(service: TestService, session: string, address = '192.0.2.1') {
    const token = await service.openPage('client_id=test_app', from(address));
    const fields = { origin: hostOrigin, nonce, state: null, session };
    return await service.createFlow(token, from(address)).send('start', fields);
  },
  begin: (service: TestService, session: string, address = '192.0.2.1') =>
    service.post(
      '/connect/flow/begin',
      { client_id: 'test_app', session },
      { Origin: publicUrl, ...from(address) },
    ),
  link: (service: TestService, session: string, address = '192.0.2.1') =>
    service.get(`/connect?client_id=test_app&session=${session}`, from(address)),
};
const wayNames = ['start', 'begin', 'link'] as const;

describe.each(wayNames)('a guess at a session by %s', (name) => {
  const ask = ways[name];
  // The screen of a link says that it has expired.
  const missed = name === 'link' ? 200 : 401;
  const createLimited = () =>
    createTestService({
      config: { trustedProxies: oneProxy },
      rateLimits: { missedSessions: { max: 3, windowMs: 60_000 } },
    });

  it('is one of few that a network has in a minute', { tags: ['threat-57'] }, async () => {
    const service = await createLimited();
    const statuses = await inTurn(5, () => readStatus(ask(service, guess)));
    expect(statuses).toEqual([missed, missed, missed, 429, 429]);
    expect((await ask(service, guess, '192.0.2.2')).status).toBe(missed);
    service.advance(60_000);
    expect((await ask(service, guess)).status).toBe(missed);
  });

  it('does not get the session of a neighbour refused', { tags: ['control-57'] }, async () => {
    const service = await createLimited();
    const { session } = await service.makeSession();
    await inTurn(5, () => ask(service, guess));
    expect(await inTurn(5, () => readStatus(ask(service, session)))).toEqual(Array(5).fill(200));
  });
});

/** Secrets of sessions that are over, or not the application's. */
async function makeMissed(service: TestService) {
  const foreign = await service.makeSession({}, basic(liveApplication));
  const [used, canceled] = [await service.makeSession(), await service.makeSession()];
  await service.allow(used);
  await service.cancelSession(canceled.session_id);
  const expired = await service.makeSession({ expires_in: 1 });
  service.advance(1000);
  return {
    unknown: guess,
    empty: '',
    foreign: foreign.session,
    used: used.session,
    canceled: canceled.session,
    expired: expired.session,
  };
}

/** Digits that differ from document to document, such as the nonce of its policy. */
const withoutSecrets = (text: string) =>
  text.replaceAll(/nonce(?:=|-)"?[\w+/=-]+|"reference":"\w+"/g, '');

it.each(wayNames)('unusable sessions look alike: %s', { tags: ['threat-57'] }, async (name) => {
  const service = await createTestService();
  const { used, canceled, ...others } = await makeMissed(service);
  // The person of a link is told how it ended. They have its secret.
  const { empty, ...unknown } = others;
  const secrets = name === 'link' ? unknown : { ...others, used, canceled };
  const ask = async (session: string) => {
    const database = recordStatements();
    const response = await ways[name](service, session);
    const statements = database.readAll().map(({ text }) => text);
    vi.restoreAllMocks();
    return [response.status, withoutSecrets(await response.text()), statements] as const;
  };
  // Compares with the OpenAPI document for the first time, which opens another service.
  await ask(guess);
  const expected = await ask(guess);
  expect(expected[2].filter((text) => text.includes('session_hash'))).not.toEqual([]);
  for (const [reason, session] of Object.entries(secrets)) {
    expect([reason, ...(await ask(session))]).toEqual([reason, ...expected]);
  }
  const control = await ways[name](service, (await service.makeSession()).session);
  expect([control.status, withoutSecrets(await control.text())]).not.toEqual(expected.slice(0, 2));
});

const service = useService();

/** The victim connects an account by the link that an attacker has sent. */
async function connectVictim(session: string) {
  const { flow_token } = await readJson(ways.begin(service, session));
  const flow = service.createFlow(String(flow_token));
  await flow.pick('sandbox');
  await flow.logIn();
  return await flow.read('consent', { decision: 'allow' });
}

describe('a session that an attacker has sent to a victim', { tags: ['threat-57'] }, () => {
  const state = 'of the attacker';

  it('shows the victim who asks, and nothing of the attacker', async () => {
    const { session } = await service.makeSession({ state });
    const html = await (await ways.link(service, session)).text();
    expect(html).toContain('"name":"Test \\u003cApp>"');
    expect(html).not.toContain(state);
    expect(await (await ways.begin(service, session)).text()).not.toContain(state);
  });

  it('gives the attacker nothing at the service', async () => {
    const { session, session_id } = await service.makeSession({ state });
    expect(await connectVictim(session)).toEqual({ connected: true });

    const html = await (await ways.link(service, session)).text();
    expect(html).toContain('"status":"connected"');
    expect(html).not.toMatch(/account_|user_good|sandbox|"code"/);
    const { started } = await service.openSession(session);
    expect(await readError(started)).toEqual([401, 'session_expired']);
    const path = `/connect/sessions/${session_id}`;
    for (const Authorization of [`Bearer ${session}`, `Basic ${btoa(`test_app:${session}`)}`]) {
      const headers = { Authorization };
      expect(await readStatus(service.get(path, headers))).toBe(401);
      for (const act of ['code', 'cancel']) {
        expect(await readStatus(service.post(`${path}/${act}`, {}, headers))).toBe(401);
      }
    }
  });

  it('connects nothing where the browser of the victim arrives', async () => {
    const { session } = await service.makeSession({ redirect_uri: redirectUri });
    const { location } = await connectVictim(session);
    const connected: string[] = [];
    const callback = createCallback({
      ...asBackend(service),
      redirectUri,
      onConnected: ({ accountId }) => void connected.push(accountId),
      onError() {},
    });
    const headers = {
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Site': 'cross-site',
    };
    const arrived = await callback(new Request(String(location), { headers }));
    expect([arrived.status, connected]).toEqual([403, []]);
  });
});

describe('a session of an attacker that the page of a victim has opened', () => {
  const attacker = 'of the attacker';
  const victim = 'of the victim';

  /** The victim allows access in the attacker's session, in a page that passes its visitor's own state. */
  async function allowIn(session: string) {
    const { flow } = await service.openSession(session, { state: victim });
    await flow.pick('sandbox');
    await flow.logIn();
    return await flow.allow();
  }

  /** The application's callback, as the page of a user calls it. */
  function createPage(state: string, sessionId?: string) {
    const connected: string[] = [];
    const own = asBackend(service);
    const callback = createCallback({
      ...own,
      getState: () => state,
      getConnectSessionId: () => sessionId,
      onConnected: ({ accountId }) => void connected.push(accountId),
      onError() {},
    });
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const post = (query: string) =>
      callback(new Request(`https://app.example/callback${query}`, { method: 'POST', headers }));
    return { own, connected, post };
  }

  it('connects the victim while the attacker asks for codes', { tags: ['threat-57'] }, async () => {
    const { session, session_id } = await service.makeSession();
    const code = await allowIn(session);
    const asked = await atOnce(20, () => readStatus(service.askForCode(session_id)));
    expect(new Set(asked)).toEqual(new Set([409]));
    const page = createPage(victim);
    expect((await page.post(`?code=${code}`)).status).toBe(204);
    expect(page.connected).toHaveLength(1);
    const theirs = createPage(attacker, session_id);
    expect([(await theirs.post('')).status, theirs.connected]).toEqual([400, []]);
  });

  it.each(['callback', 'finishSession'])(
    'gives the attacker no lost code by %s',
    { tags: ['threat-57'] },
    async (way) => {
      const { session, session_id: sessionId } = await service.makeSession();
      await allowIn(session);
      service.advance(30_000);
      const { own, connected, post } = createPage(attacker, sessionId);
      if (way === 'callback') expect((await post('')).status).toBe(403);
      else {
        const finished = finishSession({ ...own, sessionId, state: attacker });
        await expect(finished).rejects.toMatchObject({ code: 'state_mismatch' });
      }
      expect(connected).toEqual([]);
    },
  );

  it.each(['callback', 'callback with an expired code', 'finishSession'])(
    'gives its own user the lost code by %s',
    { tags: ['control-57'] },
    async (way) => {
      const { session, session_id: sessionId } = await service.makeSession({ state: victim });
      const lost = await allowIn(session);
      service.advance(61_000);
      const { own, connected, post } = createPage(victim, sessionId);
      const query = way === 'callback' ? '' : `?code=${lost}`;
      if (way !== 'finishSession') expect((await post(query)).status).toBe(204);
      else connected.push((await finishSession({ ...own, sessionId, state: victim })).accountId);
      expect(connected).toHaveLength(1);
    },
  );
});
