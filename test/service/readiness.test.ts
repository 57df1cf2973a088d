import { expect, it } from 'vitest';
import { createTestDatabase, openTestStoreAt, refuseWrites } from './database.ts';
import { createTestService, type TestService } from './harness.ts';

async function createService() {
  const location = await createTestDatabase();
  const store = await openTestStoreAt(location);
  return { service: await createTestService({ store }), file: location.databaseFile };
}

const ask = async ({ app }: TestService, path: string) => (await app.request(path)).status;

it('a database that can be read and not written makes the service unready by both names, and says so', async () => {
  const { service, file } = await createService();
  const before = await ask(service, '/readyz');

  const allowWrites = await refuseWrites(file);
  service.advance(1000);
  await expect
    .poll(async () => (await service.read('/readyz')).error_description)
    .toBe('The database cannot be written.');
  const during = [await ask(service, '/healthz'), await ask(service, '/livez')];
  await allowWrites();

  expect([before, during]).toEqual([200, [503, 200]]);
  await expect.poll(() => ask(service, '/readyz')).toBe(200);
  expect(await ask(service, '/healthz')).toBe(200);
});

it('is checked again when the clock was set back', async () => {
  const { service, file } = await createService();
  expect(await ask(service, '/readyz')).toBe(200);

  const allowWrites = await refuseWrites(file);
  service.advance(-60 * 60 * 1000);
  await expect.poll(() => ask(service, '/readyz')).toBe(503);
  await allowWrites();
  await expect.poll(() => ask(service, '/readyz')).toBe(200);
});
