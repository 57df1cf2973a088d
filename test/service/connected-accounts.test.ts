import { beforeEach, describe, expect, it } from 'vitest';
import { dashboardPassword } from './dashboard-harness.ts';
import { createTestService, isTokenValid, type TestService } from './harness.ts';
import { day, liveApplication, testApplication } from './test-application.ts';
import { readError, readJson } from './world.ts';

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

async function list(clientId: string, parameters: Record<string, string> = {}): Promise<Page> {
  const path = `applications/${clientId}/accounts?${new URLSearchParams(parameters)}`;
  return (await (await service.admin.get(path)).json()) as Page;
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
    const ids = await connectLive(
      'ledgerleaf',
      'tallybird',
      'cafe-fiscal',
      'clearcolumn',
      'oakline',
    );

    const pages: Page[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: Page = await list('live_app', { limit: '2', after });
      pages.push(page);
      after = page.next;
    }

    expect(pages.map(({ accounts }) => accounts.length)).toEqual([2, 2, 1]);
    const found = pages.flatMap(({ accounts }) => accounts.map(({ account_id }) => account_id));
    expect(found).toEqual(ids);
  });

  it.each([
    ['its ID', 'tallybird'],
    ['its name, however written', ' tallyBIRD '],
    ['another name of it', 'tally bird'],
  ])('finds the accounts of a provider by %s', async (_, search) => {
    await connectLive('ledgerleaf', 'tallybird', 'cafe-fiscal');

    const { accounts } = await list('live_app', { search });

    expect(accounts.map(({ provider_id }) => provider_id)).toEqual(['tallybird']);
  });

  it('finds an account by its exact ID only', async () => {
    const [first = ''] = await connectLive('ledgerleaf', 'tallybird');

    expect(await listIds('live_app', { search: first })).toEqual([first]);
    for (const search of [first.slice(0, -1), 'account_', '%', 'user_good', "' OR 1=1 --"]) {
      expect(await listIds('live_app', { search })).toEqual([]);
    }
  });

  it('refuses invalid parameters', async () => {
    for (const wrong of [
      'limit=0',
      'limit=101',
      'limit=all',
      'search=a&search=b',
      'after=%00',
      'unknown=1',
    ]) {
      const response = await service.admin.get(`applications/test_app/accounts?${wrong}`);
      expect(await readError(response), wrong).toEqual([400, 'invalid_request']);
    }
    const control = await service.admin.get('applications/test_app/accounts?limit=100');
    expect(control.status).toBe(200);
  });
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
