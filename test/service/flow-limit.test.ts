import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { listEndpoints } from './endpoint-requests.ts';
import { createTestService, oneProxy, type ServiceOptions, type TestService } from './harness.ts';
import { hostOrigin, nonce, publicUrl } from './test-application.ts';
import { atOnce, inTurn, readError, readStatus } from './world.ts';

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
