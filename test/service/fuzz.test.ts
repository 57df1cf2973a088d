import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { createTestService, type TestService } from './harness.ts';
import { measureHeap } from './heap.ts';
import {
  adminToken,
  credentials,
  hostOrigin,
  introspectionSecret,
  nonce,
  publicUrl,
} from './test-application.ts';
import { asAdmin, bearer, readJson } from './world.ts';

/** Bodies per test; FUZZ_RUNS sets another number. */
const runs = Number(process.env.FUZZ_RUNS ?? byExtent(1300, 20_000));
const timeoutMs = 30_000 + runs * 20;

const paths = [
  '/auth/token',
  '/sandbox/authorization_codes',
  ...['start', 'provider', 'back', 'login', 'answer', 'consent'].map((s) => `/connect/flow/${s}`),
];

/** An operator's changes, with any client ID. The dashboard has the same. */
const adminPath = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('live_app', '%00', '%ff', '..', '%2e%2e%2f', "'--", '__proto__'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map(encodeURIComponent),
    ),
    fc.constantFrom(
      ...['redirect-uris/add', 'redirect-uris/remove', 'origins/add', 'origins/remove'],
      ...['secrets/rotate', 'secrets/end-old', 'rename', 'submission-limit', 'delete', 'unknown'],
      'accounts/disconnect',
    ),
  )
  .map(([clientId, action]) => `/admin/applications/${clientId}/${action}`);

const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('test_app', credentials.client_secret, 'allow', 'sandbox', 'user_good'),
  fc.constantFrom('test', 'live', 'https://shop.io', 'https://shop.io/cb', 'a\0b', '\ud800'),
  fc.constantFrom<unknown>(null, 0, 5, 1e9, 1e9 + 1, -1, 0.5),
  fc.webUrl(),
  fc.jsonValue(),
);
const names = [
  ...['client_id', 'client_secret', 'code', 'redirect_uri', 'flow_token', 'provider_id'],
  ...['username', 'password', 'answer', 'decision', 'origin', 'nonce', 'state', '__proto__'],
  ...['name', 'environment', 'submission_limit', 'account_id'],
];
const text = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), field).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
  // Some changes of an operator have no fields.
  fc.constantFrom('', '{}'),
);

/** Runs a fuzz twice, and measures the second time: compiled and cached code exists by then. */
async function measureGrowth(runs: number, fuzz: (runs: number) => Promise<void>) {
  await fuzz(Math.ceil(runs / 5));
  const before = await measureHeap();
  await fuzz(runs);
  return (await measureHeap()) - before;
}

