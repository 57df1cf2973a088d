import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import type { Store } from '../../src/connect/service/store/store.ts';
import { builtAssets } from './built-assets.ts';
import { listEndpoints } from './endpoint-requests.ts';
import { createTestService, oneProxy, type ServiceOptions, type TestService } from './harness.ts';
import { hostOrigin, hour, minute, nonce, publicUrl, start } from './test-application.ts';
import { atOnce, inTurn, readError, readStatus } from './world.ts';

const limitedTo = (max: number): ServiceOptions => ({
  assets: builtAssets,
  config: { trustedProxies: oneProxy },
  rateLimits: { pages: { max, windowMs: minute } },
});

async function open(service: TestService, address: string, init: RequestInit = {}) {
  const headers = { 'X-Forwarded-For': address };
  return await service.app.request('/connect?client_id=test_app', { ...init, headers });
}

describe('the limit on documents', () => {
  it('applies per address, to GET and HEAD and any client, until its window ends', async () => {
    const service = await createTestService(limitedTo(3));
    const ask = (init?: RequestInit) => readStatus(open(service, '192.0.2.1', init));
    const headers = { 'X-Forwarded-For': '192.0.2.1' };

    const unknown = await readStatus(service.get('/connect?client_id=nobody', headers));
    const statuses = [await ask(), await ask({ method: 'HEAD' })];
    const late = [await ask(), await ask({ method: 'HEAD' })];
    const neighbour = await readStatus(open(service, '192.0.2.2'));
    service.advance(minute);

    expect([unknown, statuses, late]).toEqual([400, [200, 200], [429, 429]]);
    expect([neighbour, await ask()]).toEqual([200, 200]);
  });

  it('answers with a notice that says what to do, and tells the host', async () => {
    const service = await createTestService(limitedTo(1));
    await open(service, '192.0.2.1');
    service.advance(minute - 20_000);

    const response = await open(service, '192.0.2.1');
    const html = await response.text();

    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('20');
    expect(response.headers.get('Content-Type')).toMatch('text/html');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(html).toContain('Wait 20 seconds, then load this page again.');
    expect(html).toContain('"code":"rate_limited"');
    expect(html).toContain('"retryable":true');
    expect(html).not.toContain('id="flow"');
    // No application was looked up, so the allowed embedders are unknown. The notice has nothing to click.
    expect(response.headers.get('Content-Security-Policy')).toContain('frame-ancestors *;');
  });
});

describe('a document without a started flow', () => {
  it('is valid for half an hour', async () => {
    const service = await createTestService();
    const query = 'client_id=test_app';
    const tokens = [await service.openPage(query), await service.openPage(query)] as const;
    const binding = { origin: hostOrigin, nonce, state: null };

    service.advance(30 * minute - 1);
    const inTime = await service.createFlow(tokens[0]).send('start', binding);
    service.advance(1);
    const late = await service.createFlow(tokens[1]).send('start', binding);

    expect(inTime.status).toBe(200);
    expect(await readError(late)).toEqual([401, 'session_expired']);
  });

  it('is swept an hour after its expiry, like a flow without a login; other flows after a day', async () => {
    const service = await createTestService();
    const started = [await service.startLogin(), await service.signIn()];
    const tokens = [
      await service.openPage('client_id=test_app'),
      ...started.map(({ token }) => token),
    ];
    const end = start + 30 * minute;

    const left: number[] = [];
    for (const now of [end + hour, end + hour + 1, end + 24 * hour, end + 24 * hour + 1]) {
      await service.store.purge(now);
      left.push(await countFlows(service.store, tokens.map(hashSecret)));
    }

    expect(left).toEqual([3, 1, 1, 0]);
  });

  it('stores no origin beyond the maximum length', async () => {
    const service = await createTestService();
    const open = async (label: string) => {
      const Referer = `https://${label}.example/page`;
      const token = await service.openPage('client_id=test_app', { Referer });
      return (await service.store.flows.find(hashSecret(token)))?.referrer_origin;
    };

    expect(await open('a')).toBe('https://a.example');
    expect(await open('a'.repeat(300))).toBe('null');
  });
});

async function countFlows(store: Store, hashes: readonly string[]): Promise<number> {
  const flows = await Promise.all(hashes.map((hash) => store.flows.find(hash)));
  return flows.filter((flow) => flow !== undefined).length;
}

const stranger = '192.0.2.1';
const max = 3;

const limited: ServiceOptions = {
  config: { trustedProxies: oneProxy },
  rateLimits: { flowSteps: { max, windowMs: 10_000 } },
};

const sendFrom = (service: TestService, address: string) => (step: string, body: object) =>
  service.post(`/connect/flow/${step}`, body, { Origin: publicUrl, 'X-Forwarded-For': address });

const binding = { origin: hostOrigin, nonce, state: null };

describe('the limit on steps of flows', () => {
  it('refuses a network at every step, but not another network', {
    tags: ['threat-37'],
  }, async () => {
    const service = await createTestService(limited);
    // A link begins with a document, and counts as one.
    const steps = listEndpoints(service).flatMap(
      (name) => /^POST \/connect\/flow\/((?!begin).*)/.exec(name)?.[1] ?? [],
    );
    const flow_token = await service.openPage('client_id=test_app');
    const send = sendFrom(service, stranger);
    await inTurn(max, () => send('back', { flow_token: 'x' }));

    const refused = await Promise.all(steps.map((step) => send(step, { flow_token })));
    const controls = steps.map((step, index) =>
      readStatus(sendFrom(service, `192.0.2.${10 + index}`)(step, { flow_token })),
    );
    service.advance(10_000);
    const later = await send('back', { flow_token });

    expect(steps.length).toBeGreaterThan(15);
    for (const answer of refused) {
      expect(answer.headers.get('Retry-After')).toBe('10');
      expect(await readError(answer)).toEqual([429, 'rate_limited']);
    }
    expect(await Promise.all(controls)).not.toContain(429);
    expect(later.status).not.toBe(429);
  });

  it('leaves a flow unchanged, so that its user can continue later', async () => {
    const service = await createTestService(limited);
    const flow_token = await service.openPage('client_id=test_app');
    const send = sendFrom(service, stranger);
    const body = { flow_token, ...binding };
    await inTurn(max, () => send('back', { flow_token: 'x' }));

    const refused = await send('start', body);
    const untouched = await service.store.flows.find(hashSecret(flow_token));
    service.advance(10_000);
    const control = await send('start', body);

    expect([refused.status, untouched?.step, control.status]).toEqual([429, 'new', 200]);
  });

  it('does not count requests from other sites', async () => {
    const service = await createTestService(limited);
    const flow_token = await service.openPage('client_id=test_app');
    const headers = { Origin: 'https://evil.example', 'X-Forwarded-For': stranger };
    const forged = await inTurn(2 * max, () =>
      readStatus(service.post('/connect/flow/back', { flow_token }, headers)),
    );

    const control = await sendFrom(service, stranger)('start', { flow_token, ...binding });

    expect(new Set(forged)).toEqual(new Set([403]));
    expect(control.status).toBe(200);
  });

  it('is high enough for an office behind one address', { tags: ['control-37'] }, async () => {
    const service = await createTestService();
    const all = await atOnce(200, () => service.startFlow());
    const answers = await Promise.all(all.map((flow) => flow.pick('sandbox')));

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
