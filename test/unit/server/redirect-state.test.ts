import { describe, expect, it } from 'vitest';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import { createReturn, createTestCallback, type StartedFlow, startFlow } from './support.ts';

const urls = { successUrl: '/done', failureUrl: '/' };

/** An application whose user has a flow under way. */
async function startVictim(options: Partial<CallbackOptions> = {}) {
  const test = createTestCallback({ ...urls, ...options });
  return { ...test, flow: await startFlow(test.callback) };
}

describe('a code that another site brings while a flow is under way', () => {
  const attacks: readonly (readonly [string, (flow: StartedFlow) => string])[] = [
    ['no state', () => ''],
    ['an empty state', () => '&state='],
    ["the state of the attacker's own flow", () => `&state=${'0'.repeat(64)}`],
    ['a state with one letter more', ({ state }) => `&state=${state}0`],
    ['the state and another one', ({ state }) => `&state=${state}&state=x`],
  ];

  it.each(attacks)(
    'is refused with %s, and the flow continues',
    { tags: ['threat-36'] },
    async (_, attack) => {
      const { callback, service, connected, errors, flow } = await startVictim();
      const { cookie } = flow;

      const attacked = await callback(createReturn({ cookie }, `code=attackers${attack(flow)}`));

      expect(attacked.headers.get('location')).toBe('/?connect_error=state_mismatch');
      expect(attacked.headers.get('set-cookie')).toBeNull();
      expect(service).not.toHaveBeenCalled();
      expect(errors).toEqual(['state_mismatch']);
      const own = await callback(createReturn(flow));

      expect(own.headers.get('location')).toBe('/done');
      expect(connected).toHaveLength(1);
    },
  );

  it('does not end the flow as denied, either', async () => {
    const { callback, flow, errors } = await startVictim();
    const { cookie } = flow;

    await callback(createReturn({ cookie }, 'error=access_denied'));
    const own = await callback(createReturn(flow, 'error=access_denied'));

    expect(errors).toEqual(['state_mismatch', 'access_denied']);
    expect(own.headers.get('location')).toContain('access_denied');
  });

  it('is refused with the state of another browser’s flow', { tags: ['threat-36'] }, async () => {
    const { callback, flow, connected } = await startVictim();
    const attacker = await startFlow(callback);

    const attacked = await callback(createReturn({ cookie: flow.cookie, state: attacker.state }));

    expect(attacked.headers.get('location')).toContain('state_mismatch');
    expect(connected).toEqual([]);
  });
});

describe('a Connect service that returns no state', () => {
  /** The request that the attacker's site causes instead of the Connect page. */
  const returnFrom = (cookie: string, referrer: string | undefined) => {
    const request = createReturn({ cookie });
    if (referrer !== undefined) request.headers.set('referer', referrer);
    return request;
  };

  it.each([
    ['a page without a Referer', undefined],
    ['a page of another site', 'https://evil.example/'],
    ['another port', 'http://localhost:4402/connect'],
    ['a site of a similar name', 'http://localhost:4400.evil.example/'],
    ['text', 'http'],
  ])('is not assumed when the browser comes from %s', async (_, referrer) => {
    const causes: unknown[] = [];
    const { callback, service, flow } = await startVictim({
      returnsState: false,
      onError: ({ code, cause }) => void causes.push(code, cause),
    });

    const attacked = await callback(returnFrom(flow.cookie, referrer));

    expect(attacked.headers.get('location')).toBe('/?connect_error=state_mismatch');
    expect(service).not.toHaveBeenCalled();
    expect(String(causes)).toMatch(/state_mismatch,Error: .*Referer.*http:\/\/localhost:4400/);
    const own = await callback(returnFrom(flow.cookie, 'http://localhost:4400/'));

    expect(own.headers.get('location')).toBe('/done');
  });

  it('is recognized by the origin of connectUrl', async () => {
    const connectUrl = 'https://connect.example/start';
    const { callback, flow } = await startVictim({ returnsState: false, connectUrl });

    const other = await callback(returnFrom(flow.cookie, 'http://localhost:4400/'));
    const own = await callback(returnFrom(flow.cookie, 'https://connect.example/'));

    expect(other.headers.get('location')).toContain('state_mismatch');
    expect(own.headers.get('location')).toBe('/done');
  });
});
