import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTestService,
  exchange,
  issueCode,
  logIn,
  openPage,
  publicUrl,
  readJson,
  startLogin,
} from './harness.ts';

const paths = [
  '/auth/token',
  '/sandbox/authorization_codes',
  ...['start', 'provider', 'back', 'login', 'mfa', 'consent'].map((s) => `/connect/flow/${s}`),
];

const field = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('test_app', 'test_app_secret', 'allow', 'sandbox', 'user_good'),
  fc.jsonValue(),
);
const names = [
  ...['client_id', 'client_secret', 'code', 'redirect_uri', 'flow_token', 'provider_id'],
  ...['username', 'password', 'one_time_code', 'decision', 'origin', 'nonce', 'state', '__proto__'],
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), field).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
);

describe('whatever is sent', () => {
  it('is answered with 4xx, never with 5xx and never with success', async () => {
    const service = await createTestService();
    const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', ''];

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        body,
        fc.constantFrom(...types),
        async (path, text, type) => {
          const origin = path.startsWith('/connect') ? { Origin: publicUrl } : {};
          const response = await service.post(path, text, { 'Content-Type': type, ...origin });
          expect(response.status).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
        },
      ),
      { numRuns: 1000 },
    );
    expect((await exchange(service, { code: await issueCode(service) })).status).toBe(200);
  });

  it('is handled in a live flow at its login too', async () => {
    const service = await createTestService({
      config: { submissionLimit: 1_000_000 },
      rateLimits: { logins: { max: 1_000_000, windowMs: 60_000 } },
    });
    const flow = await startLogin(service);

    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), field), async (fields) => {
        const { flow_token: _, ...rest } = fields;
        const response = await flow.send('login', { username: 'x', password: 'y', ...rest });
        expect([400, 401, 413, 423]).toContain(response.status);
      }),
      { numRuns: 200 },
    );
    expect((await logIn(flow, 'user_good')).status).toBe(200);
  });

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
  it('has lines, and none with a secret, code, token or password in it', async () => {
    const service = await createTestService();
    const flow = await startLogin(service);
    await logIn(flow, 'user_bad', 'wrong_password');
    await logIn(flow, 'user_mfa');
    await flow.send('mfa', { one_time_code: '123456' });
    const consent = await readJson(await flow.send('consent', { decision: 'allow' }));
    const code = String(consent.code);
    await exchange(service, { code, client_secret: 'guessed_secret' });
    const { access_token } = await readJson(await exchange(service, { code }));
    await exchange(service, { code });
    await service.app.request(`/auth/token?code=${code}`);
    await service.post('/auth/token', `{"client_secret":"test_app_secret" ${code}`);
    const unused = await openPage(service, 'client_id=test_app');

    const log = service.readLog();

    expect(log).toContain('"path":"/auth/token"');
    expect(log).toContain('replayed code');
    for (const secret of [
      ...[code, String(access_token), flow.token, unused],
      ...['test_app_secret', 'guessed_secret', 'pass_good', 'wrong_password', '123456'],
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});
