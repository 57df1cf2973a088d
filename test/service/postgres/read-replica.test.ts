import { expect, it, vi } from 'vitest';
import { createTestDatabase, openTestStoreAt, readTestClient } from '../database.ts';
import { createTestService } from '../harness.ts';

/** A service with one connected account, whose lists come from the address. */
async function createConnected(databaseReadUrl: string) {
  const location = await createTestDatabase(':memory:');
  const store = await openTestStoreAt({ ...location, databaseReadUrl });
  const service = await createTestService({ store });
  const owner = await service.connect();
  return {
    store,
    readAccount: () => owner.get('/account'),
    addOrigin: (origin: string) =>
      service.admin.post('applications/test_app/origins/add', { origin }),
    async countConsents() {
      const { consents } = await service.admin.read('applications/test_app/consents');
      return Object(consents).length;
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

it('lists come from the primary for ten seconds after an operator has changed something', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { addOrigin, countConsents } = await createConnected(await createLateReplica());

  expect((await addOrigin('https://new.example')).status).toBe(200);
  const counts = [await countConsents()];
  for (const ms of [9999, 1]) {
    vi.advanceTimersByTime(ms);
    counts.push(await countConsents());
  }
  expect(counts).toEqual([1, 1, 0]);
});

it('lists come from the primary while a migration has not reached the replica', async () => {
  const databaseReadUrl = await createLateReplica();
  const client = readTestClient();
  const { countConsents } = await createConnected(databaseReadUrl);
  await client?.query('ALTER TABLE consents RENAME COLUMN purpose_locale TO later');

  expect(await countConsents()).toBe(1);
  await client?.query('ALTER TABLE consents RENAME COLUMN later TO purpose_locale');
  expect(await countConsents()).toBe(0);
});

it('lists come from the primary while the replica does not answer, which the log says', async () => {
  const { store, countConsents } = await createConnected('postgres://user@127.0.0.1:1/none');

  expect(await countConsents()).toBe(1);
  expect(store.warnings.join()).toContain('DATABASE_READ_URL does not answer');
});
