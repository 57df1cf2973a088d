import { describe, expect, it } from 'vitest';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import type { AppConfig } from '../../src/connect/service/http/parts.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { builtAssets } from './built-assets.ts';
import { createVisitor } from './dashboard-harness.ts';
import { openTestStore } from './database.ts';
import { askEndpoint, createEndpointWorld, listEndpoints } from './endpoint-requests.ts';
import { createTestService } from './harness.ts';
import { createOutageError, prepareOutage } from './outage.ts';
import { credentials, publicUrl } from './test-application.ts';
import { bearer, inTurn } from './world.ts';
import { wrapStore } from './wrap-store.ts';

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

it('the log redacts fields with the name of a secret at any depth', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });

  log.info({
    code: 'AAA',
    body: { Password: 'BBB', more: { access_token: 'CCC' } },
    code_verifier: 'DDD',
    path: '/',
  });

  expect(lines.join('')).not.toMatch(/AAA|BBB|CCC|DDD/);
  expect(lines.join('')).toContain('"path":"/"');
});

/** Counts the calls of a store that have not ended. Each takes longer than an answer needs to arrive. */
function countOpenCalls(store: Store): () => number {
  let open = 0;
  wrapStore(store, async (call) => {
    open += 1;
    try {
      return await call();
    } finally {
      await inTurn(50, () => new Promise(setImmediate));
      open -= 1;
    }
  });
  return () => open;
}

it('an answer is sent when everything that it reports is stored', async () => {
  const store = await openTestStore();
  const readOpen = countOpenCalls(store);
  const world = await createEndpointWorld(store);
  const { service } = world;
  const early = new Set<string>();
  const answer = service.app.request;
  service.app.request = async (...parameters) => {
    // What an earlier request left to do is not this one's.
    while (readOpen() > 0) await new Promise((resolve) => setImmediate(resolve));
    const response = await answer(...parameters);
    if (readOpen() > 0) early.add(String(parameters[0]));
    return response;
  };
  const code = await service.issueSandboxCode();
  const framed = { 'Sec-Fetch-Dest': 'iframe', Referer: 'https://elsewhere.io/' };

  // The others have a frame that waits, and reads its changes all the time.
  const isStill = (name: string) => !/\/flow\/(?:ask|refuse|join|events|code)$/.test(name);
  for (const name of listEndpoints(service).filter(isStill)) await askEndpoint(world, name);
  const refused = [
    await (await service.startLogin()).logIn('user_good', 'wrong'),
    (await service.bind('https://elsewhere.io', 'live_app')).started,
    await service.get('/connect?client_id=live_app', framed),
    await createVisitor(service).signIn('wrong'),
  ];
  await service.exchange({ code });
  const replay = await service.exchange({ code });

  expect([...early]).toEqual([]);
  expect([...refused, replay].map(({ ok }) => ok)).toEqual([false, false, false, false, false]);
});

describe('GET /metrics', () => {
  it('counts steps, exchanges and times', async () => {
    const service = await createTestService();
    const code = await service.issueCode();
    for (const more of [{}, {}, { client_secret: 'wrong' }])
      await service.exchange({ code, ...more });
    await (await service.startLogin()).logIn('user_bad');
    await service.get('/connect?client_id=nobody');
    await service.app.request('/connect/flow/made-up', { method: 'POST' });

    const response = await service.get('/metrics');
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
    expect(text).not.toMatch(/made-up|step="\*"/);
  });

  it('leaves out what it cannot read, and has it again later', async () => {
    const { store, readMetrics } = await createTestService();
    const { assertReachable } = store;
    const { takeAway, giveBack } = prepareOutage(store);
    const listGauges = async () =>
      (await readMetrics()).match(/^connect_(?:(?:revocations|webhook)_\w+|ready) .*/gm);
    const all = [
      'connect_webhook_deliveries_pending 0',
      'connect_webhook_oldest_delivery_seconds 0',
      'connect_webhook_late_delivery_seconds 0',
      'connect_revocations_pending 0',
      'connect_ready 1',
    ];

    expect(await listGauges()).toEqual(all);
    takeAway();
    store.assertReachable = () => Promise.reject(createOutageError());
    expect(await listGauges()).toEqual(['connect_ready 0']);
    giveBack();
    store.assertReachable = assertReachable;
    expect(await listGauges()).toEqual(all);
  });

  it('does not grow by what strangers write', { tags: ['threat-68'] }, async () => {
    const service = await createTestService({ assets: builtAssets });
    const series = async () => {
      const text = await service.readMetrics();
      return text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
    };
    const send = async (mark: string) => {
      // The harness knows only documented methods.
      await service.app.fetch(new Request(`${publicUrl}/${mark}`, { method: mark }));
      await service.app.fetch(new Request(`${publicUrl}/auth/token`, { method: mark }));
      await service.get(`/connect?client_id=${mark}`);
      await service.get(`/sdk/${mark}/${mark}`);
      await service.postFromPage(`/connect/flow/${mark}`, { locale: mark });
      await service.post('/auth/token', { client_id: mark, client_secret: mark, code: mark });
    };
    await send('first');
    await series();
    const before = await series();

    for (let index = 0; index < 20; index += 1) await send(`other${index}`);

    expect(await series()).toBe(before);
  });

  const metricsToken = 'scrape_me';
  const own = 'http://localhost:4400/metrics';
  const behindProxy = { publicUrl: 'https://connect.example' };
  const reachable = { isLoopback: false };

  it.each<[string, Partial<AppConfig>, string, number, Record<string, string>?]>([
    ['on this machine', {}, own, 200],
    ['to the clients of a proxy on this machine', {}, own, 404, { 'X-Forwarded-For': '127.0.0.1' }],
    ['to those of one that names itself', {}, own, 404, { Via: '1.1 cache' }],
    ['to those of one that writes a standard header', {}, own, 404, { Forwarded: 'for=127.0.0.1' }],
    ['on this machine by its address', {}, 'http://127.0.0.1/metrics', 200],
    ['on this machine by IPv6', {}, 'http://[::1]:9000/metrics', 200],
    // DNS resolves a foreign name to this machine: a page of that name sends the request.
    ['under a foreign name', {}, 'http://evil.example:4400/metrics', 404],
    ['under a foreign name below it', {}, 'http://localhost.evil.example:4400/metrics', 404],
    ['when other machines can connect', reachable, own, 404],
    ['behind a proxy without headers', behindProxy, 'http://127.0.0.1:4400/metrics', 404],
    ['behind a proxy with its name', behindProxy, 'http://connect.example/metrics', 404],
    ['when there is a token', { metricsToken }, own, 404],
  ])(
    'answers without a token %s: %j %s %i',
    { tags: ['threat-39'] },
    async (...[, config, address, status, headers]) => {
      const { get } = await createTestService({ config });

      expect((await get(address, headers)).status).toBe(status);
    },
  );

  it.each([{}, reachable, behindProxy])(
    'answers with its token, and no other: %j',
    { tags: ['control-39'] },
    async (config) => {
      const { get } = await createTestService({ config: { ...config, metricsToken } });
      const address = 'http://connect.internal:4400/metrics';

      const lower = { Authorization: `bearer ${metricsToken}` };

      expect((await get(address, bearer(metricsToken))).status).toBe(200);
      expect((await get(address, lower)).status).toBe(200);
      expect((await get(address, bearer('scrape_you'))).status).toBe(404);
    },
  );
});
