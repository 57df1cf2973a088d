import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import {
  createTestService,
  hostOrigin,
  nonce,
  oneProxy,
  publicUrl,
  readError,
  type ServiceOptions,
  type TestService,
} from './harness.ts';

const stranger = '192.0.2.1';
const neighbour = '192.0.2.2';
const max = 3;

const limited: ServiceOptions = {
  config: { trustedProxies: oneProxy },
  rateLimits: { flowSteps: { max, windowMs: 10_000 } },
};

const sendFrom = (service: TestService, address: string) => (step: string, body: object) =>
  service.post(`/connect/flow/${step}`, body, { Origin: publicUrl, 'X-Forwarded-For': address });

/** Every endpoint of a flow, with a valid body. */
const bodies: Readonly<Record<string, object>> = {
  start: { origin: hostOrigin, nonce, state: null },
  provider: { provider_id: 'sandbox' },
  back: {},
  login: { username: 'user_good', password: 'pass_good' },
  answer: { answer: '123456' },
  consent: { decision: 'allow' },
  handoff: { handoff: 'h'.repeat(43), provider_id: null },
  join: { handoff: 'h'.repeat(43) },
  events: {},
  code: {},
  leave: {},
};

describe('the limit on steps of flows', () => {
  it.each(Object.keys(bodies))(
    'refuses a network at %s, but not another network',
    { tags: ['threat-37'] },
    async (step) => {
      const service = await createTestService(limited);
      const flow_token = await service.openPage('client_id=test_app');
      const body = { flow_token, ...bodies[step] };
      const [fromStranger, fromNeighbour] = [
        sendFrom(service, stranger),
        sendFrom(service, neighbour),
      ];
      for (let count = 0; count < max; count += 1) await fromStranger('back', { flow_token: 'x' });

      const refused = await fromStranger(step, body);
      const control = await fromNeighbour(step, body);
      service.advance(10_000);
      const later = await fromStranger(step, body);

      expect(await readError(refused)).toEqual([429, 'rate_limited']);
      expect(refused.headers.get('Retry-After')).toBe('10');
      expect(control.status).not.toBe(429);
      expect(later.status).not.toBe(429);
    },
  );

  it('leaves a flow unchanged, so that its user can continue later', async () => {
    const service = await createTestService(limited);
    const flow_token = await service.openPage('client_id=test_app');
    const send = sendFrom(service, stranger);
    const body = { flow_token, ...bodies.start };
    for (let count = 0; count < max; count += 1) await send('back', { flow_token: 'x' });

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
    const forged: number[] = [];
    for (let count = 0; count < 2 * max; count += 1) {
      const body = { flow_token };
      forged.push((await service.post('/connect/flow/back', body, headers)).status);
    }

    const control = await sendFrom(service, stranger)('start', { flow_token, ...bodies.start });

    expect(new Set(forged)).toEqual(new Set([403]));
    expect(control.status).toBe(200);
  });

  it('is high enough for an office behind one address', { tags: ['control-37'] }, async () => {
    const service = await createTestService();
    const all = await Promise.all(Array.from({ length: 200 }, () => service.startFlow()));
    const answers = await Promise.all(all.map((flow) => flow.pick('sandbox')));

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
