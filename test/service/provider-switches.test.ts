import { beforeEach, describe, expect, it } from 'vitest';
import { openTwoStores } from './database.ts';
import type { TestService } from './harness.ts';
import { createProviders, fake, fakeSite, servePlugin } from './plugin-service.ts';
import { credentials, hostOrigin, liveApplication, nonce, start } from './test-application.ts';
import { createAdmin, serveWebhooks } from './webhook-world.ts';
import { readError, readJson, type TestFlow } from './world.ts';

const origin = 'https://app.example';

let service: TestService;
/** Another process on the same database. */
let other: TestService;

beforeEach(async () => {
  const [store, shared] = await openTwoStores();
  service = await serveWebhooks({ store });
  other = await serveWebhooks({ store: shared });
});

const flip = (id: string, state: string, reason?: string) =>
  service.admin.post(`providers/${id}/switch`, { state, reason });

const offer = (provider_ids: readonly string[] | null, clientId = 'live_app') =>
  createAdmin(service, clientId).post('providers', { provider_ids });

interface ListedProvider {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
}

const startLive = (of: TestService) => of.startFlow({ clientId: 'live_app', origin });

/** The list of a new flow of the live application. */
async function listProviders(of = other): Promise<readonly ListedProvider[]> {
  const { started } = await of.bind(origin, 'live_app');
  return (await readJson(started)).providers as ListedProvider[];
}

const findListed = async (id: string) => (await listProviders()).find((one) => one.id === id);

const listKnown = async () =>
  (await service.admin.read('providers')).providers as Record<string, unknown>[];

describe('a provider that is switched off', () => {
  it('is listed with its reason by every process at once, and is back at once', async () => {
    const available = { status: 'available', reason: null };
    const unavailable = { status: 'unavailable', reason: 'Back on Monday' };
    expect(await findListed('summit-returns')).toMatchObject(available);
    await flip('summit-returns', 'unavailable', 'Back on Monday');
    expect(await findListed('summit-returns')).toMatchObject(unavailable);
    await flip('summit-returns', 'available');
    expect(await findListed('summit-returns')).toMatchObject(available);
  });

  it('cannot be chosen in a flow whose list is older, and can be left for another', async () => {
    const flow = await startLive(other);
    await flip('summit-returns', 'unavailable', 'Back on Monday');

    const error = 'provider_unavailable';
    const refused = { error, error_description: 'Back on Monday' };
    expect(await readJson(flow.pick('summit-returns'))).toMatchObject(refused);
    expect((await flow.pick('oakline')).status).toBe(200);
  });

  it.each([
    ['sign-in', 'user_good', (flow: TestFlow) => flow.logIn()],
    ['second factor', 'user_mfa', (flow: TestFlow) => flow.send('answer', { answer: '123456' })],
  ])('refuses the %s of a flow at it, which can go back', async (step, username, act) => {
    const flow = await other.startLogin();
    if (step !== 'sign-in') await flow.logIn(username);
    await flip('sandbox', 'unavailable', 'Closed for an evening');
    const refused = await act(flow);
    const back = await flow.send('back');
    await flip('sandbox', 'available');
    await flow.pick('sandbox');

    expect(await readError(refused)).toEqual([403, 'provider_unavailable']);
    const { providers } = await readJson(back);
    const listed = (providers as ListedProvider[]).find(({ id }) => id === 'sandbox');
    expect(listed).toMatchObject({ status: 'unavailable', reason: 'Closed for an evening' });
    expect((await flow.logIn()).status).toBe(200);
  });

  it('lets a person allow who has signed in already', async () => {
    const flow = await other.signIn();
    await flip('sandbox', 'unavailable');

    expect((await flow.send('consent', { decision: 'allow' })).status).toBe(200);
  });

  it('refuses connecting again, and issues no code for tests', async () => {
    const { accountId: account_id } = await service.connectSandbox();
    const { session } = await service.makeSession({ account_id });
    await flip('sandbox', 'unavailable');
    const { flow } = await other.openSession(session);
    const code = service.post('/sandbox/authorization_codes', credentials);

    expect(await readError(flow.pick('sandbox'))).toEqual([403, 'provider_unavailable']);
    expect(await readError(code)).toEqual([400, 'provider_unavailable']);
  });

  it('refuses a return from its own site at a step that leads back to the list', async () => {
    const away = await servePlugin(fakeSite);
    const flow = await away.startAt();
    const { state } = await flow.leaveForSite();
    await away.store.providerSwitches.set({
      ...{ provider_id: 'fake', state: 'unavailable', reason: 'Closed', switched_at: 0 },
      ...{ ownState: 'available', environments: ['live'] },
    });

    const binding = { origin: hostOrigin, nonce };
    expect((await flow.send('resume', { binding })).status).toBe(200);
    const refused = flow.comeBack(`code=1&state=${state}`);
    expect(await readError(refused)).toEqual([403, 'provider_unavailable']);
    expect(await flow.read('back')).toMatchObject({
      providers: [{ id: 'fake', status: 'unavailable', reason: 'Closed' }],
    });
  });

  it('stops reads of its connections until it is back', async () => {
    const { token } = await service.connectSandbox();
    const read = async () => await readError(other.asOwner(token).get('/records'));

    expect(await read()).toEqual([200, undefined]);
    await flip('sandbox', 'unavailable');
    expect(await read()).toEqual([502, 'provider_failed']);
    await flip('sandbox', 'hidden');
    expect(await read()).toEqual([200, undefined]);
  });
});

