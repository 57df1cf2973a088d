import { scryptSync } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPasswordCost } from '../../src/connect/service/operators/operator.ts';
import {
  createOperator,
  createStranger,
  createVisitor,
  dashboardPassword,
  type TestOperator,
} from './dashboard-harness.ts';
import { openTestStore } from './database.ts';
import { createTestService, oneProxy } from './harness.ts';
import { hour, minute, start } from './test-application.ts';
import { atOnce, inTurn, readError, readJson, readStatus } from './world.ts';

const behindProxy = { config: { trustedProxies: oneProxy } };

const from = (address: string) => ({ 'X-Forwarded-For': address });

let stranger: TestOperator;

beforeEach(async () => {
  stranger = await createStranger(behindProxy);
});

/** Strangers at many addresses have used up the common limit of attempts. */
async function exhaustAttempts({ now = start, count = 200 } = {}): Promise<void> {
  const everybody = { provider_id: 'dashboard sign-in', username: '*' };
  const window = { now, end: now + 15 * 60_000 };
  await inTurn(count, () => stranger.service.store.loginAttempts.count(everybody, window));
}

describe('without a session', () => {
  it('addresses under /dashboard/api do not tell whether they exist', async () => {
    const refused = await stranger.get('nothing-here');
    await stranger.signIn();
    const control = await stranger.get('nothing-here');

    expect([refused.status, control.status]).toEqual([401, 404]);
  });

  it('a service without a password has no dashboard', async () => {
    const visitor = createVisitor(await createTestService());

    expect(await readStatus(visitor.service.get('/dashboard'))).toBe(404);
    expect(await readStatus(visitor.signIn(''))).toBe(404);
  });
});

it('the data is not readable by another site', async () => {
  const operator = await createOperator();

  const get = (site: string) => operator.get('applications', { 'Sec-Fetch-Site': site });
  const [foreign, sibling] = [await get('cross-site'), await get('same-site')];
  const control = await get('same-origin');

  expect([foreign.status, sibling.status, control.status]).toEqual([403, 403, 200]);
  expect(control.headers.get('Access-Control-Allow-Origin')).toBeNull();
});

