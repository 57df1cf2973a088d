import { afterEach, describe, expect, it, vi } from 'vitest';
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
  forward,
  readBodies,
  redirectUri,
  type TestOptions,
} from './support.ts';

afterEach(() => void vi.restoreAllMocks());

describe('embedded callback', () => {
  it('exchanges a code from its own page and answers without a body', {
    tags: ['control-40'],
  }, async () => {
    const test = createTestCallback();

    const { status, text, headers } = await forward(test);

    expect([status, text]).toEqual([204, '']);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(readBodies(test.service)).toEqual([
      { client_id: 'app_test', client_secret: clientSecret, code },
    ]);
    expect(test.connected.map((tokens) => tokens.accessToken)).toEqual([accessToken]);
    expect(test.errors).toEqual([]);
  });

  const from = (origin?: string) => ({ 'sec-fetch-site': undefined, origin });

  it.each([
    ['fetch metadata', { 'sec-fetch-site': 'same-origin' }],
    ['metadata, although a proxy changed the origin', { origin: 'https://public.example' }],
    ['the origin, in browsers without metadata', from('http://localhost:4401')],
    ['a JSON media type', { 'content-type': 'Application/JSON ; charset=utf-8' }],
  ])('accepts a request by %s', async (_, headers) => {
    const test = createTestCallback();

    expect((await forward(test, headers)).status).toBe(204);
    expect(test.connected).toHaveLength(1);
  });

  const foreign = [403, 'cross_origin'] as const;
  const unsupported = [415, 'unsupported_media_type'] as const;
  const contradicting = { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4401' };
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

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
      const test = createTestCallback();

      expect(await forward(test, headers)).toMatchObject({
        status,
        body: { error, retryable: false },
        headers: { 'cache-control': 'no-store' },
      });
      expect(test.service).not.toHaveBeenCalled();
      expect([test.connected, test.errors]).toEqual([[], [error]]);
    },
  );

  const elsewhere = from('http://localhost:9');

  it.each<[object, RegExp, TestOptions?]>([
    [{ 'sec-fetch-site': 'same-site' }, /Sec-Fetch-Site is same-site/],
    [from(), /neither Sec-Fetch-Site nor Origin/],
    [elsewhere, /is http:\/\/localhost:9, not http:\/\/localhost:4401, the origin of redirectUri/],
    // A proxy may have changed the address.
    [elsewhere, /behind a proxy set redirectUri/, { redirectUri: undefined }],
  ])('logs, but does not send, why %o counts as foreign: %o', async (headers, message, options) => {
    const test = createTestCallback(options);

    const { text } = await forward(test, { ...headers });

    expect(test.reported).toMatchObject([{ cause: { message: expect.stringMatching(message) } }]);
    expect(String(test.reported[0]?.cause)).not.toContain(code);
    expect(text).not.toMatch(/Origin|Sec-Fetch|localhost/);
  });

  it.each(['', '?code=', '?code=a&code=b', '?code=a%20b', `?code=${'x'.repeat(513)}`, '?state=a'])(
    'refuses the query %j',
    async (query) => {
      const test = createTestCallback();
      const error_description = expect.stringContaining('POST /callback?code=');

      expect(await forward(test, {}, `${redirectUri}${query}`)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', error_description, retryable: false },
      });
      expect(test.service).not.toHaveBeenCalled();
    },
  );

  it.each(['PUT', 'DELETE', 'HEAD', 'OPTIONS'])(
    'refuses %s and names the accepted form',
    async (method) => {
      const { callback, service } = createTestCallback();

      const { status, headers } = await callback(new Request(createForward(), { method }));

      expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
      expect(headers.get('access-control-allow-methods')).toBeNull();
      expect(service).not.toHaveBeenCalled();
    },
  );

  it('refuses a navigation when the application has no redirect flow', async () => {
    const { callback } = createTestCallback({ redirectUri: undefined });

    const { status, headers } = await callback(new Request(`${redirectUri}?code=${code}`));

    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    await expect(callback.startRedirect(new Request(redirectUri))).rejects.toMatchObject({
      code: 'invalid_options',
    });
  });
});

describe('state of the embedded flow', () => {
  it('connects when the code carries the state of the session', {
    tags: ['control-27'],
  }, async () => {
    const answer = () => answerTokens({ state: 'of-alice' });
    const test = createTestCallback({ answer, getState: () => 'of-alice' });

    expect((await forward(test)).status).toBe(204);
    expect(test.connected).toHaveLength(1);
  });

  it.each([
    ['of another session', { state: 'of-mallory' }],
    ['of the same length', { state: 'of-alicf' }],
    ['missing', {}],
  ])('does not connect when the state is %s', { tags: ['threat-27'] }, async (_, more) => {
    const answer = () => answerTokens(more);
    const test = createTestCallback({ answer, getState: async () => 'of-alice' });

    expect(await forward(test)).toMatchObject({
      status: 403,
      body: { error: 'state_mismatch', retryable: true },
    });
    expect([test.connected, test.errors]).toEqual([[], ['state_mismatch']]);
  });

  it.each([undefined, ''])('does not use the code when the session is %j', async (state) => {
    const test = createTestCallback({ getState: () => state });

    expect((await forward(test)).status).toBe(403);
    expect(test.service).not.toHaveBeenCalled();
  });
});

