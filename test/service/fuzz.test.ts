import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import {
  createTestService,
  credentials,
  hostOrigin,
  nonce,
  publicUrl,
  readJson,
  type TestService,
} from './harness.ts';
import { measureHeap } from './heap.ts';

/** Bodies per test; FUZZ_RUNS sets another number. */
const runs = Number(process.env.FUZZ_RUNS ?? byExtent(1000, 20_000));
const timeoutMs = 30_000 + runs * 20;

const paths = [
  '/auth/token',
  '/sandbox/authorization_codes',
  ...['start', 'provider', 'back', 'login', 'answer', 'consent'].map((s) => `/connect/flow/${s}`),
];

const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('test_app', credentials.client_secret, 'allow', 'sandbox', 'user_good'),
  fc.jsonValue(),
);
const names = [
  ...['client_id', 'client_secret', 'code', 'redirect_uri', 'flow_token', 'provider_id'],
  ...['username', 'password', 'answer', 'decision', 'origin', 'nonce', 'state', '__proto__'],
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), field).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
);

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
    return service.post(path, text, { 'Content-Type': type, ...origin });
  };
  const someBody = fc.tuple(
    body,
    fc.oneof({ arbitrary: fc.constant('application/json'), weight: 3 }, fc.constantFrom(...types)),
  );

  it(
    'gets a 4xx, never a 5xx or success, and memory does not grow',
    async () => {
      const service = await createTestService(generous);
      const fuzz = async (numRuns: number) => {
        const refuses = async (path: string, sent: readonly [string, string]) => {
          const { status } = await send(service, path, sent);
          // One in a hundred thousand bodies is valid.
          const isCode = path === '/sandbox/authorization_codes' && status === 201;
          if (!isCode) expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        };
        await fc.assert(fc.asyncProperty(fc.constantFrom(...paths), someBody, refuses), {
          numRuns,
        });
      };

      // A warm-up: compiled and cached code must exist before the first measurement.
      await fuzz(Math.ceil(runs / 5));
      const before = await measureHeap();
      await fuzz(runs);
      const grown = (await measureHeap()) - before;

      expect(grown).toBeLessThan(5_000_000);
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

  it('is handled in the address of the page', async () => {
    const { app } = await createTestService();

    await fc.assert(
      fc.asyncProperty(fc.webQueryParameters(), fc.string(), async (query, uri) => {
        const address = `/connect?${query}&client_id=test_app&redirect_uri=${encodeURIComponent(uri)}`;
        expect((await app.request(address)).status).toBe(400);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the log', () => {
  it('has lines, none of which contains a secret, code, token or password', async () => {
    const service = await createTestService();
    const flow = await service.startLogin();
    await flow.logIn('user_bad', 'wrong_password');
    await flow.logIn('user_mfa');
    await flow.send('answer', { answer: '123456' });
    const consent = await flow.read('consent', { decision: 'allow' });
    const code = String(consent.code);
    await service.exchange({ code, client_secret: 'guessed_secret' });
    const { access_token } = await readJson(service.exchange({ code }));
    await service.exchange({ code });
    await service.get(`/auth/token?code=${code}`);
    await service.post('/auth/token', `{"client_secret":"test_app_secret" ${code}`);
    const unused = await service.openPage('client_id=test_app');

    const log = service.readLog();

    expect(log).toContain('"path":"/auth/token"');
    expect(log).toContain('replayed code');
    for (const secret of [
      ...[code, String(access_token), flow.token, unused],
      ...[credentials.client_secret, 'guessed_secret', 'pass_good', 'wrong_password', '123456'],
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});