describe('the session', () => {
  it('is a __Host- cookie, hidden from scripts, other sites and plain http', {
    tags: ['threat-22'],
  }, async () => {
    stranger = await createStranger({ config: { publicUrl: 'https://connect.example' } });

    const response = await stranger.signIn(dashboardPassword, {
      Origin: 'https://connect.example',
    });

    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-dashboard=[\da-f]{64};/);
    const attributes = cookie.split('; ').slice(1).sort();
    expect(attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
    // A browser ignores a removal without the attributes that the prefix demands.
    const signedOut = await stranger.post('sign-out', {}, { Origin: 'https://connect.example' });
    const [removal = ''] = signedOut.headers.getSetCookie();
    expect(removal).toMatch(/^__Host-dashboard=;/);
    expect(removal.split('; ').slice(1).sort()).toEqual(['Max-Age=0', ...attributes].sort());
  });

  it('is a plain cookie of /dashboard on loopback', { tags: ['control-22'] }, async () => {
    const response = await stranger.signIn();

    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^dashboard-4400=[\da-f]{64};/);
    const attributes = cookie.split('; ').slice(1).sort();
    expect(attributes).toEqual(['HttpOnly', 'Path=/dashboard', 'SameSite=Strict']);
  });

  it('has a new token after each sign-in: the one before, or one that was planted, is invalid', {
    tags: ['threat-22'],
  }, async () => {
    const planted = `dashboard-4400=${'f'.repeat(64)}`;
    const cookies = [planted];
    stranger.cookie = planted;
    for (const signIn of [1, 2]) {
      await stranger.signIn();
      expect(await readStatus(stranger.get('applications')), `${signIn}`).toBe(200);
      cookies.push(stranger.cookie);
    }

    const other = createVisitor(stranger.service);
    const readWith = (Cookie: string) => readStatus(other.get('applications', { Cookie }));

    expect(await Promise.all(cookies.map(readWith))).toEqual([401, 401, 200]);
  });

  it('ends an hour after its last use', async () => {
    const operator = await createOperator();

    for (const [minutes, status] of [
      [59, 200],
      [59, 200],
      [60, 401],
    ] as const) {
      operator.service.advance(minutes * minute);
      expect(await readStatus(operator.get('applications'))).toBe(status);
    }
    const first = createVisitor(operator.service);
    const over = { csrf_token: null, has_expired: true };
    expect(await readJson(operator.get('session'))).toMatchObject(over);
    expect(await readJson(first.get('session'))).toMatchObject({ ...over, has_expired: false });
  });

  it('ends after twelve hours even while it is used', async () => {
    const operator = await createOperator();

    const statuses = await inTurn(24, async () => {
      operator.service.advance(30 * 60_000);
      return await readStatus(operator.get('applications'));
    });

    expect(statuses).toEqual([...Array(23).fill(200), 401]);
  });

  it('outlives a restart, and ends when the password changes', async () => {
    const store = await openTestStore();
    const operator = await createOperator({ store });

    const same = createVisitor(await createTestService({ store, dashboardPassword }));
    same.cookie = operator.cookie;
    const control = await same.get('applications');
    // A service stores its password while it starts.
    const other = createVisitor(await createTestService({ store, dashboardPassword: 'another' }));
    other.cookie = operator.cookie;
    const ended = await other.get('applications');
    const withOld = await other.signIn();
    const withNew = await other.signIn('another');

    expect([control.status, ended.status]).toEqual([200, 401]);
    expect([withOld.status, withNew.status]).toEqual([401, 200]);
  });

  it('does not begin with a password that another process replaces during the sign-in', async () => {
    const { service } = stranger;
    const { store } = service;
    const { rememberNetwork } = store.operator;
    vi.spyOn(store.operator, 'rememberNetwork').mockImplementationOnce(async (...network) => {
      const other = await createTestService({ store, dashboardPassword: 'another' });
      await createVisitor(other).signIn('another');
      await rememberNetwork(...network);
    });
    await stranger.signIn();
    const session = await stranger.get('session');

    expect(await session.json()).toMatchObject({ csrf_token: null });
    expect((await stranger.get('applications')).status).toBe(401);
  });

  it('is stored as a hash only, and never logged', async () => {
    const { service, cookie, csrfToken } = await createOperator();
    const [, token = ''] = cookie.split('=');

    const log = service.readLog();

    expect(await service.store.operator.findSession(token)).toBeUndefined();
    expect(log).toContain('dashboard sign-in');
    for (const secret of [token, csrfToken, dashboardPassword]) expect(log).not.toContain(secret);
  });
});