/** A session of the backend from which the callback fetches a fresh code. */
const lostCode = { getState: () => 'a', getConnectSessionId: () => 'cs_1' };

describe('failures of the embedded flow', () => {
  const withCode = [{}, undefined] as const;
  const withoutCode = [lostCode, redirectUri] as const;

  it.each([
    ['invalid_grant', 400, 400, 'invalid_grant', true, withCode],
    ['invalid_client', 401, 502, 'exchange_failed', false, withCode],
    ['slow_down', 429, 502, 'exchange_failed', true, withCode],
    ['server_error', 500, 502, 'exchange_failed', true, withCode],
    // A session is not asked for a fresh code while the code of the page may still work.
    ['server_error', 500, 502, 'exchange_failed', true, [lostCode, undefined]],
    // A session gives no code.
    ['invalid_client', 401, 502, 'exchange_failed', false, withoutCode],
    ['server_error', 500, 502, 'exchange_failed', true, withoutCode],
    ['already_exchanged', 409, 400, 'invalid_grant', true, withoutCode],
  ] as const)('tells the page about %s (%i) in plain words', async (...row) => {
    const [error, status, ownStatus, ownError, retryable, [options, url]] = row;
    const answer = () => Response.json({ error, error_description: 'Inner detail.' }, { status });
    const test = createTestCallback({ ...options, answer });

    const { text, ...told } = await forward(test, {}, url);

    expect(told).toMatchObject({ status: ownStatus, body: { error: ownError, retryable } });
    expect(text).not.toContain('Inner detail');
    if (url === undefined) expect(test.reported[0]?.cause).toBeInstanceOf(ExchangeError);
    expect(test.service).toHaveBeenCalledOnce();
  });

  it.each([
    ['the exchange', withCode],
    ['a fresh code', withoutCode],
  ])('calls a named host for %s, and waits as long as timeoutMs says', async (_, way) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const [options, url] = way;
    const test = createTestCallback({
      ...options,
      baseUrl: 'http://connect:4400',
      insecureHosts: ['connect'],
      redirectUri: undefined,
      timeoutMs: 1,
      answer: () => new Promise(() => {}),
    });

    expect((await forward(test, {}, url)).status).toBe(502);
    const cause = { message: 'No answer within 1 ms.' };
    expect(test.reported).toMatchObject([{ code: 'exchange_failed', cause }]);
    expect(test.service).toHaveBeenCalledOnce();
  });

  it('exchanges a fresh code of the session in place of an expired one', async () => {
    const answers = [
      () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
      () => Response.json({ code: 'fresh' }, { status: 201 }),
      () => answerTokens({ state: 'a' }),
    ];
    const answer = () => answers.shift()?.() ?? Response.error();
    const test = createTestCallback({ ...lostCode, answer });

    expect((await forward(test)).status).toBe(204);
    expect(test.service.mock.calls.map(([url]) => String(url).replace(/.*:4400/, ''))).toEqual([
      ...['/auth/token', '/connect/sessions/cs_1/code', '/auth/token'],
    ]);
    expect(test.connected).toHaveLength(1);
  });

  it('waits for onError, and also answers when this and another function of the application throw', async () => {
    const order: string[] = [];
    const fail = () => {
      throw new Error('no session store, no log');
    };
    const test = createTestCallback({
      getState: fail,
      async onError() {
        await new Promise((resolve) => setImmediate(resolve));
        order.push('logged');
        fail();
      },
    });

    const { status } = await forward(test);
    order.push('answered');

    expect([status, order]).toEqual([500, ['logged', 'answered']]);
    expect(test.service).not.toHaveBeenCalled();
  });
});

it('says once that nothing compares the state of the page, and goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const answer = async (state: object, options: Partial<CallbackOptions> = {}) => {
    const fetch = createService(() => answerTokens(state));
    return (await forward(createTestCallback({ ...options, fetch }))).status;
  };

  const quiet = [await answer({}), await answer({ state: 'bound' }, { getState: () => 'bound' })];
  expect(logged).not.toHaveBeenCalled();
  const unchecked = [await answer({ state: 'bound' }), await answer({ state: 'bound' })];

  expect([...quiet, ...unchecked]).toEqual([204, 204, 204, 204]);
  expect(logged.mock.calls).toEqual([[expect.stringContaining('set getState')]]);
});

/* Attacks that the cases above show refused. They have to work on a callback without the defence. */
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
  'a callback connects a foreign code when it does not check $name',
  { tags: ['undefended-27'] },
  async ({ weak, headers, claimed = headers, state }) => {
    const options = { answer: () => answerTokens({ state }), getState: () => 'of-alice' };
    const [real, weakened] = [
      createTestCallback(options),
      createTestCallback({ ...options, ...weak }),
    ];

    const answers = [await forward(real, headers), await forward(weakened, claimed)];

    expect(answers.map(({ status }) => status)).toEqual([403, 204]);
    expect([real.connected.length, weakened.connected.length]).toEqual([0, 1]);
  },
);
