import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createOperator } from './dashboard-harness.ts';

/** Bodies; FUZZ_RUNS sets another number, such as 100000 before a release. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 500);

const clientId = fc.oneof(
  fc.constantFrom('test_app', 'live_app', '%00', '%ff', '..', '%2e%2e%2f', "'--"),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map(encodeURIComponent),
);
const action = fc.constantFrom(
  ...['redirect-uris/add', 'redirect-uris/remove', 'origins/add', 'origins/remove'],
  ...['secrets/rotate', 'secrets/end-old', 'unknown'],
);
const path = fc.oneof(
  fc.constantFrom('sign-in', 'applications', 'session'),
  fc.tuple(clientId, action).map(([id, name]) => `applications/${id}/${name}`),
);
const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('test', 'live', 'https://shop.io', 'https://shop.io/cb', 'a\0b', '\ud800'),
  fc.webUrl(),
  fc.jsonValue(),
);
const names = ['name', 'environment', 'redirect_uri', 'origin', 'password', '__proto__'];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), field).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
);

it('whatever is sent to the dashboard, it is never answered with 5xx', async () => {
  const operator = await createOperator();
  const statuses = new Set<number>();

  await fc.assert(
    fc.asyncProperty(path, body, async (where, text) => {
      const [written, read] = [
        await operator.service.post(`/dashboard/api/${where}`, text, {
          ...{ Origin: 'http://connect.localhost:4400', Cookie: operator.cookie },
          'X-CSRF-Token': operator.csrfToken,
        }),
        await operator.get(where.split('/').slice(0, 2).join('/')),
      ];
      statuses.add(written.status).add(read.status);
      expect(written.status).toBeLessThan(500);
      expect(read.status).toBeLessThan(500);
    }),
    { numRuns },
  );

  // Both ends were reached: what is right was done, what is wrong was refused.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect((await operator.get('applications')).status).toBe(200);
}, 120_000);
