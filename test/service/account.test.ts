import { beforeEach, describe, expect, it } from 'vitest';
import { createTestService, isTokenValid, type TestService } from './harness.ts';
import {
  adminToken,
  credentials,
  day,
  introspectionSecret,
  liveApplication,
  testApplication,
} from './test-application.ts';
import {
  authorization,
  basic,
  bearer,
  inTurn,
  readError,
  readJson,
  readPages,
  readStatus,
} from './world.ts';

const otherApplication = { ...testApplication, client_id: 'other_app' };

type Connection = Awaited<ReturnType<TestService['connectSandbox']>>;

let service: TestService;

beforeEach(async () => {
  service = await createTestService({
    config: { introspectionSecret },
    applications: [testApplication, otherApplication, liveApplication],
  });
});

const ask = (token: string) => service.get('/account', bearer(token));

describe('POST /sandbox/accounts/{account_id}/login_required', () => {
  it('sets the status once, until the person connects the account again', {
    tags: ['control-56'],
  }, async () => {
    const { accountId, get, read } = await service.connectSandbox();
    service.advance(1000);
    const before = await read('/account');
    const answers = [await service.requireLogin(accountId)];
    service.advance(1000);
    answers.push(await service.requireLogin(accountId));
    const ill = await read('/account');
    const refused = await get('/records');
    await service.connectSandbox();

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const connected_at = '2023-11-14T22:13:20.000Z';
    const shares = ['identity', 'returns', 'transcripts', 'forms'];
    expect(before).toEqual({
      ...{ account_id: accountId, provider_id: 'sandbox', environment: 'test' },
      ...{ connected_at, status: 'active', status_since: connected_at },
      consent: { granted_at: connected_at, expires_at: null, shares },
      ...{ client_user_id: null, tags: null },
    });
    expect(ill).toMatchObject({
      status: 'login_required',
      status_since: '2023-11-14T22:13:21.000Z',
    });
    expect(await readError(refused)).toEqual([409, 'login_required']);
    expect(await read('/account')).toMatchObject({ status: 'active' });
    expect((await get('/records')).status).toBe(200);
  });

  it('is for the own accounts of a test application only', { tags: ['threat-53'] }, async () => {
    const { accountId, read } = await service.connectSandbox();
    const requireAs = (changes: object) =>
      readError(service.requireLogin(accountId, { ...credentials, ...changes }));

    expect(await requireAs({ client_id: 'other_app' })).toEqual([404, 'not_found']);
    expect(await readError(service.requireLogin('account_0'))).toEqual([404, 'not_found']);
    expect(await requireAs({ client_secret: 'wrong' })).toEqual([401, 'invalid_client']);
    expect(await requireAs(liveApplication)).toEqual([403, 'unauthorized_client']);
    expect(await read('/account')).toMatchObject({ status: 'active' });
  });
});

describe('wrong credentials of neighbours on the same address', () => {
  const list = (secret: string) => service.get('/admin/applications', bearer(secret));

  async function createKey() {
    const key = { name: 'Reports', scopes: ['applications:read'] };
    return String((await readJson(service.admin.post('keys', key))).secret);
  }

  type Send = (secret: string, token: string) => Response | Promise<Response>;

  it.each<[path: string, findRight: (token: string) => string | Promise<string>, send: Send]>([
    ['GET /account', (token) => token, ask],
    ['GET /admin/applications', () => adminToken, list],
    ['GET /admin/applications, with a key', createKey, list],
    [
      'POST /auth/introspect',
      () => introspectionSecret,
      (secret, token) => service.introspect(token, secret),
    ],
    [
      'POST /auth/revoke',
      () => credentials.client_secret,
      (client_secret, token) => service.revokeToken(token, { ...credentials, client_secret }),
    ],
    [
      'POST /auth/token',
      () => credentials.client_secret,
      async (client_secret) =>
        service.exchange({ code: await service.issueSandboxCode(), client_secret }),
    ],
  ])('are limited, and right ones are served: %s', { tags: ['threat-48'] }, async (...row) => {
    const [, findRight, send] = row;
    service = await createTestService({
      config: { introspectionSecret },
      rateLimits: { authenticationFailures: { max: 3, windowMs: 60_000 } },
    });
    const { token } = await service.connectSandbox();
    const secret = await findRight(token);
    const sendWrong = () => send(`${secret}0`, token);

    await inTurn(3, async () => sendWrong());
    const wrong = await sendWrong();
    const right = await send(secret, token);
    service.advance(60_000);
    const later = await sendWrong();

    expect([wrong.status, right.status, later.status]).toEqual([429, 200, 401]);
    expect(wrong.headers.get('Retry-After')).toBe('60');
  });
});