describe('the password', () => {
  it('is refused when it is wrong, which the log says with the address of the client', async () => {
    const { service } = stranger;
    const wrong = ['wrong', dashboardPassword.slice(0, -1), `${dashboardPassword}x`];
    for (const password of wrong) {
      const refused = await stranger.signIn(password, from('203.0.113.7'));
      expect(await readError(refused)).toEqual([401, 'invalid_credentials']);
    }
    await stranger.signIn(dashboardPassword, from('203.0.113.8'));

    const refused = service.readLines('dashboard sign-in refused');
    expect(refused).toMatchObject(Array(3).fill({ address: '203.0.113.7' }));
    expect(service.readLines('dashboard sign-in')).toMatchObject([{ address: '203.0.113.8' }]);
  });

  it('is right however a keyboard writes its letters', async () => {
    const typed = await createStranger({ dashboardPassword: 'Zoe\u0308 signs in' });

    expect((await typed.signIn('Zo\u00eb signs in')).status).toBe(200);
  });

  it('is stored as a hash with the cost that OWASP recommends', async () => {
    stranger = await createStranger({ passwordCost: defaultPasswordCost });

    expect((await stranger.signIn()).status).toBe(200);

    const { salt = '', hash } = (await stranger.service.store.operator.findPassword()) ?? {};
    const owasp = { N: 2 ** 14, r: 8, p: 5 };
    expect(hash).toBe(scryptSync(dashboardPassword, salt, 32, owasp).toString('hex'));
  });

  it('allows ten attempts in 15 minutes, also at once', { tags: ['threat-31'] }, async () => {
    const guesses = await atOnce(14, (index) =>
      readStatus(createVisitor(stranger.service).signIn(`${index}`)),
    );
    const right = await stranger.signIn();
    stranger.service.advance(10 * 60_000);
    const later = await stranger.signIn();
    stranger.service.advance(5 * 60_000);
    const control = await stranger.signIn();

    expect(guesses.sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    expect(await readError(right)).toEqual([429, 'rate_limited']);
    expect([right, later].map(({ headers }) => headers.get('Retry-After'))).toEqual(['900', '300']);
    expect(control.status).toBe(200);
  });

  it('waits eight seconds at most, and is accepted, after two hundred attempts of strangers', {
    tags: ['threat-48'],
  }, async () => {
    await exhaustAttempts({ count: 199 });
    const signIn = (network: number, password = dashboardPassword) =>
      readStatus(stranger.signIn(password, from(`198.51.100.${network}`)));
    const statuses = [await signIn(7), await signIn(8)];
    await exhaustAttempts({ count: 999 });
    statuses.push(await signIn(9), await signIn(10, 'wrong'));
    stranger.service.advance(15 * minute);
    statuses.push(await signIn(11));

    expect(statuses).toEqual([200, 200, 200, 401, 200]);
    expect(stranger.service.slept).toEqual([40, 8000, 8000]);
  });

  it('allows thirty attempts from an IPv6 network of 48 bits, and leaves others theirs', {
    tags: ['threat-48'],
  }, async () => {
    const signIn = (password: string, address: string) =>
      readStatus(stranger.signIn(password, from(address)));

    const guesses = await inTurn(40, (guess) => signIn('wrong', `2001:db8:1:${guess}::1`));
    const same = await signIn(dashboardPassword, '2001:db8:1:ffff::1');
    const control = await signIn(dashboardPassword, '2001:db8:2::1');
    const successes = await inTurn(40, (index) =>
      signIn(dashboardPassword, `2001:db8:3:${index}::1`),
    );

    expect(guesses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
    expect([same, control]).toEqual([429, 200]);
    expect(new Set(successes)).toEqual(new Set([200]));
  });

  it('is accepted at once from a network with a recent sign-in, however many strangers guess', async () => {
    const office = from('198.51.100.7');
    await stranger.signIn(dashboardPassword, office);
    await stranger.post('sign-out');
    await exhaustAttempts();

    const known = await stranger.signIn(dashboardPassword, office);
    const waitsOfKnown = stranger.service.slept.length;
    const unknown = await stranger.signIn(dashboardPassword, from('198.51.100.8'));

    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect([waitsOfKnown, stranger.service.slept.length]).toEqual([0, 1]);
  });

  it('is accepted from a network with a recent sign-in, after guesses of its 48 bits', async () => {
    await stranger.signIn(dashboardPassword, from('2001:db8:1:ffff::1'));
    await stranger.post('sign-out');
    await inTurn(40, (guess) => stranger.signIn('wrong', from(`2001:db8:1:${guess}::1`)));

    const known = await stranger.signIn(dashboardPassword, from('2001:db8:1:ffff::2'));
    const unknown = await stranger.signIn(dashboardPassword, from('2001:db8:1:fffe::1'));

    expect([known.status, unknown.status]).toEqual([200, 429]);
  });

  it('allows ten attempts from such a network, which is forgotten a month after the last', async () => {
    const office = from('198.51.100.7');
    await stranger.signIn(dashboardPassword, office);
    stranger.service.advance(20 * 24 * hour);
    await stranger.signIn(dashboardPassword, office);
    const end = start + 50 * 24 * hour;
    const guesses = await inTurn(11, () => readStatus(stranger.signIn('wrong', office)));

    stranger.service.advance(30 * 24 * hour - 1);
    await exhaustAttempts({ now: end - 1 });
    await stranger.service.store.purge(end - 1);
    const { slept } = stranger.service;
    await stranger.signIn('wrong', office);
    const waitsInTime = slept.length;
    stranger.service.advance(1);
    await stranger.signIn('wrong', office);

    expect(guesses).toEqual([...Array(10).fill(401), 429]);
    expect([waitsInTime, slept.length]).toEqual([0, 1]);
  });

  it('clears the attempts of an address when it is right', { tags: ['control-31'] }, async () => {
    await inTurn(9, () => stranger.signIn('wrong'));

    expect(await readStatus(stranger.signIn())).toBe(200);
    expect(await readStatus(stranger.signIn('wrong'))).toBe(401);
  });
});
