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
import { hour, publicUrl, start } from './test-application.ts';
import { atOnce, inTurn, readError, readStatus } from './world.ts';

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

  it('the page is the same document for all visitors, without data', async () => {
    const { service } = await createOperator();

    const page = await service.get('/dashboard');
    const deep = await service.get('/dashboard/applications/test_app');

    expect([page.status, deep.status]).toEqual([200, 200]);
    expect(await page.text()).not.toContain('test_app');
  });

  it('a service without a password has no dashboard', async () => {
    const service = await createTestService();

    const [page, api] = [
      await service.get('/dashboard'),
      await service.post('/dashboard/api/sign-in', { password: '' }, { Origin: publicUrl }),
    ];

    expect([page.status, api.status]).toEqual([404, 404]);
  });
});

it('the data is not readable by another site', async () => {
  const operator = await createOperator();

  const refused = await operator.get('applications', { 'Sec-Fetch-Site': 'cross-site' });
  const control = await operator.get('applications', { 'Sec-Fetch-Site': 'same-origin' });

  expect([refused.status, control.status]).toEqual([403, 200]);
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

  it('is a plain cookie for /dashboard only, on loopback over http', {
    tags: ['control-22'],
  }, async () => {
    const response = await stranger.signIn();

    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^dashboard-4400=[\da-f]{64};/);
    const attributes = cookie.split('; ').slice(1).sort();
    expect(attributes).toEqual(['HttpOnly', 'Path=/dashboard', 'SameSite=Strict']);
  });

  it('always has a new token: a token planted in the browser stays invalid', {
    tags: ['threat-22'],
  }, async () => {
    const planted = `dashboard-4400=${'f'.repeat(64)}`;
    stranger.cookie = planted;

    await stranger.signIn();
    const attacker = createVisitor(stranger.service);
    attacker.cookie = planted;
    const [own, theirs] = [await stranger.get('applications'), await attacker.get('applications')];

    expect(stranger.cookie).not.toBe(planted);
    expect([own.status, theirs.status]).toEqual([200, 401]);
  });

  it('ends when the same browser signs in again', async () => {
    const operator = await createOperator();
    const before = createVisitor(operator.service);
    before.cookie = operator.cookie;

    const control = await before.get('applications');
    await operator.signIn();
    const ended = await before.get('applications');

    expect([control.status, ended.status]).toEqual([200, 401]);
  });

  it('ends on the server when its owner signs out', async () => {
    const operator = await createOperator();

    const signedOut = await operator.post('sign-out');
    const after = await operator.get('applications');

    expect(signedOut.headers.getSetCookie()[0]).toMatch(/^dashboard-4400=;.*Max-Age=0/);
    expect(after.status).toBe(401);
  });

  it('ends an hour after its last use', async () => {
    const operator = await createOperator();
    const minutes = 60_000;

    operator.service.advance(59 * minutes);
    const used = await operator.get('applications');
    operator.service.advance(59 * minutes);
    const usedAgain = await operator.get('applications');
    operator.service.advance(60 * minutes);
    const late = await operator.get('applications');
    const session = await operator.get('session');
    const first = await createVisitor(operator.service).get('session');

    expect([used.status, usedAgain.status, late.status]).toEqual([200, 200, 401]);
    expect(await session.json()).toMatchObject({ csrf_token: null, has_expired: true });
    expect(await first.json()).toMatchObject({ csrf_token: null, has_expired: false });
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
    const operator = await createOperator();
    const [, token = ''] = operator.cookie.split('=');

    await operator.get('applications');

    expect(token).toHaveLength(64);
    expect(await operator.service.store.operator.findSession(token)).toBeUndefined();
    const log = operator.service.readLog();
    expect(log).toContain('dashboard sign-in');
    for (const secret of [token, operator.csrfToken, dashboardPassword]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('the password', () => {
  it('is refused when it is wrong or malformed', async () => {
    const wrong = await stranger.signIn('wrong');
    const prefix = await stranger.signIn(dashboardPassword.slice(0, -1));
    const long = await stranger.signIn(`${dashboardPassword}x`);
    const control = await stranger.signIn();

    expect(await readError(wrong)).toEqual([401, 'invalid_credentials']);
    expect([prefix.status, long.status, control.status]).toEqual([401, 401, 200]);
  });

  it('is logged with the address of the client, right or wrong', async () => {
    const { service } = stranger;
    await stranger.signIn('wrong', from('203.0.113.7'));
    await stranger.signIn(dashboardPassword, from('203.0.113.8'));
    const refused = service.readLines('dashboard sign-in refused');
    const accepted = service.readLines('dashboard sign-in');

    expect(refused).toMatchObject([{ address: '203.0.113.7' }]);
    expect(accepted).toMatchObject([{ address: '203.0.113.8' }]);
  });

  it('is stored as a hash with the cost that OWASP recommends', async () => {
    stranger = await createStranger({ passwordCost: defaultPasswordCost });

    expect((await stranger.signIn()).status).toBe(200);

    const { salt = '', hash } = (await stranger.service.store.operator.findPassword()) ?? {};
    const owasp = { N: 2 ** 14, r: 8, p: 5 };
    expect(hash).toBe(scryptSync(dashboardPassword, salt, 32, owasp).toString('hex'));
  });

  it('allows ten attempts in fifteen minutes, in parallel or not', {
    tags: ['threat-31'],
  }, async () => {
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

  it('does not lock out a signed-in operator after wrong attempts', async () => {
    const operator = await createOperator();
    const guesser = createVisitor(operator.service);
    await inTurn(10, () => guesser.signIn('wrong'));

    const locked = await guesser.signIn();
    const control = await operator.get('applications');

    expect([locked.status, control.status]).toEqual([429, 200]);
  });

  it('waits eight seconds at most, and is accepted, after two hundred attempts of strangers', {
    tags: ['threat-48'],
  }, async () => {
    await exhaustAttempts({ count: 199 });
    const last = await stranger.signIn(dashboardPassword, from('198.51.100.7'));
    const next = await stranger.signIn(dashboardPassword, from('198.51.100.8'));
    await exhaustAttempts({ count: 999 });
    const late = await stranger.signIn(dashboardPassword, from('198.51.100.9'));
    const wrong = await stranger.signIn('wrong', from('198.51.100.10'));
    stranger.service.advance(15 * 60_000);
    const control = await stranger.signIn(dashboardPassword, from('198.51.100.11'));

    const statuses = [last, next, late, wrong, control].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 401, 200]);
    expect(stranger.service.slept).toEqual([40, 8000, 8000]);
  });

  it('allows thirty attempts from an IPv6 network of 48 bits, and leaves others theirs', {
    tags: ['threat-48'],
  }, async () => {
    const guesses = await inTurn(40, (guess) =>
      readStatus(stranger.signIn('wrong', from(`2001:db8:1:${guess}::1`))),
    );
    const same = await stranger.signIn(dashboardPassword, from('2001:db8:1:ffff::1'));
    const control = await stranger.signIn(dashboardPassword, from('2001:db8:2::1'));
    const successes = await inTurn(40, (index) =>
      readStatus(stranger.signIn(dashboardPassword, from(`2001:db8:3:${index}::1`))),
    );

    expect(guesses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
    expect([same.status, control.status]).toEqual([429, 200]);
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

    const right = await stranger.signIn();
    const wrongAgain = await stranger.signIn('wrong');

    expect([right.status, wrongAgain.status]).toEqual([200, 401]);
  });
});
