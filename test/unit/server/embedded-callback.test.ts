import { describe, expect, it, vi } from 'vitest';
import { CallbackError } from '../../../src/sdk/server/callback-error.ts';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import { ExchangeError } from '../../../src/sdk/server/request-errors.ts';
import {
  accessToken,
  answerTokens,
  clientSecret,
  code,
  createForward,
  createService,
  createTestCallback,
  readBodies,
  redirectUri,
} from './support.ts';

describe('embedded callback', () => {
  it('exchanges a code from its own page and answers without a body', {
    tags: ['control-40'],
  }, async () => {
    const { callback, service, connected, errors } = createTestCallback();

    const response = await callback(createForward());

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(readBodies(service)).toEqual([
      { client_id: 'app_test', client_secret: clientSecret, code },
    ]);
    expect(connected.map((tokens) => tokens.accessToken)).toEqual([accessToken]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['fetch metadata', { 'sec-fetch-site': 'same-origin' }],
    [
      'metadata, although a proxy changed the origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
    ],
    [
      'the origin, in browsers without metadata',
      { 'sec-fetch-site': undefined, origin: 'http://localhost:4401' },
    ],
    ['a JSON media type', { 'content-type': 'application/json; charset=utf-8' }],
  ])('accepts a request by %s', async (_, headers) => {
    const { callback, connected } = createTestCallback();

    const response = await callback(createForward(headers));

    expect(response.status).toBe(204);
    expect(connected).toHaveLength(1);
  });

  const foreign = [403, 'cross_origin'] as const;
  const unsupported = [415, 'unsupported_media_type'] as const;
  const contradicting = { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4401' };
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  const from = (origin?: string) => ({ 'sec-fetch-site': undefined, origin });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, foreign],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }, foreign],
    ['the address bar', { 'sec-fetch-site': 'none' }, foreign],
    ['metadata that contradicts the origin', contradicting, foreign],
    ['another origin', from('http://localhost:4402'), foreign],
    ['an opaque origin', from('null'), foreign],
    ['nowhere', from(), foreign],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, unsupported],
    ['a form with files', multipart, unsupported],
    ['plain text', { 'content-type': 'text/plain' }, unsupported],
  ])(
    'refuses a request from %s without using the code',
    { tags: ['threat-27'] },
    async (...row) => {
      const [, headers, [status, error]] = row;
      const { callback, service, connected, errors } = createTestCallback();

      const response = await callback(createForward(headers));

      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error, retryable: false });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(service).not.toHaveBeenCalled();
      expect(connected).toEqual([]);
      expect(errors).toEqual([error]);
    },
  );

  it.each([
    [{ 'sec-fetch-site': 'same-site' }, /Sec-Fetch-Site is same-site/],
    [{ 'sec-fetch-site': undefined }, /neither Sec-Fetch-Site nor Origin/],
    [
      { 'sec-fetch-site': undefined, origin: 'http://localhost:9' },
      /Origin is http:\/\/localhost:9, not http:\/\/localhost:4401, the origin of redirectUri/,
    ],
  ])('logs, but does not send, why %o counts as foreign', async (headers, message) => {
    const causes: unknown[] = [];
    const { callback } = createTestCallback({ onError: ({ cause }) => void causes.push(cause) });

    const response = await callback(createForward(headers));

    expect(causes).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
    expect(String(causes)).not.toContain(code);
    expect(await response.text()).not.toMatch(/Origin|Sec-Fetch|localhost/);
  });

  it('advises redirectUri when a proxy may have changed the address', async () => {
    const causes: unknown[] = [];
    const { callback } = createTestCallback({
      redirectUri: undefined,
      onError: ({ cause }) => void causes.push(cause),
    });

    await callback(createForward({ 'sec-fetch-site': undefined, origin: 'http://localhost:9' }));

    expect(String(causes)).toContain('behind a proxy set redirectUri');
  });

  it.each(['', '?code=', '?code=a&code=b', '?code=a%20b', `?code=${'x'.repeat(513)}`, '?state=a'])(
    'refuses the query %j',
    async (query) => {
      const { callback, service } = createTestCallback();

      const response = await callback(createForward({}, `${redirectUri}${query}`));

      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: 'invalid_request',
        error_description: expect.stringContaining('POST /callback?code='),
        retryable: false,
      });
      expect(service).not.toHaveBeenCalled();
    },
  );

  it.each(['PUT', 'DELETE', 'HEAD', 'OPTIONS'])(
    'refuses %s and names the accepted form',
    async (method) => {
      const { callback, service } = createTestCallback();

      const request = new Request(`${redirectUri}?code=${code}`, {
        method,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      const response = await callback(request);

      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, POST');
      expect(response.headers.get('access-control-allow-methods')).toBeNull();
      expect(service).not.toHaveBeenCalled();
    },
  );

  it('refuses a navigation when the application has no redirect flow', async () => {
    const { callback } = createTestCallback({ redirectUri: undefined });

    const response = await callback(new Request(`${redirectUri}?code=${code}`));

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    await expect(callback.startRedirect(new Request(redirectUri))).rejects.toMatchObject({
      code: 'invalid_options',
    });
  });
});

