import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createOperatorProvider,
  type OperatorProvider,
} from '../../src/connect/service/operators/operator-provider.ts';
import type { OperatorProviderSettings } from '../../src/connect/service/operators/operator-provider-settings.ts';
import { startOidcServer, visitOidcServer } from '../support/oidc/start-oidc-server.ts';
import { useRunning } from '../support/use-running.ts';
import { createVisitor, dashboardPassword, type TestOperator } from './dashboard-harness.ts';
import { createTestService, type ServiceOptions, type TestService } from './harness.ts';
import { publicUrl } from './test-application.ts';
import { readError, readJson, readStatus } from './world.ts';

// The provider is another process.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const returnUrl = `${publicUrl}/dashboard/return`;
const client = { clientId: 'connect-dashboard', clientSecret: 'dashboard_secret_0f4c8b1d7e2a9365' };

const server = useRunning(() => startOidcServer({ ...client, redirectUri: returnUrl }));
let settings: OperatorProviderSettings;
let provider: OperatorProvider;
let service: TestService;

beforeEach(async () => {
  await server.control({ roles: '{}', otherIssuer: false, down: false, nameless: false });
  settings = {
    ...client,
    issuer: server.issuer,
    scope: 'openid email',
    roleClaim: 'roles',
    readers: ['support'],
    operators: ['admins'],
  };
  provider = createOperatorProvider(settings);
  service = await start();
});

const start = (options: ServiceOptions = {}) =>
  createTestService({ operatorProvider: provider, ...options });

const setRoles = (roles: { id_token?: unknown; userinfo?: unknown }) =>
  server.control({ roles: JSON.stringify(roles) });

const cookieOf = (response: Response, name: string) =>
  response.headers.getSetCookie().find((one) => new RegExp(`^(?:__Host-)?${name}-4400=`).test(one));

/** A browser at the beginning of a sign-in. */
async function begin() {
  const person = createVisitor(service);
  const response = await person.post('provider-sign-in', { path: '/dashboard/audit-log' });
  const url = String((await readJson(response)).url);
  const cookie = cookieOf(response, 'dashboard-sign-in-\\w+') ?? '';
  return { person, url, cookie: cookie.split(';')[0] ?? '', attributes: cookie };
}

async function comeBack(url: URL, cookie: string): Promise<Response> {
  return await service.get(`/dashboard/return${url.search}`, {
    Cookie: cookie,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
  });
}

/** Signs in with the roles that the provider says. */
async function signIn(name = 'ada') {
  const { person, url, cookie } = await begin();
  const back = await visitOidcServer(url, name);
  const response = await comeBack(back, cookie);
  const session = cookieOf(response, 'dashboard')?.split(';')[0];
  person.cookie = session ?? '';
  const answer = await readJson(person.get('session'));
  person.csrfToken = String(answer.csrf_token);
  return { person, response, session: answer, back, cookie };
}

/** Lets the provider answer in another way. */
function changeAnswers(
  change: (ask: () => Promise<Response>, sent: RequestInit) => Promise<Response>,
): void {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch');
  spy.mockImplementation((input, init = {}) => change(() => real(input, init), init));
}

const rename = (person: TestOperator) =>
  person.post('applications/test_app/rename', { name: 'Corner Shop' });

/** The status with which the dashboard answers this person. */
const readAccess = (person: TestOperator) => readStatus(person.get('applications'));