it.each([
  ['the application', (own: Connection) => service.disconnect(own.token), 204],
  ['the operator', (own: Connection) => service.disconnectAsAdmin(own.accountId), 200],
] as const)(
  '%s disconnects an account with every token, until it is connected again',
  async (...row) => {
    const [, disconnect, status] = row;
    const first = await service.connectSandbox();
    const second = await service.connectSandbox();
    const foreign = await service.connectSandbox({ client_id: 'other_app' });

    const response = await disconnect(first);
    const again = await service.disconnect(first.token);
    service.advance(60_000);
    const after = await service.connectSandbox();

    expect([response.status, again.status]).toEqual([status, 401]);
    const readStatuses = [first, second, foreign].map(({ token }) => readStatus(ask(token)));
    expect(await Promise.all(readStatuses)).toEqual([401, 401, 200]);
    expect([second.accountId, after.accountId]).toEqual(Array(2).fill(first.accountId));
    const connected_at = '2023-11-14T22:14:20.000Z';
    expect(await readJson(ask(after.token))).toMatchObject({ connected_at });
  },
);

it('POST /auth/revoke accepts right credentials once, one token, and forms only', async () => {
  const { token } = await service.connectSandbox();
  const wrong = { ...credentials, client_secret: 'wrong' };
  const send = (fields: Record<string, string>, headers = {}) =>
    service.sendForm('/auth/revoke', fields, headers);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = `token=a&${new URLSearchParams({ token, ...credentials })}`;

  const byBasic = await send({ token }, basic(wrong));
  const twice = await service.app.request('/auth/revoke', { method: 'POST', headers, body });
  const json = await service.post('/auth/revoke', { token, ...credentials });

  expect(byBasic.headers.get('WWW-Authenticate')).toBe('Basic realm="tax-connect"');
  for (const refused of [byBasic, send({ token, ...wrong }), send({ token })]) {
    expect(await readError(refused)).toEqual([401, 'invalid_client']);
  }
  for (const refused of [
    send({ token, ...credentials }, authorization),
    twice,
    send(credentials),
  ]) {
    expect(await readError(refused)).toEqual([400, 'invalid_request']);
  }
  expect(await readError(json)).toEqual([415, 'invalid_request']);
  expect((await ask(token)).status).toBe(200);
});

describe('POST /auth/introspect', () => {
  it('answers the account of a token', { tags: ['control-44', 'control-48'] }, async () => {
    await service.connectSandbox();
    service.advance(5000);
    const { token, accountId } = await service.connectSandbox();

    expect(await readJson(service.introspect(token))).toEqual({
      active: true,
      client_id: 'test_app',
      sub: accountId,
      iss: 'http://connect.localhost:4400',
      iat: 1_700_000_005,
    });
  });

  it('answers only inactive for a revoked, disconnected or unknown token', async () => {
    const revoked = await service.connectSandbox({ client_id: 'other_app' });
    const { token: disconnected } = await service.connectSandbox();
    const other = { ...credentials, client_id: 'other_app' };
    await service.sendForm('/auth/revoke', { token: revoked.token, ...other });
    await service.disconnect(disconnected);

    for (const token of [revoked.token, disconnected, 'unknown']) {
      expect(await readJson(service.introspect(token))).toEqual({ active: false });
    }
  });

  it('does not exist without INTROSPECTION_SECRET', async () => {
    const plain = await createTestService();

    expect((await plain.introspect('a', '')).status).toBe(404);
  });
});

/** Connects an account of the live application at each of these providers. */
async function connectLive(...providerIds: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const providerId of providerIds) {
    const visit = { application: liveApplication, origin: 'https://app.example', providerId };
    ids.push((await service.connect(visit)).accountId);
  }
  return ids.sort();
}

interface AccountsPage {
  readonly accounts: readonly { readonly account_id: string; readonly provider_id: string }[];
  readonly next: string | null;
}

