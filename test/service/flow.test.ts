import { describe, expect, it } from 'vitest';
import { parseProviders } from '../../src/sdk/protocol/provider.ts';
import { builtAssets } from './built-assets.ts';
import { createTestService, isTokenValid, useService } from './harness.ts';
import { atConsent } from './plugin-service.ts';
import { hostOrigin, nonce, redirectUri } from './test-application.ts';
import { atOnce, readError, readJson, readStatus, redirectQuery } from './world.ts';

const binding = { origin: hostOrigin, nonce, state: null };

const service = useService();

/** A flow whose page has been loaded, and has not started. */
const openFlow = async (query = 'client_id=test_app') =>
  service.createFlow(await service.openPage(query));

/** The data that the simulated providers give. */
const shares = ['identity', 'returns', 'transcripts', 'forms'] as const;

describe('an embedded flow', () => {
  it('goes from selection to code for user_good', { tags: ['control-18'] }, async () => {
    const flow = await openFlow();

    const started = await flow.read('start', binding);
    const selected = await readJson(flow.pick('sandbox'));
    const loggedIn = await readJson(flow.logIn());
    const issued = await flow.read('consent', { decision: 'allow' });
    const exchanged = await service.exchange({ code: issued.code });

    expect(started).toMatchObject({
      application: { name: 'Test <App>', environment: 'test' },
      origin: hostOrigin,
      submissions: { limit: 80, used: 0 },
    });
    expect(parseProviders(started.providers)).toEqual(started.providers);
    expect(selected).toEqual({
      step: 'login',
      provider: {
        id: 'sandbox',
        name: 'Sandbox',
        domain: 'sandbox-tax.example',
        logo: expect.stringMatching(/^\/connect\/logos\/[\da-f]{64}$/),
        login: 'credentials',
        fields: null,
        hint: null,
        is_simulated: true,
      },
    });
    expect(loggedIn).toEqual(atConsent('user_good', shares));
    expect(issued).toEqual({ code: expect.stringMatching(/^[\da-f]{64}$/), nonce });
    expect(exchanged.status).toBe(200);
  });

  it('answers a repeated start, choice and way back with the same', async () => {
    const flow = await openFlow('client_id=live_app');
    const ours = { ...binding, origin: 'https://app.example' };
    const repeat = async (step: string, fields = {}) => {
      const send = async () => await flow.read(step, fields);
      return [...(await Promise.all([send(), send(), send()])), await send()];
    };

    const started = await repeat('start', ours);
    const otherwise = await flow.send('start', { ...ours, nonce: 'm'.repeat(43) });
    const chosen = await repeat('provider', { provider_id: 'brightfile' });
    const other = await flow.pick('ledgerleaf');
    const back = await repeat('back');

    expect(chosen[0]).toMatchObject({ step: 'login', provider: { id: 'brightfile' } });
    expect(back[0]).toMatchObject({ step: 'select' });
    for (const answers of [started, chosen, back]) {
      expect(answers).toEqual(Array(4).fill(answers[0]));
    }
    expect(await readError(otherwise)).toEqual([409, 'invalid_step']);
    expect(await readError(other)).toEqual([409, 'invalid_step']);
  });

  it('issues one code when consent is sent many times at once', async () => {
    const flow = await service.signIn();

    const codes = await atOnce(20, () => flow.allow());

    expect(codes).toEqual(Array(20).fill(expect.stringMatching(/^[\da-f]{64}$/)));
    expect(new Set(codes).size).toBe(1);
    expect(await readStatus(service.exchange({ code: codes[0] }))).toBe(200);
  });

  it('answers a repeated Allow with the same code, until it is exchanged', async () => {
    const flow = await service.signIn();
    const allow = () => flow.send('consent', { decision: 'allow' });

    const lost = await readJson(allow());
    service.advance(59_000);
    const again = await readJson(allow());
    // The repeated Allow has reset the code's expiry.
    service.advance(59_000);
    const mind = await flow.send('consent', { decision: 'deny' });
    const exchanged = await service.exchange({ code: again.code });
    const late = await allow();

    expect(again).toEqual(lost);
    expect(exchanged.status).toBe(200);
    expect(await readError(mind)).toEqual([409, 'invalid_step']);
    expect(await readError(late)).toEqual([409, 'invalid_step']);
    // The refused retry did not count as a replay.
    const token = String((await readJson(exchanged)).access_token);
    expect(await isTokenValid(service.store, token)).toBe(true);
  });

  it('does not issue an expired code again', async () => {
    const flow = await service.signIn();
    const code = await flow.allow();
    service.advance(60_000);
    const late = await flow.send('consent', { decision: 'allow' });
    expect(await readError(late)).toEqual([409, 'invalid_step']);
    expect((await service.exchange({ code })).status).toBe(400);
  });

  it('ends at the same address when the page of a redirect flow sends it again', async () => {
    const flow = await service.startRedirectFlow();
    const [first, second] = await Promise.all([flow.leaveBy('allow'), flow.leaveBy('allow')]);
    const code = new URL(first).searchParams.get('code');
    expect(first).toBe(`${redirectUri}&code=${code}`);
    expect(second).toBe(first);
    expect((await service.exchange({ code, redirect_uri: redirectUri })).status).toBe(200);
    expect((await flow.send('consent', { decision: 'allow' })).status).toBe(409);
  });
});

