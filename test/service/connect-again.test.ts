import type { CredentialProvider, ProviderContext, RedirectProvider } from 'tax-connect/providers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestService, type TestService } from './harness.ts';
import { fake, fakeSite, loadOnly } from './plugin-service.ts';
import { live, start } from './test-application.ts';
import { basic, bearer, readError, readJson } from './world.ts';

const other = { ...live, client_id: 'other_app' };

/** The context that the plug-ins got at the start of each sign-in. */
let told: unknown[];
const note = ({ isRetry, reason }: ProviderContext) => told.push({ isRetry, reason });

/** People sign in by their name. */
const plugin: CredentialProvider = {
  ...fake,
  async begin({ username = '' }, context) {
    note(context);
    return {
      status: 'accepted',
      subject: `id of ${username}`,
      label: `${username}@example.com`,
      grant: username,
    };
  },
  revoke: async () => {},
};
/** The address of the return names the person. */
const site: RedirectProvider = {
  info: { id: 'site', name: 'Own Site', domain: 'site.example' },
  async authorize(request, context) {
    note(context);
    return await fakeSite.authorize(request, context);
  },
  async complete({ url }) {
    const name = url.searchParams.get('name');
    return name ? { status: 'accepted', subject: name, label: name } : { status: 'refused' };
  },
};
const second = { ...plugin, info: { id: 'second', name: 'Second', domain: 'second.example' } };

let service: TestService;

beforeEach(async () => {
  told = [];
  const providers = loadOnly(plugin, second, site);
  service = await createTestService({ applications: [live, other], providers });
});

const askForSession = (account_id: string) => service.askForSession({ account_id }, basic(live));

/** Makes a session for an account, and returns its secret. */
const createSession = async (account_id: string) =>
  (await service.makeSession({ account_id }, basic(live))).session;

const open = (session: string | null, clientId = 'live_app') =>
  service.openSession(session, { clientId });

type Opened = Awaited<ReturnType<typeof open>>['flow'];

const logInAs = (flow: Opened, username: string) => flow.logIn(username, 'any');

const allow = async (flow: Opened) => await service.finish(await flow.allow(), live);

async function visitSiteAs(flow: Opened, name: string) {
  const { state } = await flow.leaveForSite();
  return await flow.comeBack(`state=${state}&name=${name}`);
}

/** Connects Ada's account, whose provider then no longer accepts the grant. */
async function connect(provider_id = 'fake', signInAs = logInAs) {
  const { flow } = await open(null);
  await flow.pick(provider_id);
  await signInAs(flow, 'ada');
  const { accountId, token } = await allow(flow);
  await service.store.accounts.requireLogin({ clientId: 'live_app', accountId }, start);
  return { accountId, token };
}

const readStatus = async (token: string) => (await service.read('/account', bearer(token))).status;

describe('a session for an account', () => {
  it('leads the same person to the same account only, whose tokens work again', {
    tags: ['control-66'],
  }, async () => {
    const { accountId, token } = await connect();
    expect(await readStatus(token)).toBe('login_required');
    const { flow, started } = await open(await createSession(accountId));
    expect(await readJson(started)).toMatchObject({
      account: { provider_id: 'fake' },
      providers: [{ id: 'fake' }],
    });
    expect(await readError(flow.pick('second'))).toEqual([409, 'invalid_step']);
    await flow.pick('fake');
    expect(await readJson(logInAs(flow, 'ada'))).toMatchObject({
      step: 'consent',
      account: { label: 'ada@example.com' },
    });
    expect(await allow(flow)).toMatchObject({ accountId });
    expect(await readStatus(token)).toBe('active');
  });

  it('names the account to no page, list or application before its person has signed in', {
    tags: ['threat-66'],
  }, async () => {
    const { accountId, token } = await connect();
    const made = await readJson(askForSession(accountId));
    const { flow, started } = await open(String(made.session));
    const told = [
      started,
      await flow.pick('fake'),
      await flow.send('back'),
      await flow.pick('fake'),
      await logInAs(flow, 'eve'),
      await service.get(`/connect?client_id=live_app&session=${made.session}`),
    ];
    for (const path of [`/connect/sessions/${made.session_id}`, '/events']) {
      told.push(await service.get(path, basic(live)));
    }
    for (const path of ['/account', '/account/consent']) {
      told.push(await service.get(path, bearer(token)));
    }
    for (const list of ['accounts', 'consents', 'consents/export', 'sessions']) {
      told.push(await service.admin.get(`applications/live_app/${list}`));
    }
    told.push(await service.admin.get('flows?client_id=live_app'));
    expect(told.map(({ status }) => status)).not.toContain(404);
    for (const response of told) {
      expect(await response.text()).not.toMatch(/\bada\b|example\.com/);
    }
  });

  it('refuses another person, changes nothing, and lets them sign in again', async () => {
    const { accountId, token } = await connect();
    service.advance(1000);
    const { flow } = await open(await createSession(accountId));
    await flow.pick('fake');
    expect(await readError(logInAs(flow, 'eve'))).toEqual([403, 'different_account']);
    const early = await flow.send('consent', { decision: 'allow' });
    expect(await readError(early)).toEqual([409, 'invalid_step']);
    const [newest] = await service.store.flowEntries.list('live_app', { count: 1 }, 0);
    expect(newest?.problem).toBe('different_account');
    expect(await readStatus(token)).toBe('login_required');
    expect(await service.store.revocations.count()).toBe(1);
    expect((await logInAs(flow, 'ada')).status).toBe(200);
    expect(await allow(flow)).toMatchObject({ accountId });
  });

  it.each([
    ['fields', 'fake', logInAs],
    ['its own site', 'site', visitSiteAs],
  ] as const)('tells a provider with %s about another person', async (_, id, signInAs) => {
    const { accountId } = await connect(id, signInAs);
    const { flow } = await open(await createSession(accountId));
    await flow.pick(id);
    const first = await signInAs(flow, 'eve');
    const again = await signInAs(flow, 'eve');
    // The person closes the site's window, and opens it again.
    if (id === 'site') await flow.leaveForSite();
    const last = await signInAs(flow, 'ada');

    const fresh = { isRetry: undefined, reason: undefined };
    const retry = { isRetry: true, reason: 'different_account' };
    expect(told).toEqual([fresh, fresh, ...Array(id === 'site' ? 3 : 2).fill(retry)]);
    expect([first.status, again.status, last.status]).toEqual([403, 403, 200]);
    expect(await allow(flow)).toMatchObject({ accountId });
  });

  it('ends with the account, also during consent', async () => {
    const { accountId, token } = await connect();
    const session = await createSession(accountId);
    const { flow } = await open(session);
    await flow.pick('fake');
    await logInAs(flow, 'ada');
    await service.disconnect(token);
    const late = await flow.send('consent', { decision: 'allow' });
    expect(await readError(late)).toEqual([401, 'session_expired']);
    expect(await readError((await open(session)).started)).toEqual([401, 'session_expired']);
    expect(await readError(askForSession(accountId))).toEqual([400, 'invalid_request']);
  });
});
