import { expect, it } from 'vitest';
import { createTestDatabase, openTestStoreAt } from '../database.ts';
import { adminToken, createTestService, readJson } from '../harness.ts';

/** A service with one connected account, whose lists come from the address. */
async function createConnected(databaseReadUrl: string) {
  const location = await createTestDatabase(':memory:');
  const store = await openTestStoreAt({ ...location, databaseReadUrl });
  const service = await createTestService({ store });
  const { access_token } = await readJson(service.exchange({ code: await service.issueCode() }));
  const ask = (path: string, token: unknown, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return service.app.request(path, { ...init, headers });
  };
  return {
    store,
    readAccount: () => ask('/account', access_token),
    addOrigin: (origin: string) => {
      const body = JSON.stringify({ origin });
      const path = '/admin/applications/test_app/origins/add';
      return ask(path, adminToken, { method: 'POST', body });
    },
    async countConsents() {
      const answer = await readJson(ask('/admin/applications/test_app/consents', adminToken));
      return Object(answer.consents).length;
    },
  };
}

/** A replica that is behind: nothing has reached it yet. */
async function createLateReplica(): Promise<string> {
  return (await createTestDatabase(':memory:')).databaseUrl ?? '';
}

it('lists come from the read replica, and what a token opens from the primary', async () => {
  const { readAccount, countConsents } = await createConnected(await createLateReplica());

  expect(await countConsents()).toBe(0);
  expect((await readAccount()).status).toBe(200);
});

it('lists come from the primary after an operator has changed something', async () => {
  const { addOrigin, countConsents } = await createConnected(await createLateReplica());

  expect((await addOrigin('https://new.example')).status).toBe(200);
  expect(await countConsents()).toBe(1);
});

it('lists come from the primary while the replica does not answer, which the log says', async () => {
  const { store, countConsents } = await createConnected('postgres://user@127.0.0.1:1/none');

  expect(await countConsents()).toBe(1);
  expect(store.warnings.join()).toContain('DATABASE_READ_URL does not answer');
});