describe('a step out of order is refused', { tags: ['threat-18'] }, () => {
  const steps = {
    start: binding,
    provider: { provider_id: 'sandbox' },
    back: {},
    login: { username: 'user_good', password: 'another one' },
    answer: { answer: '123456' },
    consent: { decision: 'allow' },
  };
  const path = ['start', 'provider', 'login', 'consent'] as const;
  const allowed: Readonly<Record<string, readonly string[]>> = {
    // Here and below, a repeated request gets the same answer. `back` repeats itself at the selection.
    new: ['start'],
    start: ['start', 'back', 'provider'],
    provider: ['provider', 'back', 'login'],
    login: ['back', 'consent'],
    consent: ['consent'],
  };

  it.each(Object.entries(allowed))('after %s', async (last, allowedSteps) => {
    const flow = await openFlow();
    const taken = path.slice(0, (path as readonly string[]).indexOf(last) + 1);
    const sent = { ...steps, login: { username: 'user_good', password: 'pass_good' } };
    for (const step of taken) await flow.send(step, sent[step]);

    for (const [step, fields] of Object.entries(steps)) {
      if (allowedSteps.includes(step)) continue;
      expect(await readError(flow.send(step, fields)), step).toEqual([409, 'invalid_step']);
    }
    const next = path[taken.length];
    if (next) expect((await flow.send(next, sent[next])).status).toBe(200);
  });
});

