import { Client } from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { readTestClient } from '../database.ts';
import { createTestService, exchangeDirectly } from '../harness.ts';
import { testApplication } from '../test-application.ts';
import { readError } from '../world.ts';

const otherCredentials = { client_id: 'other_app', client_secret: 'other_app_secret' };

afterEach(() => void vi.restoreAllMocks());

/** A service, and a client that locks the rows of some codes, as a long transaction would. */
async function createLocked(count: number) {
  const service = await createTestService({
    applications: [testApplication, { ...testApplication, ...otherCredentials }],
  });
  const codes = await Promise.all(Array.from({ length: count }, () => service.issueSandboxCode()));
  const own = await service.issueSandboxCode(otherCredentials);
  const holder = readTestClient();
  await holder?.query('BEGIN');
  await holder?.query("SELECT FROM codes WHERE client_id = 'test_app' FOR UPDATE");
  return { service, codes, own, holder };
}

it('locked rows delay only their own application', async () => {
  const { service, codes, own, holder } = await createLocked(3);

  const [free, ...locked] = await Promise.all([
    service.exchange({ ...otherCredentials, code: own }),
    ...codes.map((code) => service.exchange({ code })),
  ]);
  await holder?.query('ROLLBACK');

  expect(free?.status).toBe(200);
  for (const answer of locked) {
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(await readError(answer)).toEqual([503, 'server_error']);
  }
  for (const code of codes) expect((await service.exchange({ code })).status).toBe(200);
});

it('a batch that has waited in vain does not wait again for each of its codes', async () => {
  const { service, codes, holder } = await createLocked(20);
  const query = vi.spyOn(Client.prototype, 'query');

  const outcomes = await Promise.allSettled(
    codes.map((code) => exchangeDirectly(service.store, code)),
  );
  const attempts = query.mock.calls.filter(([text]) =>
    String(text).includes('FOR UPDATE OF codes'),
  );
  await holder?.query('ROLLBACK');

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20);
  // All together, and then three alone.
  expect(attempts).toHaveLength(4);
});