describe('a body of any shape', { tags: ['threat-26'] }, () => {
  const generous = {
    config: { submissionLimit: 1e9 },
    rateLimits: {
      pages: { max: 1e9, windowMs: 60_000 },
      flowSteps: { max: 1e9, windowMs: 60_000 },
      logins: { max: 1e9, windowMs: 60_000 },
      backendRequests: { max: 1e9, windowMs: 60_000 },
      authenticationFailures: { max: 1e9, windowMs: 60_000 },
    },
    logLevel: 'silent',
  } as const;
  const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', ''];
  const send = (service: TestService, path: string, [text, type]: readonly [string, string]) => {
    const origin = path.startsWith('/connect') ? { Origin: publicUrl } : {};
    const operator = path.startsWith('/admin') ? asAdmin : {};
    return service.post(path, text, { 'Content-Type': type, ...origin, ...operator });
  };
  const someBody = fc.tuple(
    text,
    fc.oneof({ arbitrary: fc.constant('application/json'), weight: 3 }, fc.constantFrom(...types)),
  );

  it(
    'gets a 4xx, never a 5xx, nor a success by chance, and memory does not grow',
    async () => {
      const service = await createTestService(generous);
      const fuzz = async (numRuns: number) => {
        const refuses = async (path: string, sent: readonly [string, string]) => {
          const { status } = await send(service, path, sent);
          // One in a hundred thousand bodies is valid, and an operator need not write one.
          const isCode = path === '/sandbox/authorization_codes' && status === 201;
          if (!isCode && !path.startsWith('/admin')) expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        };
        const path = fc.oneof({ arbitrary: fc.constantFrom(...paths), weight: 2 }, adminPath);
        await fc.assert(fc.asyncProperty(path, someBody, refuses), { numRuns });
      };

      expect(await measureGrowth(runs, fuzz)).toBeLessThan(5_000_000);
      expect((await service.exchange({ code: await service.issueCode() })).status).toBe(200);
    },
    timeoutMs,
  );

  it(
    'never gets a 5xx in a live flow either, at any step',
    async () => {
      const service = await createTestService(generous);
      const valid = {
        origin: hostOrigin,
        nonce,
        state: null,
        provider_id: 'sandbox',
        username: 'user_mfa',
        password: 'pass_good',
        answer: '123456',
        decision: 'allow',
      };
      const fields = fc.record({
        step: fc.constantFrom('start', 'provider', 'back', 'login', 'answer', 'consent'),
        changed: fc.dictionary(fc.constantFrom(...names), field, { maxKeys: 2 }),
      });
      const statuses = new Set<number>();
      let flow = service.createFlow(await service.openPage('client_id=test_app'));

      const walks = async (walk: readonly { step: string; changed: object }[]) => {
        flow = service.createFlow(await service.openPage('client_id=test_app'));
        for (const { step, changed } of walk) {
          const { status } = await flow.send(step, { ...valid, ...changed });
          statuses.add(status);
          expect(status).toBeLessThan(500);
        }
      };
      const walk = fc.array(fields, { minLength: 5, maxLength: 10 });
      await fc.assert(fc.asyncProperty(walk, walks), { numRuns: Math.ceil(runs / 10) });

      // Some steps must have succeeded, or nothing would have been tested.
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 409]));
    },
    timeoutMs,
  );
});

it('the log has lines, none of which contains a secret, code, token or password', async () => {
  const service = await createTestService({ config: { introspectionSecret } });
  const made = await service.makeSession({}, { 'Idempotency-Key': 'the key of an order' });
  await service.get(made.url.slice(publicUrl.length));
  const lost = await service.allow({ session: made.session });
  const { code: fresh } = await readJson(service.askLater(made.session_id));
  const flow = await service.startLogin();
  await flow.logIn('user_bad', 'wrong_password');
  await flow.logIn('user_mfa');
  await flow.send('answer', { answer: '123456' });
  const consent = await flow.read('consent', { decision: 'allow' });
  const code = String(consent.code);
  await service.exchange({ code, client_secret: 'guessed_secret' });
  const { access_token } = await readJson(service.exchange({ code }));
  await service.exchange({ code });
  await service.introspect(access_token);
  await service.revokeToken(access_token);
  await service.disconnect(access_token);
  const rotated = await readJson(service.admin.post('applications/test_app/secrets/rotate'));
  await service.get('/admin/applications', bearer('guessed_token'));
  await service.get(`/auth/token?code=${code}`);
  await service.post('/auth/token', `{"client_secret":"test_app_secret" ${code}`);
  const unused = await service.openPage('client_id=test_app');

  const log = service.readLog();

  expect(log).toContain('"path":"/auth/token"');
  expect(log).toContain('replayed code');
  expect(log).toContain('client secret rotated');
  for (const secret of [
    ...[code, String(access_token), flow.token, unused, made.session, 'guessed_token'],
    ...[lost, String(fresh), 'the key of an order'],
    ...[credentials.client_secret, 'guessed_secret', 'pass_good', 'wrong_password', '123456'],
    ...[adminToken, introspectionSecret, btoa('test_app'), String(rotated.client_secret)],
  ]) {
    expect(log).not.toContain(secret);
  }
});