describe('state of the embedded flow', () => {
  it('connects when the code carries the state of the session', {
    tags: ['control-27'],
  }, async () => {
    const service = createService(() => answerTokens({ state: 'of-alice' }));
    const { callback, connected } = createTestCallback({
      fetch: service,
      getState: () => 'of-alice',
    });

    const response = await callback(createForward());

    expect(response.status).toBe(204);
    expect(connected).toHaveLength(1);
  });

  it.each([
    ['of another session', { state: 'of-mallory' }],
    ['of the same length', { state: 'of-alicf' }],
    ['missing', {}],
  ])('does not connect when the state is %s', { tags: ['threat-27'] }, async (_, more) => {
    const service = createService(() => answerTokens(more));
    const { callback, connected, errors } = createTestCallback({
      fetch: service,
      getState: async () => 'of-alice',
    });

    const response = await callback(createForward());

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: 'state_mismatch', retryable: true });
    expect(connected).toEqual([]);
    expect(errors).toEqual(['state_mismatch']);
  });

  it.each([undefined, ''])('does not use the code when the session is %j', async (state) => {
    const { callback, service } = createTestCallback({ getState: () => state });

    const response = await callback(createForward());

    expect(response.status).toBe(403);
    expect(service).not.toHaveBeenCalled();
  });
});

