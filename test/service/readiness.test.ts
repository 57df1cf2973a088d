import { expect, it } from 'vitest';
import { createTestDatabase, openTestStoreAt, refuseWrites } from './database.ts';
import { createTestService, type TestService } from './harness.ts';

const ask = async ({ app }: TestService, path: string) => (await app.request(path)).status;

it.each([
  ['later', 1000],
  ['also when the clock was set back', -60 * 60 * 1000],
])('a read-only database makes the service unready by both names, %s', async (...row) => {
  const [, passedMs] = row;
  const location = await createTestDatabase();
  const service = await createTestService({ store: await openTestStoreAt(location) });
  const before = await ask(service, '/readyz');

  const allowWrites = await refuseWrites(location.databaseFile);
  service.advance(passedMs);
  await expect
    .poll(async () => (await service.read('/readyz')).error_description)
    .toBe('The database cannot be written.');
  const during = [await ask(service, '/healthz'), await ask(service, '/livez')];
  await allowWrites();

  expect([before, during]).toEqual([200, [503, 200]]);
  await expect.poll(() => ask(service, '/readyz')).toBe(200);
  expect(await ask(service, '/healthz')).toBe(200);
});
