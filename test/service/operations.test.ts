import { describe, expect, it } from 'vitest';
import { createLifecycle } from '../../src/connect/service/http/lifecycle.ts';
import { createLogger } from '../../src/connect/service/logger.ts';
import {
  createTestService,
  credentials,
  exchange,
  issueCode,
  issueSandboxCode,
  logIn,
  sendConsentForm,
  startFlow,
  startLogin,
  startRedirectFlow,
  type TestService,
} from './harness.ts';

describe('request IDs', () => {
  it('are returned, and are in every log line of the request', async () => {
    const service = await createTestService();
    const headers = { 'X-Request-Id': 'proxy-1:a.b' };

    const response = await service.post('/auth/token', { ...credentials, code: 'x' }, headers);

    expect(response.headers.get('X-Request-Id')).toBe('proxy-1:a.b');
    const lines = service.readLog().trim().split('\n');
    expect(lines.filter((line) => line.includes('exchange refused'))).toHaveLength(1);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ request_id: 'proxy-1:a.b' });
  });

  it.each(['', 'a b', 'x'.repeat(129), '{"a":1}', '<script>'])(
    'are replaced when %j was sent',
    async (sent) => {
      const { app } = await createTestService();

      const { headers } = await app.request('/healthz', { headers: { 'X-Request-Id': sent } });

      expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    },
  );
});

describe('the log', () => {
  it('redacts fields with the name of a secret at any depth', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });

    log.info({ code: 'AAA', body: { Password: 'BBB', more: { access_token: 'CCC' } }, path: '/' });

    expect(lines.join('')).not.toMatch(/AAA|BBB|CCC/);
    expect(lines.join('')).toContain('"path":"/"');
  });
});

describe('the line of a request', () => {
  it('is short, however long the path is, and has a usual path in full', async () => {
    const service = await createTestService();

    await service.app.request(`/${'a'.repeat(12_000)}`);
    await service.app.request('/sdk/1.2.3/tax-connect.js');

    const [long = '', usual = ''] = service.readLog().trim().split('\n');
    expect(long.length).toBeLessThan(600);
    expect(long).toContain('/aaaa');
    expect(usual).toContain('"path":"/sdk/1.2.3/tax-connect.js"');
  });
});

describe('every answer', () => {
  type Ask = (service: TestService) => Response | Promise<Response>;
  const listenToHandoff: Ask = async (service) => {
    const flow = await startFlow(service);
    await flow.send('handoff', { handoff: 'h'.repeat(43), provider_id: null });
    return await flow.send('events');
  };
  const get = (path: string): readonly [string, Ask] => [path, ({ app }) => app.request(path)];
  const sendForm = async (service: TestService, Origin: string) => {
    const { token } = await startRedirectFlow(service);
    return await sendConsentForm(service, { flow_token: token, decision: 'allow' }, { Origin });
  };
  const page = 'https://connect.example';
  const paths = ['/connect', '/connect?client_id=test_app', '/auth/token', '/healthz', '/nothing'];
  const others = ['/connect/flow/start', '/docs/errors', '/metrics', '/sdk/1/x', '/%00'];
  const answers: readonly (readonly [string, Ask])[] = [
    ...[...paths, ...others].map(get),
    ['a token', async (service) => exchange(service, { code: await issueSandboxCode(service) })],
    ['a refused exchange', (service) => exchange(service, { code: 'x' })],
    ['a preflight', ({ app }) => app.request('/auth/token', { method: 'OPTIONS' })],
    ['a body that is too large', (service) => service.post('/auth/token', 'x'.repeat(20_000))],
    ['a sandbox code', (service) => service.post('/sandbox/authorization_codes', credentials)],
    ['the way back to the application', (service) => sendForm(service, page)],
    ['the notice for a form of another site', (service) => sendForm(service, 'https://a.example')],
    ['a stream of events', listenToHandoff],
    [
      'a database that does not answer',
      async (service) => {
        await service.store.close();
        return await service.app.request('/connect?client_id=test_app');
      },
    ],
  ];

  it.each(answers)('has the headers that keep it private to its caller: %s', async (_, ask) => {
    const service = await createTestService({ config: { publicUrl: page } });

    const { headers, body } = await ask(service);
    await body?.cancel();

    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('Content-Security-Policy')).toContain('frame-ancestors');
    expect(headers.get('Cross-Origin-Resource-Policy')).toMatch(/^(?:same|cross)-origin$/);
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    expect(headers.get('Cache-Control')).not.toBeNull();
    expect(headers.get('X-Request-Id')).not.toBeNull();
  });

  it('has no Strict-Transport-Security over http', async () => {
    const { app } = await createTestService();

    expect((await app.request('/healthz')).headers.has('Strict-Transport-Security')).toBe(false);
  });
});