describe('failures of the embedded flow', () => {
  it.each([
    ['invalid_grant', 400, 400, 'invalid_grant', true],
    ['invalid_client', 401, 502, 'exchange_failed', false],
    ['slow_down', 429, 502, 'exchange_failed', true],
    ['server_error', 500, 502, 'exchange_failed', true],
  ])('tells the page about %s in plain words', async (...row) => {
    const [error, status, ownStatus, ownError, retryable] = row;
    const service = createService(() =>
      Response.json({ error, error_description: 'Inner detail.' }, { status }),
    );
    const causes: unknown[] = [];
    const { callback } = createTestCallback({
      fetch: service,
      onError: ({ cause }) => void causes.push(cause),
    });

    const response = await callback(createForward());
    const text = await response.text();

    expect(response.status).toBe(ownStatus);
    expect(JSON.parse(text)).toMatchObject({ error: ownError, retryable });
    expect(text).not.toContain('Inner detail');
    expect(causes[0]).toBeInstanceOf(ExchangeError);
    expect(service).toHaveBeenCalledOnce();
  });

  it.each([
    ['invalid_client', 401, 'exchange_failed', false],
    ['server_error', 500, 'exchange_failed', true],
    ['already_exchanged', 409, 'invalid_grant', true],
  ])('says whether another try helps when a session gives no code: %s', async (...row) => {
    const [error, status, ownError, retryable] = row;
    const { callback } = createTestCallback({
      getState: () => 'a',
      getConnectSessionId: () => 'cs_1',
      fetch: createService(() => Response.json({ error, error_description: 'No.' }, { status })),
    });

    const response = await callback(createForward({}, redirectUri));

    expect(await response.json()).toMatchObject({ error: ownError, retryable });
  });

  it.each([
    ['the exchange', {}],
    ['a fresh code', { getState: () => 'a', getConnectSessionId: () => 'cs_1' }],
  ])('calls a named host for %s, and waits as long as timeoutMs says', async (_, options) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => {}));
    const url = 'getState' in options ? redirectUri : undefined;
    const { callback, errors } = createTestCallback({
      ...options,
      baseUrl: 'http://connect:4400',
      insecureHosts: ['connect'],
      redirectUri: undefined,
      timeoutMs: 1,
      fetch,
    });

    expect((await callback(createForward({}, url))).status).toBe(502);
    expect(errors).toEqual(['exchange_failed']);
    expect(fetch).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  it('reports when the application cannot store the connection', async () => {
    const failure = new Error('disk full');
    const reported: CallbackError[] = [];
    const { callback } = createTestCallback({
      onConnected: () => Promise.reject(failure),
      onError: (error) => void reported.push(error),
    });

    const response = await callback(createForward());
    const text = await response.text();

    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ error: 'callback_failed', retryable: true });
    expect(text).not.toContain('disk full');
    expect(reported[0]).toBeInstanceOf(CallbackError);
    expect(reported[0]?.cause).toBe(failure);
  });

  it('answers only after an asynchronous onError has finished', async () => {
    const order: string[] = [];
    const { callback } = createTestCallback({
      getState: () => '',
      async onError() {
        await new Promise((resolve) => setImmediate(resolve));
        order.push('logged');
      },
    });

    const response = await callback(createForward());
    order.push('answered');

    expect(response.status).toBe(403);
    expect(order).toEqual(['logged', 'answered']);
  });

  it('also answers when a function of the application throws', async () => {
    const { callback, service } = createTestCallback({
      getState: () => {
        throw new Error('no session store');
      },
      onError: () => {
        throw new Error('no log');
      },
    });

    const response = await callback(createForward());

    expect(response.status).toBe(500);
    expect(service).not.toHaveBeenCalled();
  });
});

it('says once that nothing compares the state of the page, and goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const answer = async (state: object, options: Partial<CallbackOptions> = {}) => {
    const fetch = createService(() => answerTokens(state));
    return (await createTestCallback({ ...options, fetch }).callback(createForward())).status;
  };

  const quiet = [await answer({}), await answer({ state: 'bound' }, { getState: () => 'bound' })];
  expect(logged).not.toHaveBeenCalled();
  const unchecked = [await answer({ state: 'bound' }), await answer({ state: 'bound' })];

  expect([...quiet, ...unchecked]).toEqual([204, 204, 204, 204]);
  expect(logged.mock.calls).toEqual([[expect.stringContaining('set getState')]]);
  logged.mockRestore();
});

/* Attacks that the cases above show refused. They have to work on a callback without the defence. */
describe('a callback without a defence', () => {
  it.each([
    { name: 'the state', weak: { getState: undefined }, headers: {}, state: 'of-mallory' },
    {
      name: 'the origin, which the request could claim',
      weak: {},
      headers: { 'sec-fetch-site': 'cross-site' },
      claimed: { 'sec-fetch-site': 'same-origin' },
      state: 'of-alice',
    },
  ])(
    'connects a foreign code when it does not check $name',
    { tags: ['undefended-27'] },
    async (attack) => {
      const { weak, headers, claimed = headers, state } = attack;
      const options = {
        fetch: createService(() => answerTokens({ state })),
        getState: () => 'of-alice',
      };
      const real = createTestCallback(options);
      const weakened = createTestCallback({ ...options, ...weak });

      const responses = [
        await real.callback(createForward(headers)),
        await weakened.callback(createForward(claimed)),
      ];

      expect(responses.map(({ status }) => status)).toEqual([403, 204]);
      expect([real.connected.length, weakened.connected.length]).toEqual([0, 1]);
    },
  );
});