describe('the binding to a host', () => {
  const start = async (fields: object) =>
    (await openFlow()).send('start', { ...binding, ...fields });

  it('happens once, even with many parallel requests', { tags: ['threat-18'] }, async () => {
    const flow = await openFlow();

    const statuses = await atOnce(10, (index) =>
      readStatus(flow.send('start', { ...binding, nonce: `${index}`.repeat(43) })),
    );

    expect(statuses.sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it.each([
    'http://localhost:3000',
    'https://localhost',
    'http://127.0.0.1:8080',
    'http://a.b.localhost:1',
  ])('allows %s to an application without origins', async (origin) => {
    expect(await readStatus(start({ origin }))).toBe(200);
  });

  it.each([
    'https://app.example',
    'http://localhost.example',
    'http://localhost.:80',
    'http://evillocalhost',
    'http://127.0.0.1.example',
    'http://localhost:3000/',
    'http://user@localhost:3000',
    'HTTP://localhost:3000',
    'null',
    '',
  ])('refuses %s to an application without origins', async (origin) => {
    expect(await readError(start({ origin }))).toEqual([403, 'origin_not_allowed']);
  });

  it.each([{ nonce: 'short' }, { nonce: null }, { origin: 1 }, { state: undefined }, { state: 1 }])(
    'refuses %o',
    async (fields) => {
      expect(await readError(start(fields))).toEqual([400, 'invalid_request']);
    },
  );
});

it.each([
  [
    'de-AT',
    'Nur für produktive Anwendungen',
    'Verwenden Sie user_good mit dem Passwort pass_good.',
  ],
  ['xx', 'For live applications only', 'Use user_good with the password pass_good.'],
  [undefined, 'For live applications only', 'Use user_good with the password pass_good.'],
])(
  'the selector says in the user’s language why a provider is unavailable, and how to sign in to Sandbox: %s',
  async (locale, reason, hint) => {
    const started = await (await openFlow()).read('start', { ...binding, locale });
    const [sandbox, ...others] = parseProviders(started.providers) ?? [];
    expect(sandbox).toMatchObject({ id: 'sandbox', status: 'available', reason: hint });
    expect(new Set(others.map((provider) => provider.reason))).toEqual(new Set([reason]));
  },
);

it.each([
  ['user_good', 'pass_good', '200 consent'],
  ['user_good', 'pass_bad', '401 invalid_credentials'],
  ['user_bad', 'pass_good', '401 invalid_credentials'],
  ['user_mfa', 'pass_good', '200 mfa'],
  ['user_locked', 'pass_good', '423 account_locked'],
  ['user_slow', 'pass_good', '200 consent'],
  ['user_error', 'pass_good', '502 provider_unavailable'],
])('every simulated provider answers %s with %s by %s', async (username, password, expected) => {
  const [clientId, origin] = ['live_app', 'https://app.example'];
  const { started } = await service.bind(origin, clientId);
  const listed = parseProviders((await readJson(started)).providers) ?? [];
  const usable = listed.filter(({ status }) => status === 'available');
  const answers = new Set<string>();
  for (const { id } of usable) {
    const flow = await service.startFlow({ clientId, origin });
    await flow.pick(id);
    const answer = await flow.logIn(username, password);
    const { step, error } = await readJson(answer);
    answers.add(`${answer.status} ${step ?? error}`);
    if (step !== 'mfa') continue;
    expect(await flow.read('answer', { answer: '123456' })).toMatchObject({ step: 'consent' });
  }

  expect(usable.length).toBeGreaterThanOrEqual(12);
  expect([...answers]).toEqual([expected]);
  expect(service.slept).toEqual(username === 'user_slow' ? usable.map(() => 5000) : []);
});

it('a user name has at most 200 characters', async () => {
  const flow = await service.startLogin();
  const logIn = (length: number) => readError(flow.logIn('x'.repeat(length)));

  expect(await logIn(201)).toEqual([400, 'invalid_request']);
  expect(await logIn(200)).toEqual([401, 'invalid_credentials']);
});

describe('a redirect flow', () => {
  it.each([
    [200, '2,000 characters', `&state=${'x'.repeat(2000)}`],
    [200, 'no characters', '&state='],
    [400, '2,001 characters', `&state=${'x'.repeat(2001)}`],
    [400, 'a twin', '&state=a&state=a'],
    [400, 'the character U+0000', '&state=a%00'],
    [200, 'a letter in UTF-8', '&state=%c3%a9'],
    [400, 'a letter in Latin 1', '&state=%e9'],
  ])('answers %i for an address whose state has %s', async (status, _, parameter) => {
    const { get } = await createTestService({ assets: builtAssets });

    const response = await get(`/connect?${redirectQuery()}${parameter}`);

    expect(response.status).toBe(status);
    expect(response.headers.has('Location')).toBe(false);
  });

  it('ignores what the address of an embedded flow says beyond the application', async () => {
    const host = `nonce=${'q'.repeat(43)}&origin=https://evil.example&provider_id=sandbox`;
    const query = `client_id=test_app&state=${'x'.repeat(2001)}&${host}`;
    const flow = await openFlow(query);
    const unbound = await flow.send('start');
    const started = await flow.read('start', binding);
    await flow.pick('sandbox');
    await flow.logIn();

    const answer = await flow.read('consent', { decision: 'allow' });
    const exchanged = await readJson(service.exchange({ code: answer.code }));

    expect(unbound.status).toBe(400);
    expect(started.origin).toBe(hostOrigin);
    expect(answer).toEqual({ code: expect.any(String), nonce });
    expect(exchanged).not.toHaveProperty('state');
  });
});