describe('the sign-in at the operators’ provider', () => {
  it('gives operators a session, and logs their names', { tags: ['control-62'] }, async () => {
    await setRoles({ id_token: ['admins', 'others'] });

    const { person, response, session } = await signIn();
    const renamed = await rename(person);
    const { entries } = await readJson(person.get('audit-log'));

    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe('/dashboard/audit-log');
    expect(cookieOf(response, 'dashboard')).toMatch(/HttpOnly.*SameSite=Strict/);
    expect(session).toMatchObject({ role: 'operator', person: 'ada@example.com (ada)' });
    expect(renamed.status).toBe(200);
    expect(entries).toMatchObject([{ who: 'ada@example.com (ada)', via: 'dashboard', key: null }]);
  });

  it.each([
    ['no claim', {}],
    ['other values', { id_token: ['Admins', 'admins '], userinfo: { admins: true } }],
    ['a text that contains the value', { id_token: 'admins support' }],
  ])('shows a page and gives no session with %s', { tags: ['threat-62'] }, async (_, roles) => {
    await setRoles(roles);

    const { response, session } = await signIn('eve<b>');

    const page = await response.text();
    expect(response.status).toBe(403);
    expect(page).toContain('You have no access');
    expect(page).not.toContain('eve<b>');
    expect(session.role).toBeNull();
  });

  it.each([
    ['of an operator to a person with both', { id_token: ['support', 'admins'] }, 'operator'],
    ['of the signed ID token', { id_token: ['support'], userinfo: ['admins'] }, 'reader'],
    ['of userinfo where the ID token says nothing', { userinfo: ['admins'] }, 'operator'],
  ])('gives the role %s', { tags: ['threat-62'] }, async (_, roles, role) => {
    await setRoles(roles);

    const person = 'eve\ufffd@example.com (eve\ufffd)';
    expect((await signIn('eve\u202e')).session).toMatchObject({ role, person });
  });

  it('accepts tokens among members that are null, empty or of another type', async () => {
    const members = { refresh_token: '', token_type: null, scope: ['openid'] };
    await setRoles({ id_token: ['admins'] });
    changeAnswers(async (ask) => {
      const response = await ask();
      if (!response.url.includes('/token')) return response;
      const body = { ...(await response.json()), ...members };
      return Response.json(body, { status: response.status });
    });
    expect((await signIn()).session.role).toBe('operator');
  });

  // Ory Hydra, Okta and others list both methods, and accept from a client the one that it is registered for.
  it('sends the secret by the method that the provider accepts from the client', async () => {
    await setRoles({ id_token: ['admins'] });
    changeAnswers(async (ask, { body }) => {
      if (!(body instanceof URLSearchParams && body.has('client_secret'))) return await ask();
      // The standard asks for this header: https://www.rfc-editor.org/rfc/rfc6749#section-5.2
      const headers = { 'WWW-Authenticate': 'Basic realm="a"' };
      return Response.json({ error: 'invalid_client' }, { status: 401, headers });
    });
    expect((await signIn()).session.role).toBe('operator');
  });

  it.each([
    ['succeeds after the provider has changed its keys', true, 'operator'],
    ['gives no session by a token that is signed with an unknown key', false, null],
  ])('%s', { tags: ['threat-62'] }, async (_, isPublished, role) => {
    await setRoles({ id_token: ['admins'] });
    await signIn();
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const header = { alg: 'RS256', kid: 'new' };
    changeAnswers(async (ask) => {
      const response = await ask();
      const key = { ...publicKey.export({ format: 'jwk' }), ...header };
      if (isPublished && response.url.includes('/jwks')) return Response.json({ keys: [key] });
      if (!response.url.includes('/token')) return response;
      const { id_token, ...others } = await response.json();
      const claims = String(id_token).split('.')[1];
      const text = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}`;
      const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64url');
      return Response.json({ ...others, id_token: `${text}.${signature}` });
    });

    expect((await signIn()).session.role).toBe(role);
  });

  it('gives no role of userinfo that describes another person', {
    tags: ['threat-62'],
  }, async () => {
    await setRoles({ userinfo: ['admins'] });
    changeAnswers(async (ask) => {
      const response = await ask();
      if (!response.url.endsWith('/me')) return response;
      return Response.json({ ...(await response.json()), sub: 'eve' });
    });
    expect((await signIn()).session.role).toBeNull();
  });

  it('needs userinfo only where the ID token names no role', async () => {
    await server.control({ nameless: true });
    await setRoles({ id_token: ['support'], userinfo: ['admins'] });
    const signed = await signIn();
    await setRoles({ userinfo: ['admins'] });
    const undecided = await signIn();

    expect(signed.session).toMatchObject({ role: 'reader', person: 'ada' });
    expect(undecided.session.role).toBeNull();
  });

  it('reads the role again at each sign-in, and ends with a sign-out', async () => {
    await setRoles({ id_token: ['admins'] });
    const first = await signIn();
    await setRoles({ id_token: ['support'] });
    const second = await signIn();
    const signedOut = await first.person.post('sign-out');

    expect([first.session.role, second.session.role]).toEqual(['operator', 'reader']);
    expect(await readJson(signedOut)).toMatchObject({ csrf_token: null, role: null, person: null });
    expect(await readAccess(first.person)).toBe(401);
    expect(await readAccess(second.person)).toBe(200);
  });
});

it('signing everyone out ends each session, also the own one, and lets everyone sign in again', async () => {
  await setRoles({ id_token: ['admins'] });
  service = await start({ dashboardPassword });
  const [ada, bob] = [await signIn('ada'), await signIn('bob')];
  const withPassword = createVisitor(service);
  await withPassword.signIn();
  const everyone = [ada.person, bob.person, withPassword];
  const readStatuses = () => Promise.all(everyone.map(readAccess));

  const before = await readStatuses();
  const done = await ada.person.post('sign-ins/end');
  const after = await readStatuses();
  const change = await rename(bob.person);
  await withPassword.signIn();
  const { entries } = await readJson(withPassword.get('audit-log'));

  expect(before).toEqual([200, 200, 200]);
  expect(await readJson(done)).toEqual({ ended: 3 });
  expect(after).toEqual([401, 401, 401]);
  expect(await readError(change)).toEqual([401, 'session_expired']);
  expect(await readAccess((await signIn('ada')).person)).toBe(200);
  const who = ada.session.person;
  expect(entries).toMatchObject([{ who, action: 'sign_ins_ended', client_id: null }]);
});

describe('an answer of the provider', () => {
  beforeEach(() => setRoles({ id_token: ['admins'] }));

  async function expectRefused(response: Response) {
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('You are not signed in');
    expect(cookieOf(response, 'dashboard')).toBeUndefined();
  }

  it('signs in a browser whose second tab has begun a sign-in, too', async () => {
    const [first, second] = [await begin(), await begin()];
    // As browsers do: a cookie replaces one of the same name.
    const jar = new Map([first, second].map(({ cookie }) => [cookie.split('=')[0], cookie]));
    const cookies = [...jar.values()].join('; ');

    const statuses = [];
    for (const { url } of [first, second])
      statuses.push((await comeBack(await visitOidcServer(url), cookies)).status);

    expect(statuses).toEqual([303, 303]);
  });

  it('is refused in another browser, with another sign-in and with none', {
    tags: ['threat-62'],
  }, async () => {
    const attacker = await begin();
    const victim = await begin();
    const back = await visitOidcServer(attacker.url);

    await expectRefused(await comeBack(back, ''));
    await expectRefused(await comeBack(back, victim.cookie));
    expect((await comeBack(back, attacker.cookie)).status).toBe(303);
  });

  it.each<readonly [string, (url: URL) => void]>([
    ['another state', (url) => url.searchParams.set('state', 'a'.repeat(64))],
    ['no state', (url) => url.searchParams.delete('state')],
    ['two states', (url) => url.searchParams.append('state', 'a'.repeat(64))],
    ['another issuer', (url) => url.searchParams.set('iss', 'https://other.example')],
    ['no issuer', (url) => url.searchParams.delete('iss')],
    ['another code', (url) => url.searchParams.set('code', 'a'.repeat(43))],
    ['an error', (url) => url.searchParams.set('error', 'access_denied')],
  ])('is refused with %s', { tags: ['threat-62'] }, async (_, change) => {
    const { url, cookie } = await begin();
    const back = await visitOidcServer(url);
    change(back);

    await expectRefused(await comeBack(back, cookie));
  });

  it.each([
    ['nonce', 'a'.repeat(64)],
    ['code_challenge', 'a'.repeat(43)],
  ])('is refused when its request had another %s', { tags: ['threat-62'] }, async (name, value) => {
    const { url, cookie } = await begin();
    const address = new URL(url);
    address.searchParams.set(name, value);

    await expectRefused(await comeBack(await visitOidcServer(address.href), cookie));
  });

  it('stays valid when a browser fetches it ahead', async () => {
    const { url, cookie } = await begin();
    const { search } = await visitOidcServer(url);
    const path = `/dashboard/return${search}`;

    const early = await service.get(path, { Cookie: cookie, 'Sec-Purpose': 'prefetch' });
    const response = await service.get(path, { Cookie: cookie });

    expect([early.status, response.status]).toEqual([400, 303]);
    expect(early.headers.has('Set-Cookie')).toBe(false);
  });

  it('is used once', { tags: ['threat-62'] }, async () => {
    const { response, back, cookie } = await signIn();

    expect(response.status).toBe(303);
    expect(cookieOf(response, 'dashboard-sign-in-\\w+')).toContain('Max-Age=0');
    await expectRefused(await comeBack(back, cookie));
  });

  it('is in no log', async () => {
    const { back, cookie } = await signIn();
    await comeBack(back, cookie);

    const log = service.readLog();
    expect(log).toContain('dashboard sign-in');
    const inAddress = ['code', 'state'].map((name) => back.searchParams.get(name));
    for (const secret of [...inAddress, cookie.split('=')[1], 'ada@']) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('the ways to sign in', () => {
  it('are the provider only, without a password', async () => {
    const person = createVisitor(service);
    const refused = await person.post('sign-in', { password: dashboardPassword });
    const session = await readJson(person.get('session'));

    expect(await readError(refused)).toEqual([401, 'session_expired']);
    const provider = new URL(server.issuer).host;
    expect(session).toMatchObject({ has_password: false, provider });
  });

  it('end their sessions when they are removed', async () => {
    await setRoles({ id_token: ['admins'] });
    const { person } = await signIn();
    const { store } = service;
    const get = async (options: ServiceOptions, cookie: string) => {
      service = await createTestService({ store, ...options });
      const path = '/dashboard/api/applications';
      return (await service.get(path, { Cookie: cookie })).status;
    };
    const both = await createTestService({ store, operatorProvider: provider, dashboardPassword });
    const withPassword = createVisitor(both);
    await withPassword.signIn();
    // The password is new, which ends every session.
    service = both;
    const withProvider = (await signIn()).person;

    expect(await readAccess(person)).toBe(401);
    expect(await get({ dashboardPassword }, withProvider.cookie)).toBe(401);
    expect(await get({ dashboardPassword }, withPassword.cookie)).toBe(200);
    expect(await get({ operatorProvider: provider }, withPassword.cookie)).toBe(401);
    expect(await get({ operatorProvider: provider }, withProvider.cookie)).toBe(200);
  });

  it.each<[string, Partial<OperatorProviderSettings>, number]>([
    ['issuer', { issuer: 'https://other.example' }, 401],
    ['client', { clientId: 'other' }, 401],
    ['claim of roles', { roleClaim: 'groups' }, 401],
    ['values of operators', { operators: ['owners'] }, 401],
    ['values of readers', { readers: ['admins'] }, 401],
    ['secret of the client', { clientSecret: 'rotated' }, 200],
    ['scope', { scope: 'openid email groups' }, 200],
  ])('end their sessions by another %s, or keep them', async (_name, changed, status) => {
    await setRoles({ id_token: ['admins'] });
    const { person } = await signIn();
    expect(await readAccess(person)).toBe(200);

    const operatorProvider = createOperatorProvider({ ...settings, ...changed });
    const restarted = await createTestService({ store: service.store, operatorProvider });

    const headers = { Cookie: person.cookie };
    expect(await readStatus(restarted.get('/dashboard/api/applications', headers))).toBe(status);
  });

  it('begin in our page only, and return to a view', { tags: ['threat-62'] }, async () => {
    const person = createVisitor(service);
    const path = '/dashboard';

    const headers = { Origin: 'https://e.example' };
    const foreign = await person.post('provider-sign-in', { path }, headers);
    const paths = ['//evil.example', '/dashboard/../x?y', 'https://evil.example', '/dashboardx'];
    for (const one of paths) {
      const refused = await person.post('provider-sign-in', { path: one });
      expect(await readError(refused), one).toEqual([400, 'invalid_request']);
    }

    expect(await readError(foreign)).toEqual([403, 'invalid_request']);
    expect((await begin()).attributes).toMatch(/Max-Age=600.*HttpOnly.*SameSite=Lax/);
  });

  it('ask for metadata that is an hour old, or has failed', async () => {
    const now = performance.now();
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(now);
    const { person, url, cookie } = await begin();
    const beginAgain = () => readStatus(person.post('provider-sign-in', { path: '/dashboard' }));
    const back = await visitOidcServer(url);
    await server.control({ down: true });
    elapsed.mockReturnValue(now + 59 * 60 * 1000);
    const young = await beginAgain();
    elapsed.mockReturnValue(now + 60 * 60 * 1000);
    const old = await beginAgain();
    await server.control({ down: false });
    const known = await beginAgain();
    await server.control({ down: true });
    const failed = await comeBack(back, cookie);
    const forgotten = await beginAgain();

    expect([young, old, known, forgotten]).toEqual([200, 502, 200, 502]);
    expect(failed.status).toBe(400);
  });
});
