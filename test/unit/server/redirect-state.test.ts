import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  code,
  comeBack,
  createReturn,
  createTestCallback,
  issuer,
  type StartedFlow,
  startFlow,
  type TestOptions,
} from './support.ts';

afterEach(() => void vi.restoreAllMocks());

/** An application whose user has a flow under way. */
async function startVictim(options: TestOptions = {}) {
  const test = createTestCallback({ successUrl: '/done', failureUrl: '/', ...options });
  const flow = await startFlow(test.callback);
  const { cookie } = flow;
  /** The victim's browser comes to the callback from another site. */
  const attack = (query: string) => comeBack(test.callback, { cookie }, query);
  return { ...test, flow, attack };
}

/** Nothing has come of an attack, and the user's own flow continues. */
async function expectNoLoss(test: Awaited<ReturnType<typeof startVictim>>) {
  expect(test.service).not.toHaveBeenCalled();
  expect(test.connected).toEqual([]);
  expect(await comeBack(test.callback, test.flow)).toBe('/done');
  expect(test.connected).toHaveLength(1);
}

const outcomes = [`code=${code}`, 'error=access_denied'];

describe('a request of another site while a flow is under way', () => {
  const attacks: readonly [string, (flow: StartedFlow, other: StartedFlow) => string][] = [
    ['no state', () => ''],
    ['an empty state', () => '&state='],
    ["the state of another browser's flow", (_, { state }) => `&state=${state}`],
    ['a state with one letter more', ({ state }) => `&state=${state}0`],
    ['the state and another one', ({ state }) => `&state=${state}&state=x`],
  ];

  it.each(outcomes.flatMap((outcome) => attacks.map((attack) => [outcome, ...attack] as const)))(
    'and %s is refused with %s, and the flow continues',
    { tags: ['threat-36'] },
    async (outcome, _, writeState) => {
      const test = await startVictim();
      const { callback, flow } = test;
      const query = `${outcome}${writeState(flow, await startFlow(callback))}`;

      const attacked = await callback(createReturn({ cookie: flow.cookie }, query));

      expect(attacked.headers.get('location')).toBe('/?connect_error=state_mismatch');
      // The cookie of the live flow stays.
      expect(attacked.headers.get('set-cookie')).toBeNull();
      expect(test.errors).toEqual(['state_mismatch']);
      await expectNoLoss(test);
    },
  );
});

describe('a Connect service that returns no state', () => {
  /** The request that the attacker's site causes instead of the Connect page. */
  const returnFrom = (
    { callback, flow }: Awaited<ReturnType<typeof startVictim>>,
    referrer: string | undefined,
  ) => {
    const request = createReturn({ cookie: flow.cookie });
    if (referrer !== undefined) request.headers.set('referer', referrer);
    return callback(request).then(({ headers }) => headers.get('location'));
  };

  it.each([
    ['a page without a Referer', undefined],
    ['a page of another site', 'https://evil.example/'],
    ['another port', 'http://localhost:4402/connect'],
    ['a site of a similar name', 'http://localhost:4400.evil.example/'],
    ['text', 'http'],
  ])('is not assumed when the browser comes from %s', async (_, referrer) => {
    const test = await startVictim({ returnsState: false });

    expect(await returnFrom(test, referrer)).toBe('/?connect_error=state_mismatch');
    expect(test.service).not.toHaveBeenCalled();
    expect(String(test.reported[0]?.cause)).toMatch(/Referer.*http:\/\/localhost:4400/);
    expect(await returnFrom(test, 'http://localhost:4400/')).toBe('/done');
  });

  it('is recognized by the origin of connectUrl', async () => {
    const connectUrl = 'https://connect.example/start';
    const test = await startVictim({ returnsState: false, connectUrl });

    expect(await returnFrom(test, 'http://localhost:4400/')).toContain('state_mismatch');
    expect(await returnFrom(test, 'https://connect.example/')).toBe('/done');
  });
});

describe('an answer with the right state', () => {
  const encode = encodeURIComponent;
  const attacks: readonly (readonly [string, string])[] = [
    ['no iss', ''],
    ['an empty iss', '&iss='],
    ['the iss of another service', `&iss=${encode('https://evil.example')}`],
    ['the iss of another port', `&iss=${encode('http://localhost:4401')}`],
    ['an iss with a slash more', `&iss=${encode(`${issuer}/`)}`],
    ['an iss in other letters', `&iss=${encode('http://LOCALHOST:4400')}`],
    ['another iss before the right one', `&iss=x&iss=${encode(issuer)}`],
    ['another iss after the right one', `&iss=${encode(issuer)}&iss=x`],
    ['the right iss twice', `&iss=${encode(issuer)}&iss=${encode(issuer)}`],
  ];
  it.each(outcomes.flatMap((outcome) => attacks.map((attack) => [outcome, ...attack] as const)))(
    'and %s is refused with %s, and the flow continues',
    { tags: ['threat-52'] },
    async (outcome, _, iss) => {
      const test = await startVictim();
      const { cookie, state } = test.flow;

      const mixed = await test.callback(
        createReturn({ cookie }, `${outcome}&state=${state}${iss}`),
      );

      expect(mixed.headers.get('location')).toBe('/?connect_error=issuer_mismatch');
      expect(mixed.headers.get('set-cookie')).toBeNull();
      expect(test.errors).toEqual(['issuer_mismatch']);
      expect(String(test.reported[0]?.cause)).toContain(`expected only ${issuer}, as in`);
      await expectNoLoss(test);
    },
  );

  it.each([
    ['https://connect.example/v1/connect', 'https://connect.example/v1'],
    ['https://connect.example/connect?x=1#y', 'https://connect.example'],
    ['https://connect.example/v1/connect/?x=1', 'https://connect.example/v1'],
    ['https://connect.example', 'https://connect.example'],
  ])('of the Connect page %s comes from %s', async (connectUrl, expected) => {
    const { flow, attack } = await startVictim({ connectUrl });
    const answer = `code=${code}&state=${flow.state}`;

    expect(await attack(`${answer}&iss=${encode(issuer)}`)).toContain('issuer_mismatch');
    expect(await attack(`${answer}&iss=${encode(expected)}`)).toBe('/done');
  });

  it('is explained in one line of the log, in printable characters', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
    const { flow, attack } = await startVictim({ onError: undefined });

    const iss = encode(`https://evil.example/\n${'x'.repeat(5000)}`);
    await attack(`code=${code}&state=${flow.state}&iss=${iss}`);

    expect(lines).toEqual([expect.stringMatching(/^[\x20-\x7e]{50,500}$/)]);
    const told =
      '(redirect flow): issuer_mismatch, caused by The address has the iss ["https://evil';
    expect(lines[0]).toContain(told);
    const cookie = flow.cookie.slice(-64);
    for (const secret of [code, flow.state, cookie]) expect(lines[0]).not.toContain(secret);
  });
});