describe('a hidden provider', () => {
  it('is not listed and cannot be chosen; a flow at its login goes on', async () => {
    const started = await startLive(other);
    const reached = await other.startLogin();
    for (const id of ['summit-returns', 'sandbox']) await flip(id, 'hidden');

    expect(await findListed('summit-returns')).toBeUndefined();
    expect(await readError(started.pick('summit-returns'))).toEqual([403, 'provider_unavailable']);
    expect((await reached.logIn()).status).toBe(200);
  });

  it('connects an account again', async () => {
    const { accountId: account_id } = await service.connectSandbox();
    await flip('sandbox', 'hidden');
    const { session } = await service.makeSession({ account_id });
    const { flow, started } = await other.openSession(session);

    expect(await readJson(started)).toMatchObject({ providers: [{ id: 'sandbox' }] });
    await flow.pick('sandbox');
    expect((await flow.logIn()).status).toBe(200);
  });
});

describe('a switch', () => {
  it('overrules the plug-in, and follows it again', async () => {
    const isOff = (await listProviders()).find(({ status }) => status === 'unavailable');
    const id = isOff?.id ?? '';

    await flip(id, 'available');
    expect(await findListed(id)).toMatchObject({ status: 'available', reason: null });
    const known = (await listKnown()).find(({ provider_id }) => provider_id === id);
    expect(known).toMatchObject({ state: 'available', reason: null });
    await flip(id, 'unavailable');
    expect(await findListed(id)).toEqual(isOff);
  });

  it('opens nothing to test applications that is for live ones', async () => {
    // Its plug-in says that it is unavailable, so this is stored.
    await flip('northgate', 'available');
    const flow = await service.startFlow();

    expect(await readError(flow.pick('northgate'))).toEqual([403, 'provider_unavailable']);
  });

  it('is shown to the operator, with its time, and is in the audit log if it changes something', async () => {
    await flip('oakline', 'available');
    await flip('summit-returns', 'unavailable', 'Back on Monday');
    const [switched] = (await listKnown()).filter(({ switched_at }) => switched_at !== null);
    const log = await service.admin.read('audit-log');

    const state = { state: 'unavailable', reason: 'Back on Monday' };
    expect(switched).toMatchObject({ provider_id: 'summit-returns', ...state });
    const detail = 'summit-returns · unavailable · Back on Monday';
    const change = { action: 'provider_switched', client_id: null, application: null, detail };
    expect(log.entries).toMatchObject([{ ...change, who: 'admin token' }]);

    service.advance(1000);
    await flip('summit-returns', 'hidden');

    const later = { state: 'hidden', reason: null, switched_at: start + 1000 };
    expect(await listKnown()).toContainEqual(expect.objectContaining(later));
  });

  it.each([
    ['summit-returns', { state: 'off' }, 400],
    ['summit-returns', { state: 'available', reason: 'Ready' }, 400],
    ['summit-returns', { state: 'unavailable', reason: 'x'.repeat(121) }, 400],
    ['summit-returns', { state: 'unavailable', reason: 'one\u202etwo' }, 400],
    ['unknown', { state: 'hidden' }, 404],
    ['summit-returns', { state: 'unavailable', reason: 'x'.repeat(120) }, 200],
  ])('of %s to %j answers %i', async (id, body, status) => {
    expect((await service.admin.post(`providers/${id}/switch`, body)).status).toBe(status);
  });
});

