import { beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../src/connect/service/http/rate-limit.ts';
import { Refusal } from '../../src/connect/service/http/refusal.ts';
import { byExtent } from '../support/extent.ts';
import { createTestService, oneProxy, type TestService } from './harness.ts';
import {
  credentials,
  hour,
  live,
  liveApplication,
  minute,
  start,
  testApplication,
} from './test-application.ts';
import { atOnce, inTurn, readError, readJson, readStatus, type TestFlow } from './world.ts';

const behindProxy = { config: { trustedProxies: oneProxy } };

let service: TestService;

beforeEach(async () => {
  service = await createTestService(behindProxy);
});

const limitTo = async (submission_limit: number) => {
  const applications = [{ ...testApplication, submission_limit }, liveApplication];
  service = await createTestService({ ...behindProxy, applications });
};

/** A flow at the login whose page has this address. */
const startFrom = async (address: string) =>
  service.createFlow((await service.startLogin()).token, { 'X-Forwarded-For': address });

/** Ten flows at the login. */
const startLogins = () => atOnce(10, () => startFrom('192.0.2.1'));

/** Sends this many parallel logins on the Connect page, each of another user. */
async function submitFromPage(count: number, flows?: readonly TestFlow[]) {
  const started = flows ?? (await startLogins());
  return await atOnce(count, async (index) => {
    const answer = await started[index % started.length]?.logIn(`nobody_${index}`, 'guess');
    return answer?.status ?? 0;
  });
}

const submit = (headers: Record<string, string> = {}) =>
  service.post('/sandbox/authorization_codes', credentials, headers);

/** Issues this many codes for a backend in parallel. */
const submitFromBackend = (count: number) =>
  atOnce(count, () => readStatus(submit({ 'X-Forwarded-For': '198.51.100.7' })));

const countOf = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

describe('the submission limit', () => {
  it.each(byExtent([10], [1, 3, 4, 7, 10]))(
    'of %i is exact for 60 parallel submissions from page and backend',
    async (limit) => {
      await limitTo(limit);

      const flows = await startLogins();
      const [page, backend] = await Promise.all([submitFromPage(30, flows), submitFromBackend(30)]);

      expect(countOf(page, 401) + countOf(backend, 201)).toBe(limit);
      expect(countOf(page, 403) + countOf(backend, 403)).toBe(60 - limit);
    },
  );

  const shares: readonly [limit: number, share: number][] = [
    [5, 4],
    [1, 1],
    [4, 4],
    [7, 6],
    [10, 8],
  ];

  it.each(byExtent(shares.slice(0, 1), shares))(
    'of %i lets exactly %i of 60 parallel submissions pass on the page alone',
    { tags: ['threat-32'] },
    async (limit, share) => {
      await limitTo(limit);

      const page = await submitFromPage(60);

      expect([countOf(page, 401), countOf(page, 403)]).toEqual([share, 60 - share]);
    },
  );

  it('keeps a share for the backend, which strangers on the page cannot use up', {
    tags: ['threat-37'],
  }, async () => {
    await limitTo(10);

    const strangers = await submitFromPage(40);
    const backend = await submitFromBackend(5);
    const page = await readError((await service.startFlow()).pick('sandbox'));

    expect(countOf(strangers, 401)).toBe(8);
    expect(backend.sort()).toEqual([201, 201, 403, 403, 403]);
    expect(page).toEqual([403, 'submission_limit_reached']);
  });

  it('is shown to the page as its share, which shrinks with the backend’s use', async () => {
    await limitTo(10);
    const readShare = async () => {
      const { started } = await service.openSession(null);
      return (await readJson(started)).submissions;
    };

    const before = await readShare();
    await (await service.startLogin()).logIn('user_bad');
    const used = await readShare();
    await submitFromBackend(6);
    const after = await readShare();

    expect([before, used, after]).toEqual([
      { limit: 8, used: 0 },
      { limit: 8, used: 1 },
      { limit: 8, used: 5 },
    ]);
  });

  it('falls back to the service’s default, and survives an updated registration', async () => {
    service = await createTestService({ config: { submissionLimit: 2 } });
    await service.issueSandboxCode();
    await service.store.applications.register(testApplication, 0);
    await service.issueSandboxCode();

    expect(await readError(submit())).toEqual([403, 'submission_limit_reached']);
  });

  it('does not exist for live applications', { tags: ['control-32'] }, async () => {
    service = await createTestService({ applications: [live], config: { submissionLimit: 0 } });
    const flow = await service.startAt('ledgerleaf');

    expect(await readStatus(flow.logIn())).toBe(200);
  });
});

it('the sandbox endpoint refuses live applications, other providers and addresses, and uses up no sign-in for it', async () => {
  await limitTo(1);
  const post = (fields: object) =>
    service.post('/sandbox/authorization_codes', { ...credentials, ...fields });
  const live = { client_id: 'live_app', client_secret: liveApplication.client_secret };
  const redirect_uri = 'https://evil.example';
  const stated = { redirect_uri: testApplication.redirect_uris[0], state: 'x' };

  expect(await readError(post(live))).toEqual([403, 'unauthorized_client']);
  expect(await readError(post({ provider_id: 'ledgerleaf' }))).toEqual([
    400,
    'provider_unavailable',
  ]);
  for (const fields of [{ redirect_uri }, stated, { provider_id: 1 }]) {
    expect(await readError(post(fields))).toEqual([400, 'invalid_request']);
  }
  expect(await readError(post({ client_secret: 'x' }))).toEqual([401, 'invalid_client']);
  const control = await post({ provider_id: 'sandbox' });
  expect(control.status).toBe(201);
  expect(Object.keys(await readJson(control))).toEqual(['code']);
  expect((await post({})).status).toBe(403);
});

it.each([
  ['GET', '/account', 401],
  ['GET', '/events', 401],
  ['GET', '/admin/applications', 401],
  ['POST', '/auth/token', 415],
])('%s %s is limited for a network, and not for another', async (method, path, status) => {
  const rateLimits = { backendRequests: { max: 2, windowMs: minute } };
  service = await createTestService({ ...behindProxy, rateLimits });
  const ask = async (address: string) =>
    (await service.app.request(path, { method, headers: { 'X-Forwarded-For': address } })).status;

  expect(await inTurn(3, () => ask('192.0.2.1'))).toEqual([status, status, 429]);
  expect(await ask('192.0.2.2')).toBe(status);
});

it('sign-ins, answers, new codes and visits to a provider are limited together for a network', async () => {
  const rateLimits = { logins: { max: 1, windowMs: minute } };
  service = await createTestService({ rateLimits });
  const [other, flow] = [await service.startLogin(), await service.startLogin()];
  const { challenge } = await readJson(flow.logIn('user_mfa'));
  const resend = () => flow.send('resend', { challenge_id: Object(challenge).id });
  const answer = (text: string) => flow.send('answer', { answer: text });

  for (const refused of [other.logIn(), other.send('authorize'), answer('123456'), resend()]) {
    expect(await readError(refused)).toEqual([429, 'rate_limited']);
  }
  // A page that waits for its person sends an empty answer.
  expect(await readError(answer(''))).toEqual([401, 'invalid_one_time_code']);
  service.advance(minute);
  expect(await readStatus(resend())).toBe(200);
});

it.each(byExtent([1100], [200, 1100]))(
  'a limit that is counted in leases permits exactly 2,000 after a cold start of %i parallel requests',
  async (parallel) => {
    service = await createTestService({
      rateLimits: { pages: { max: 2000, windowMs: 60_000 } },
      logLevel: 'silent',
    });
    const statuses: number[] = [];
    const send = async (count: number) => {
      statuses.push(...(await atOnce(count, () => readStatus(service.get('/connect/return')))));
    };

    // More than 1,000 lease more than the limit. With many more, some would wait too long for a connection.
    while (statuses.length < 2000) await send(Math.min(parallel, 2000 - statuses.length));
    await send(2);

    expect(statuses.filter((status) => status !== 200)).toEqual([429, 429]);
  },
);

it('what is left of a lease is lost with its window', async () => {
  const { store } = await createTestService();
  let now = start;
  const clock = { now: () => now, sleep: async () => {} };
  const parts = { name: 'pages', clock, counters: store.rateCounters };
  const limiter = createRateLimiter({ max: 2000, windowMs: 60_000 }, parts);
  await limiter.take('one');
  now += 60_000;
  let taken = 0;
  const takeAll = async () => {
    for (; taken < 3000; taken += 1) await limiter.take('one');
  };

  await expect(takeAll()).rejects.toThrow(Refusal);
  expect(taken).toBe(2000);
});

/** Logs in from this address, in a separate flow. */
const logInFrom = async (address: string, username?: string, password?: string) =>
  (await startFrom(address)).logIn(username, password);

/** Sends this many wrong passwords, one after the other. */
const guessFrom = (address: string, { count = 1, username = 'user_good' } = {}) =>
  inTurn(count, () => readStatus(logInFrom(address, username, 'guess')));

describe('guessing at a login', () => {
  it('says before the last tries how many are left, at passwords and codes alike', async () => {
    const flow = await service.startLogin();
    const guess = { username: 'user_mfa', password: 'guess' };
    const passwords = await inTurn(6, () => flow.read('login', guess));
    await flow.logIn('user_mfa');
    const codes = await inTurn(3, () => flow.read('answer', { answer: '1' }));
    const refused = await flow.send('answer', { answer: '1' });
    const left = [...passwords, ...codes].map(({ tries_left }) => tries_left);
    // The right password before the code is a try, too, until the code is right.
    expect(left).toEqual([...Array(6).fill(undefined), 2, 1, undefined]);
    expect(await readError(refused)).toEqual([429, 'too_many_attempts']);
    expect(refused.headers.get('Retry-After')).toBe('60');
  });

  it('counts a name in all spellings, and others apart', { tags: ['threat-48'] }, async () => {
    const spellings = ['user_good', 'USER_GOOD', ' user_good\t', 'User_Good', 'ｕｓｅｒ＿ｇｏｏｄ'];
    const names = [...spellings, ...spellings, 'user_good', 'user_mfa'];

    const guesses = await inTurn(12, (index) =>
      guessFrom('192.0.2.1', { username: names[index] ?? '' }),
    );

    expect(guesses.flat()).toEqual([...Array(10).fill(401), 429, 401]);
  });

  it('lets exactly ten of a hundred parallel guesses pass', { tags: ['threat-21'] }, async () => {
    service = await createTestService({ config: { submissionLimit: 1000 } });
    const flow = await service.startLogin();

    const statuses = await atOnce(100, () => readStatus(flow.logIn('user_good', 'guess')));

    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 90]);
  });

  it('ends a flow after twenty tries, also parallel ones, for its right password, too', async () => {
    const flow = await service.startLogin();

    const errors = await atOnce(25, (index) => readError(flow.logIn(`nobody_${index}`)));
    const right = await flow.logIn();
    const back = await flow.send('back', { from: 'login' });

    const wrong = errors.filter(([, error]) => error === 'invalid_credentials');
    expect(wrong).toHaveLength(20);
    expect(errors.filter((error) => !wrong.includes(error))).toEqual(
      Array(5).fill([401, 'session_expired']),
    );
    expect(await readError(right)).toEqual([401, 'session_expired']);
    expect(await readError(back)).toEqual([401, 'session_expired']);
    expect((await (await service.startLogin()).logIn()).status).toBe(200);
  });

  it('does not count the successful tries of a flow', { tags: ['control-21'] }, async () => {
    service = await createTestService({ config: { submissionLimit: 1000 } });
    const flow = await service.startLogin();
    const statuses: number[] = [];
    for (let index = 0; index < 25; index += 1) {
      const username = index % 2 ? 'user_mfa' : 'user_good';
      statuses.push((await flow.logIn(username)).status);
      if (index % 2) statuses.push((await flow.send('answer', { answer: '123456' })).status);
      await flow.send('back', { from: 'consent' });
      await flow.pick('sandbox');
    }

    expect(statuses).toEqual(Array(37).fill(200));
    await inTurn(20, (index) => flow.logIn(`nobody_${index}`));
    expect(await readError(flow.logIn())).toEqual([401, 'session_expired']);
  });

  it('with many user names makes the network wait, and not the others in it', {
    tags: ['threat-21', 'control-21'],
  }, async () => {
    service = await createTestService({
      config: { ...behindProxy.config, submissionLimit: 1000 },
    });
    const stuff = async (count: number, triesPerFlow: number) => {
      const tries = await inTurn(count / triesPerFlow, async (index) => {
        const flow = await startFrom('192.0.2.1');
        return await inTurn(triesPerFlow, (tried) =>
          readStatus(flow.logIn(`stolen_${count}_${index}_${tried}`)),
        );
      });
      const statuses = tries.flat();
      return [countOf(statuses, 401), countOf(statuses, 429)];
    };
    const logInAgain = async (network: string, typo?: string) => {
      const flow = await startFrom(network);
      if (typo) await flow.logIn(typo);
      const answer = await flow.logIn();
      return [answer.status, answer.headers.get('Retry-After')];
    };

    const before = await stuff(30, 15);
    const during = await stuff(60, 10);
    const other = await logInAgain('192.0.2.1');
    const afterTypo = await logInAgain('192.0.2.1', 'user_god');
    const flooding = await stuff(15, 1);
    const crowded = await logInAgain('192.0.2.1');
    const { session } = await service.makeSession();
    const { token } = await service.startFlow({ session });
    const invited = service.createFlow(token, { 'X-Forwarded-For': '192.0.2.1' });
    await invited.pick('sandbox');
    const guest = await readStatus(invited.logIn('user_relogin'));
    const elsewhere = await logInAgain('192.0.2.2', 'user_god');
    service.advance(10 * 60_000);
    const later = await logInAgain('192.0.2.1', 'user_goood');

    expect(before).toEqual([30, 0]);
    // Three of each flow
    expect(during).toEqual([18, 42]);
    expect([other, afterTypo]).toEqual(Array(2).fill([200, null]));
    // Thirty a minute of the network; three were tried above
    expect(flooding).toEqual([9, 6]);
    expect(crowded).toEqual([429, '60']);
    expect(guest).toBe(200);
    expect([elsewhere, later]).toEqual(Array(2).fill([200, null]));
  });

  it('doubles the wait after each further guess, up to 16 minutes', async () => {
    await guessFrom('192.0.2.1', { count: 10 });
    const waits: (string | null)[] = [];
    for (let round = 0; round < 7; round += 1) {
      const locked = await logInFrom('192.0.2.1');
      const wait = locked.headers.get('Retry-After');
      waits.push(wait);
      service.advance(Number(wait) * 1000 - 1);
      expect(await guessFrom('192.0.2.1')).toEqual([429]);
      service.advance(1);
      expect(await guessFrom('192.0.2.1')).toEqual([401]);
    }
    service.advance(16 * minute);

    expect(waits).toEqual(['60', '120', '240', '480', '960', '960', '960']);
    expect(await readStatus(logInFrom('192.0.2.1'))).toBe(200);
  });

  it('is forgotten after an hour without a guess, swept or not', async () => {
    const [swept, unswept] = ['192.0.2.1', '192.0.2.2'];
    for (const address of [swept, unswept]) await guessFrom(address, { count: 12 });
    await service.store.purge(start + hour - 1);
    expect(await guessFrom(swept)).toEqual([429]);
    service.advance(hour);
    const again = await guessFrom(unswept, { count: 11 });
    await service.store.purge(start + hour + 1);

    expect(again).toEqual([...Array(10).fill(401), 429]);
    expect(await guessFrom(swept, { count: 11 })).toEqual(again);
  });

  it('from many networks leaves each network two guesses, and the user a login', async () => {
    await inTurn(5, (network) => guessFrom(`192.0.2.${1 + network}`, { count: 10 }));

    service.advance(30 * minute);
    const further = await guessFrom('192.0.2.6', { count: 4 });
    const elsewhere = await guessFrom('192.0.2.6', { count: 4, username: 'user_mfa' });
    const user = await logInFrom('198.51.100.7');
    const after = await guessFrom('192.0.2.7', { count: 4 });
    // The hour of the many guesses is over.
    service.advance(30 * minute);
    const later = await guessFrom('192.0.2.8', { count: 4 });

    expect(later).toEqual([401, 401, 401, 401]);
    expect(further).toEqual([401, 401, 429, 429]);
    expect(elsewhere).toEqual([401, 401, 401, 401]);
    expect(user.status).toBe(200);
    expect(after).toEqual([401, 401, 429, 429]);
  });

  it('does not include many successful logins', { tags: ['control-21'] }, async () => {
    for (let network = 1; network <= 30; network += 1) {
      await guessFrom(`198.51.100.${network}`);
      expect((await logInFrom(`198.51.100.${network}`)).status).toBe(200);
    }

    expect(await guessFrom('192.0.2.1', { count: 10 })).toEqual(Array(10).fill(401));
  });

  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::2', 429],
    ['2001:DB8:0:1::1', '2001:db8:0:1:2:3:4:5', 429],
    ['::ffff:192.0.2.1', '192.0.2.1', 429],
    ['64:ff9b::c000:201', '192.0.2.1', 429],
    ['2001:db8::1', '2001:db8:0:1::1', 401],
    ['192.0.2.1', '192.0.2.2', 401],
    ['192.0.2.1', '::ffff:192.0.2.2', 401],
    // Some proxies also send the port.
    ['192.0.2.1:1111', '192.0.2.1:2222', 429],
    ['192.0.2.1:1111', '192.0.2.2:1111', 401],
    ['[2001:db8::1]', '2001:db8::2', 429],
    ['x'.repeat(5000), 'y'.repeat(5000), 429],
  ] as const)('counts %s and %s as one sender (429) or two (401): %s', async (...row) => {
    const [one, other, status] = row;
    const rateLimits = { logins: { max: 1, windowMs: 60_000 } };
    service = await createTestService({ ...behindProxy, rateLimits });

    const [first] = await guessFrom(one);
    const [second] = await guessFrom(other);

    expect([first, second]).toEqual([401, status]);
  });
});
