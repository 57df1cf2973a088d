import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { createOperator } from './dashboard-harness.ts';
import { liveApplication, publicUrl, testApplication } from './harness.ts';
import { measureHeap } from './heap.ts';

/** Bodies; FUZZ_RUNS sets another number. */
const runs = Number(process.env.FUZZ_RUNS ?? byExtent(300, 20_000));
const timeoutMs = 120_000 + runs * 100;
const registered = [testApplication, liveApplication];

const clientId = fc.oneof(
  { arbitrary: fc.constantFrom('test_app', 'live_app'), weight: 2 },
  fc.constantFrom('%00', '%ff', '..', '%2e%2e%2f', "'--", '__proto__'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map(encodeURIComponent),
);
const action = fc.constantFrom(
  ...['redirect-uris/add', 'redirect-uris/remove', 'origins/add', 'origins/remove'],
  ...['secrets/rotate', 'secrets/end-old', 'rename', 'submission-limit', 'delete', 'unknown'],
  ...['accounts', 'accounts/disconnect'],
);
const path = fc.oneof(
  { arbitrary: fc.constantFrom('sign-in', 'applications', 'session'), weight: 600 },
  {
    arbitrary: fc.tuple(clientId, action).map(([id, name]) => `applications/${id}/${name}`),
    weight: 1399,
  },
  // Rarely, because signing in again is slow by design.
  { arbitrary: fc.constant('sign-out'), weight: 1 },
);
const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('test', 'live', 'https://shop.io', 'https://shop.io/cb', 'a\0b', '\ud800'),
  fc.constantFrom(...registered.map(({ name }) => name)),
  fc.constantFrom<unknown>(null, 0, 5, 1e9, 1e9 + 1, -1, 0.5),
  fc.webUrl(),
  fc.jsonValue(),
);
const names = [
  ...['name', 'environment', 'redirect_uri', 'origin', 'submission_limit', 'password'],
  'account_id',
  '__proto__',
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), field).map((value) => JSON.stringify(value)),
  // Some actions have no fields.
  fc.constantFrom('', '{}'),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const changedHeaders = fc.oneof(
  { arbitrary: fc.constant({}), weight: 9 },
  fc.dictionary(
    fc.constantFrom('Content-Type', 'Origin', 'Cookie', 'X-CSRF-Token', 'Sec-Fetch-Site'),
    fc.oneof(fc.constantFrom('text/plain', 'null', 'same-origin'), fc.string()),
    { maxKeys: 2 },
  ),
);

describe('a body of any shape for the dashboard', () => {
  it(
    'never gets a 5xx, and memory does not grow',
    async () => {
      const operator = await createOperator({ logLevel: 'silent' });
      const statuses = new Set<number>();
      const done = new Set<string>();
      const send = async (where: string, text: string, changed: object) => {
        const headers = {
          Origin: publicUrl,
          Cookie: operator.cookie,
          'X-CSRF-Token': operator.csrfToken,
          ...changed,
        };
        const written = await operator.service.post(`/dashboard/api/${where}`, text, headers);
        const read = await operator.get(where.split('/').slice(0, 2).join('/'));
        for (const { status } of [written, read]) {
          statuses.add(status);
          expect(status).toBeLessThan(500);
        }
        if (written.ok) await noteDone(where.replace(/^applications\/[^/]*/, 'application'));
      };
      const noteDone = async (what: string) => {
        done.add(what);
        if (what === 'application/delete') {
          for (const one of registered) await operator.service.store.applications.register(one);
        }
        if (what !== 'sign-out') return;
        // Attempts at the password are limited, so earlier ones have to expire first.
        operator.service.advance(16 * 60_000);
        await operator.signIn();
      };
      const fuzz = (numRuns: number) =>
        fc.assert(fc.asyncProperty(path, body, changedHeaders, send), { numRuns });

      // A warm-up: compiled and cached code must exist before the first measurement.
      await fuzz(Math.ceil(runs / 5));
      const before = await measureHeap();
      await fuzz(runs);
      const grown = (await measureHeap()) - before;

      expect(grown).toBeLessThan(5_000_000);
      // Valid requests succeeded, and invalid ones were refused.
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 403, 404]));
      expect([...done]).toEqual(expect.arrayContaining(['application/secrets/end-old']));
      expect((await operator.get('applications')).status).toBe(200);
    },
    timeoutMs,
  );
});
