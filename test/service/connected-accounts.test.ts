import { beforeEach, describe, expect, it } from 'vitest';
import { dashboardPassword } from './dashboard-harness.ts';
import { createTestService, isTokenValid, type TestService } from './harness.ts';
import { day, liveApplication, testApplication } from './test-application.ts';
import { readError, readJson, readPages } from './world.ts';

const otherApplication = { ...testApplication, client_id: 'other_app' };

let service: TestService;

beforeEach(async () => {
  service = await createTestService({
    dashboardPassword,
    applications: [testApplication, otherApplication, liveApplication],
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

interface Page {
  readonly accounts: readonly { readonly account_id: string; readonly provider_id: string }[];
  readonly next: string | null;
}

async function list(clientId: string, parameters: Record<string, string> = {}) {
  const query = new URLSearchParams(parameters);
  return (await service.admin.read(
    `applications/${clientId}/accounts?${query}`,
  )) as unknown as Page;
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

  it('has the accounts of that application only', async () => {
    const own = await service.connectSandbox();
    const foreign = await service.connectSandbox({ client_id: 'other_app' });

    expect(await listIds('test_app')).toEqual([own.accountId]);
    expect(await listIds('other_app')).toEqual([foreign.accountId]);
    expect(await listIds('test_app', { search: foreign.accountId })).toEqual([]);
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
  expect(await isTokenValid(service.store, foreign.token)).toBe(true);
});