describe('GET /metrics', () => {
  it('counts steps, exchanges and times', async () => {
    const service = await createTestService();
    const code = await issueCode(service);
    await exchange(service, { code });
    await exchange(service, { code });
    await exchange(service, { code, client_secret: 'wrong' });
    await logIn(await startLogin(service), 'user_bad');
    await service.app.request('/connect?client_id=nobody');
    await service.app.request('/connect/flow/made-up', { method: 'POST' });

    const response = await service.app.request('/metrics');
    const text = await response.text();

    expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4');
    for (const line of [
      'connect_exchanges_total{result="ok"} 1',
      'connect_exchanges_total{result="replayed_code"} 1',
      'connect_exchanges_total{result="invalid_client"} 1',
      'connect_flow_steps_total{step="open",outcome="ok"} 2',
      'connect_flow_steps_total{step="open",outcome="unknown_client"} 1',
      'connect_flow_steps_total{step="login",outcome="ok"} 1',
      'connect_flow_steps_total{step="login",outcome="invalid_credentials"} 1',
      'connect_flow_steps_total{step="consent",outcome="allowed"} 1',
      'connect_request_duration_seconds_count{method="POST",route="/auth/token",status="400"} 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).not.toContain('made-up');
  });

  it('is available to this machine only, not to the clients of a proxy', async () => {
    const { app } = await createTestService();

    const proxied = await app.request('/metrics', { headers: { 'X-Forwarded-For': '127.0.0.1' } });

    expect(proxied.status).toBe(404);
    expect((await app.request('/metrics')).status).toBe(200);
  });

  it.each([
    ['http://localhost:4400/metrics', 200],
    ['http://127.0.0.1/metrics', 200],
    ['http://[::1]:9000/metrics', 200],
    // A foreign name that DNS resolves to this machine: a page of that name sends the request.
    ['http://evil.example:4400/metrics', 404],
    ['http://localhost.evil.example:4400/metrics', 404],
  ])('answers on this machine under its own names only: %s', async (address, status) => {
    const { app } = await createTestService();

    expect((await app.request(address)).status).toBe(status);
  });

  it('is absent when other machines can connect, unless there is a token', async () => {
    const reachable = { isLoopback: false };
    const { app } = await createTestService({ config: reachable });
    const withToken = await createTestService({
      config: { ...reachable, metricsToken: 'scrape_me' },
    });

    const absent = await app.request('/metrics');
    const control = await withToken.app.request('http://connect.internal:4400/metrics', {
      headers: { Authorization: 'Bearer scrape_me' },
    });

    expect([absent.status, control.status]).toEqual([404, 200]);
  });

  it.each(['http://127.0.0.1:4400/metrics', 'http://connect.example/metrics'])(
    'is absent behind a proxy without headers, unless there is a token: %s',
    async (address) => {
      const proxied = { publicUrl: 'https://connect.example' };
      const { app } = await createTestService({ config: proxied });
      const withToken = await createTestService({
        config: { ...proxied, metricsToken: 'scrape_me' },
      });

      const absent = await app.request(address);
      const control = await withToken.app.request(address, {
        headers: { Authorization: 'Bearer scrape_me' },
      });

      expect([absent.status, control.status]).toEqual([404, 200]);
    },
  );

  it('answers clients with the token, if one is set', async () => {
    const { app } = await createTestService({ config: { metricsToken: 'scrape_me' } });
    const get = (token: string) =>
      app.request('/metrics', { headers: { Authorization: `Bearer ${token}` } });

    expect((await get('scrape_you')).status).toBe(404);
    expect((await app.request('/metrics')).status).toBe(404);
    expect((await get('scrape_me')).status).toBe(200);
  });
});

describe('a service that is stopping', () => {
  it('is not ready, but still answers, and closes each connection', async () => {
    const lifecycle = createLifecycle();
    const service = await createTestService({ lifecycle });
    const before = await service.app.request('/readyz');
    const flow = await startLogin(service);
    lifecycle.stop();

    const after = await service.app.request('/readyz');
    const alive = await service.app.request('/livez');
    const login = await logIn(flow, 'user_good');

    expect([before.status, after.status, login.status]).toEqual([200, 503, 200]);
    expect(alive.status).toBe(200);
    expect(before.headers.has('Connection')).toBe(false);
    expect(after.headers.get('Connection')).toBe('close');
    expect(after.headers.get('Retry-After')).toBe('5');
  });
});