describe('the providers of an application', () => {
  it('are the only ones that it lists and accepts', async () => {
    const before = await startLive(other);
    await offer(['oakline', 'summit-returns']);

    const listed = await listProviders();
    expect(listed.map(({ id }) => id).sort()).toEqual(['oakline', 'summit-returns']);
    expect(await readJson(before.pick('tallybird'))).toMatchObject({
      error: 'provider_unavailable',
      error_description: 'The application does not offer this provider.',
    });
    expect((await before.pick('oakline')).status).toBe(200);
  });

  it('are all again after null, and never an unknown one', async () => {
    const all = await listProviders();
    await offer(['oakline']);

    expect((await readJson(offer(null))).provider_ids).toBeNull();
    expect(await listProviders()).toEqual(all);
    for (const wrong of [['nowhere'], []]) {
      expect(await readError(offer(wrong))).toEqual([400, 'invalid_request']);
    }
  });

  it('can be saved while one of them no longer exists', async () => {
    await service.store.registrations.set('live_app', { provider_ids: '["gone"]' });

    expect((await readJson(offer(['gone', 'oakline']))).provider_ids).toEqual(['oakline', 'gone']);
    expect((await readJson(offer(['oakline']))).provider_ids).toEqual(['oakline']);
    expect(await readError(offer(['gone']))).toEqual([400, 'invalid_request']);
  });

  it('can be a thousand with long IDs', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(64, 'x'));
    const plugins = ids.map((id) => ({ ...fake, info: { ...fake.info, id } }));
    service = await serveWebhooks({ providers: createProviders(plugins) });

    expect(await readJson(offer(ids))).toMatchObject({ provider_ids: ids });
  });

  it('limit the providers of a session', async () => {
    const { accountId: account_id } = await service.connectSandbox();
    await offer(['oakline'], 'test_app');
    const provider_ids = ['sandbox', 'oakline'];
    for (const fields of [{ provider_ids: ['sandbox'] }, { account_id, provider_ids }]) {
      expect(await readError(service.askForSession(fields))).toEqual([400, 'invalid_request']);
    }

    const { session } = await service.makeSession({ provider_ids });
    const { started } = await other.openSession(session);
    expect(await readJson(started)).toMatchObject({ providers: [{ id: 'oakline' }] });
  });

  it('are kept when the application is registered again at a start', async () => {
    await offer(['oakline']);
    await service.store.applications.register(liveApplication, 0);

    expect(await listProviders()).toHaveLength(1);
  });
});

describe('the events of a switch', () => {
  const plantWebhook = ({ webhooks }: TestService['store'], client_id: string) =>
    webhooks.add({
      ...{ client_id, webhook_id: `wh_${client_id}`, url: 'http://localhost:9/', types: 'all' },
      ...{ sealed_secret: 'sealed', created_at: start },
    });
  const data = { provider_id: 'sandbox' };
  const off = { type: 'provider.unavailable', data };
  const on = { type: 'provider.available', data };
  const ofSwitch = async () => {
    await service.store.events.publish(0);
    const events = await service.listEvents();
    return events.filter(({ type }) => type.startsWith('provider.'));
  };

  it('go to an application with an account there, once for each change', async () => {
    await service.connectSandbox();
    for (const state of ['hidden', 'available']) await flip('sandbox', state);
    await flip('sandbox', 'unavailable', 'Closed');
    await flip('sandbox', 'unavailable', 'Still closed');
    for (const state of ['hidden', 'available']) await flip('sandbox', state);

    expect(await ofSwitch()).toMatchObject([off, on]);
  });

  it('go to no application without one, unless its webhook asks for them', async () => {
    await flip('sandbox', 'unavailable');
    expect(await ofSwitch()).toEqual([]);
    await createAdmin(service).add('http://localhost:9/hooks', ['provider.available']);
    for (const state of ['available', 'unavailable']) await flip('sandbox', state);
    expect(await ofSwitch()).toMatchObject([on]);
  });

  it('go to every one of many applications', async () => {
    const applications = Array.from({ length: 60 }, (_, index) => ({
      ...liveApplication,
      client_id: `app_${index}`,
    }));
    const { admin, store } = await serveWebhooks({ applications });
    for (const { client_id } of applications) {
      await plantWebhook(store, client_id);
    }
    await admin.post('applications/app_0/providers', { provider_ids: ['oakline'] });
    await admin.post('providers/summit-returns/switch', { state: 'unavailable' });

    const first = { after: '', count: 9, now: start };
    for (const { client_id } of applications) {
      const told = client_id === 'app_0' ? 0 : 1;
      expect(await store.events.list(client_id, first), client_id).toHaveLength(told);
    }
  });

  it('are not told where a provider is hidden that its plug-in calls unavailable', async () => {
    await plantWebhook(service.store, 'live_app');
    const query = { after: '', count: 9, now: start };
    const counts: unknown[] = [];
    for (const state of ['hidden', 'available']) {
      await flip('northgate', state);
      await service.store.events.publish(0);
      counts.push((await service.store.events.list('live_app', query))?.length);
    }
    expect(counts).toEqual([0, 1]);
  });

  it('go to no webhook of an application that does not offer the provider', async () => {
    await createAdmin(service).add('http://localhost:9/hooks');
    await offer(['oakline'], 'test_app');
    await flip('sandbox', 'unavailable');
    await offer(null, 'test_app');
    await flip('sandbox', 'available');
    // Test applications can never use this one.
    await flip('oakline', 'unavailable');

    expect(await ofSwitch()).toMatchObject([on]);
  });
});

it.each([
  ['is possible at a hidden provider', 'hidden', { status: 'available' }, 200],
  [
    'says that a provider is unavailable',
    'unavailable',
    { status: 'unavailable', reason: 'Closed' },
    403,
  ],
] as const)('a visit to /manage %s', async (...[, state, shown, status]) => {
  await flip('sandbox', state, state === 'hidden' ? undefined : 'Closed');
  const visit = await other.startVisit();
  const { providers } = await visit.read('start');

  expect(providers).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ id: 'sandbox', ...shown })]),
  );
  expect((await visit.pick('sandbox')).status).toBe(status);
  expect((await visit.logIn()).status).toBe(status === 200 ? 200 : 409);
});