async function list(clientId: string, parameters: Record<string, string> = {}) {
  const query = new URLSearchParams(parameters);
  return (await service.admin.read(
    `applications/${clientId}/accounts?${query}`,
  )) as unknown as AccountsPage;
}

const listIds = async (clientId: string, parameters: Record<string, string> = {}) =>
  (await list(clientId, parameters)).accounts.map(({ account_id }) => account_id);

describe('the list of connected accounts', () => {
  it('has the provider and the times of connection and last exchange, but no user name', async () => {
    const { accountId } = await service.connectSandbox();
    service.advance(day);
    await service.connectSandbox();

    const response = await service.admin.get('applications/test_app/accounts');
    const text = await response.clone().text();

    expect(await readJson(response)).toEqual({
      accounts: [
        {
          account_id: accountId,
          provider_id: 'sandbox',
          provider: 'Sandbox',
          connected_at: 1_700_000_000_000,
          last_exchange_at: 1_700_000_000_000 + day,
          status: 'active',
          status_since: 1_700_000_000_000,
          client_user_id: null,
          tags: null,
        },
      ],
      next: null,
    });
    expect(text).not.toContain('user_good');
  });

  it('has only the accounts of a status, if one is named', async () => {
    const ill = await service.connectSandbox();
    const { accountId } = await service.connectSandbox({ username: 'user_mfa' });
    await service.requireLogin(ill.accountId);

    expect(await listIds('test_app', { status: 'login_required' })).toEqual([ill.accountId]);
    expect(await listIds('test_app', { status: 'active' })).toEqual([accountId]);
  });

  it('is read in pages, each account once', async () => {
    const providers = ['ledgerleaf', 'tallybird', 'cafe-fiscal', 'clearcolumn', 'oakline'];
    const ids = await connectLive(...providers);

    const pages = await readPages((after) => list('live_app', { limit: '2', after }));

    const found = pages.map(({ accounts }) => accounts.map(({ account_id }) => account_id));
    expect(found).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('finds the accounts of a provider by its ID or its names, and an account by its exact ID', async () => {
    await connectLive('ledgerleaf');
    const [cafe = ''] = await connectLive('cafe-fiscal');
    const [id = ''] = await connectLive('tallybird');

    for (const search of [id, 'tallybird', ' tallyBIRD ', 'tally bird']) {
      expect(await listIds('live_app', { search }), search).toEqual([id]);
    }
    for (const search of ['Caf\u00e9 Fiscal', 'Cafe\u0301 Fiscal']) {
      expect(await listIds('live_app', { search }), search).toEqual([cafe]);
    }
    for (const search of [id.slice(0, -1), 'account_', '%', 'user_good', "' OR 1=1 --"]) {
      expect(await listIds('live_app', { search }), search).toEqual([]);
    }
  });

  it.each(['limit=0', 'limit=101', 'limit=all', 'search=a&search=b', 'after=%00', 'unknown=1'])(
    'refuses %s',
    async (query) => {
      const ask = (parameters: string) =>
        service.admin.get(`applications/test_app/accounts?${parameters}`);

      expect(await readError(ask(query))).toEqual([400, 'invalid_request']);
      expect((await ask('limit=100')).status).toBe(200);
    },
  );
});

it('disconnecting an account refuses an account of another application, an unknown one and a disconnected one', async () => {
  const own = await service.connectSandbox();
  const foreign = await service.connectSandbox({ client_id: 'other_app' });

  const ofOther = await service.disconnectAsAdmin(foreign.accountId);
  const unknown = await service.disconnectAsAdmin('account_unknown');
  const control = await service.disconnectAsAdmin(own.accountId);
  const again = await service.disconnectAsAdmin(own.accountId);

  for (const refused of [ofOther, unknown, again]) {
    expect(await readError(refused)).toEqual([404, 'not_found']);
  }
  expect(await readJson(control)).toEqual({ disconnected: own.accountId });
  expect(await listIds('test_app')).toEqual([]);
  expect(await listIds('test_app', { search: foreign.accountId })).toEqual([]);
  expect(await listIds('other_app')).toEqual([foreign.accountId]);
  expect(await isTokenValid(service.store, foreign.token)).toBe(true);
});
