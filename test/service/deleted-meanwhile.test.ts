import { describe, expect, it, vi } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { isPostgres } from './database.ts';
import { createTestService, type TestService } from './harness.ts';
import { credentials, hostOrigin, nonce, testApplication } from './test-application.ts';
import { atOnce, readError } from './world.ts';

const deletion = { name: testApplication.name, now: 1_700_000_000_000 };

type Method = (...values: readonly unknown[]) => Promise<unknown>;

/** Deletes the application as soon as a request has used this method of the store. */
function deleteAfter({ store }: TestService, path: string): void {
  const [part = '', name = ''] = path.split('.');
  const holder = (store as unknown as Record<string, Record<string, Method>>)[part];
  const method = holder?.[name];
  if (!holder || !method) throw new Error(`The store has no ${path}.`);
  holder[name] = async (...values) => {
    const found = await method(...values);
    holder[name] = method;
    expect(await store.registrations.delete('test_app', deletion)).toBe(true);
    return found;
  };
}

type Call = () => Promise<Response>;

/** Brings a flow to a step. */
const reach = {
  new: async (service: TestService) =>
    service.createFlow(await service.openPage('client_id=test_app')),
  select: (service: TestService) => service.startFlow(),
  login: (service: TestService) => service.startLogin(),
  mfa: (service: TestService) => service.signIn({ username: 'user_mfa' }),
  consent: (service: TestService) => service.signIn(),
};

const fields = {
  origin: hostOrigin,
  nonce,
  state: null,
  provider_id: 'sandbox',
  decision: 'allow',
  username: 'user_good',
  password: 'pass_good',
  answer: '123456',
  handoff: 'h'.repeat(43),
};

const step = (from: keyof typeof reach, name: string) => {
  return async (service: TestService): Promise<Call> => {
    const flow = await reach[from](service);
    return () => flow.send(name, fields);
  };
};

const sandbox = async (service: TestService): Promise<Call> => {
  return () => service.post('/sandbox/authorization_codes', credentials);
};

const gone = [401, 'unknown_client'] as const;
const expired = [401, 'session_expired'] as const;
const nobody = [401, 'invalid_client'] as const;

/** The first case shows that PostgreSQL behaves in the same way; the long run has all of them. */
const shortenOnPostgres = <Case>(cases: readonly Case[]): readonly Case[] =>
  isPostgres ? byExtent(cases.slice(0, 1), cases) : cases;

describe('an application that is deleted during a request', () => {
  const steps = [
    ['start, when the flow was found', step('new', 'start'), 'flows.find', gone],
    ['start, when both were found', step('new', 'start'), 'applications.find', expired],
    ['provider, when the flow was found', step('select', 'provider'), 'flows.find', gone],
    ['provider, when both were found', step('select', 'provider'), 'applications.find', expired],
    ['back', step('login', 'back'), 'flows.find', expired],
    ['login, when the flow was found', step('login', 'login'), 'flows.find', gone],
    ['login, before the count', step('login', 'login'), 'applications.find', gone],
    ['login, after the count', step('login', 'login'), 'applications.countSubmission', expired],
    ['answer, when the flow was found', step('mfa', 'answer'), 'flows.find', gone],
    ['answer, when both were found', step('mfa', 'answer'), 'applications.find', expired],
    ['consent, when the flow was found', step('consent', 'consent'), 'flows.find', gone],
    ['consent, when both were found', step('consent', 'consent'), 'applications.find', gone],
    ['sandbox, before the count', sandbox, 'applications.findWithSecrets', nobody],
    ['sandbox, after the count', sandbox, 'applications.countSubmission', nobody],
    ['handoff', step('select', 'handoff'), 'flows.find', expired],
  ] as const;
  it.each(shortenOnPostgres(steps))(
    'is reported as deleted: %s',
    async (...[, prepare, method, answer]) => {
      const [service, control] = [await createTestService(), await createTestService()];
      const succeeds = await (await prepare(control))();
      const call = await prepare(service);

      deleteAfter(service, method);
      const response = await call();

      expect(succeeds.status).toBeLessThan(300);
      expect(await readError(response)).toEqual(answer);
      expect(service.readLog()).not.toContain('request failed');
    },
  );

  it('is unknown: a document', async () => {
    const service = await createTestService();

    deleteAfter(service, 'applications.findByPublicId');
    const response = await service.get('/connect?client_id=test_app');
    const html = await response.text();

    expect(response.status).toBe(400);
    expect(html).toContain('"code":"unknown_client"');
    expect(html).not.toContain('id="flow"');
  });

  it('has no codes: an exchange', async () => {
    const service = await createTestService();
    const { store } = service;
    const code = await service.issueSandboxCode();
    const { exchange } = store.codes;
    vi.spyOn(store.codes, 'exchange').mockImplementationOnce(async (request) => {
      await store.registrations.delete('test_app', deletion);
      return await exchange(request);
    });

    expect(await readError(service.exchange({ code }))).toEqual([400, 'invalid_grant']);
  });

  const actions = [
    ['rename', { name: 'Other' }],
    ['submission-limit', { submission_limit: 5 }],
    ['redirect-uris/add', { redirect_uri: 'https://shop.io/callback' }],
    ['redirect-uris/remove', { redirect_uri: 'https://shop.io/callback' }],
    ['origins/add', { origin: 'https://shop.io' }],
    ['secrets/rotate', {}],
    ['secrets/end-old', {}],
    ['delete', { name: testApplication.name }],
  ] as const;
  it.each(shortenOnPostgres(actions))('is not found by the dashboard: %s', async (action, body) => {
    const [operator, control] = [await createOperator(), await createOperator()];
    const act = (who: TestOperator) => who.post(`applications/test_app/${action}`, body);

    deleteAfter(operator.service, 'applications.findByPublicId');
    const response = await act(operator);

    expect((await act(control)).status).toBe(200);
    expect(await readError(response)).toEqual([404, 'not_found']);
    expect(operator.service.readLog()).not.toContain('request failed');
  });
});

it('an application that is deleted during other requests never causes a 5xx, and is deleted', async () => {
  const operator = await createOperator();
  const { service } = operator;
  const { store } = service;
  const post = (path: string, body: object) => operator.post(`applications/test_app/${path}`, body);
  const statuses = new Set<number>();
  for (let round = 0; round < byExtent(5, 20); round += 1) {
    await store.applications.register({ ...testApplication, submission_limit: 1e6 }, 0);
    const flows = await atOnce(4, () => service.signIn());
    const codes = await atOnce(8, () => service.issueSandboxCode());
    const [half, rest] = [codes.slice(0, 4), codes.slice(4)];

    const answers = await Promise.all([
      ...half.map((code) => service.exchange({ code })),
      ...flows.map((flow) => flow.send('consent', fields)),
      post('rename', { name: testApplication.name }),
      post('delete', { name: testApplication.name }),
      ...rest.map((code) => service.exchange({ code })),
      post('secrets/rotate', {}),
      post('origins/add', { origin: 'https://shop.io' }),
      ...flows.map(() => service.get('/connect?client_id=test_app')),
      ...flows.map(() => service.post('/sandbox/authorization_codes', credentials)),
    ]);

    for (const { status } of answers) statuses.add(status);
    expect(await store.applications.findByPublicId('test_app')).toBeUndefined();
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(service.readLog()).not.toContain('request failed');
});
