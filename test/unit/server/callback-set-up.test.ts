import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  accessToken,
  clientSecret,
  code,
  createForward,
  createReturn,
  createStart,
  createTestCallback,
  redirectUri,
  type TestOptions,
} from './support.ts';

const listed = 'https://app.example';
const wrongOptions = [
  ['baseUrl', { baseUrl: 'http://connect.example' }],
  ['baseUrl', { baseUrl: undefined }],
  ['clientId', { clientId: undefined }],
  ['clientSecret', { clientSecret: undefined }],
  ['clientSecret', { clientSecret: `${clientSecret}\n` }],
  ['redirectUri', { redirectUri: 'http://app.example/callback' }],
  ['redirectUri', { redirectUri: 'https://app.example/callback#' }],
  ...[
    ...[['*'], ['null'], ['https://*.app.example'], ['https://app.example/']],
    ...[['http://app.example'], 'https://app.example' as never, Array(101).fill(listed)],
  ].map((allowedOrigins) => ['allowedOrigins', { allowedOrigins }] as const),
  ['allowedHeaders', { allowedHeaders: ['*'] }],
  ['allowedHeaders', { allowedHeaders: ['X-A, X-B'] }],
  ['allowedHeaders', { allowedHeaders: ['X-A\r\nX-B: 1'] }],
  ['connectUrl', { connectUrl: 'javascript:alert(1)' }],
  ['cookieKey', { cookieKey: 'x'.repeat(31) }],
  ['returnsState', { returnsState: 'no' as unknown as boolean }],
  ['timeoutMs', { timeoutMs: 0 }],
  ['timeoutMs', { timeoutMs: 600_001 }],
  ['insecureHosts', { insecureHosts: 'connect' as never }],
  ['onConnected', { onConnected: undefined as never }],
  ['getState', { getState: 'abc' as never }],
  ['getSessionId', { getSessionId: {} as never }],
  ['getConnectSessionId', { getConnectSessionId: 'cs_1' as never }],
  ['getState', { getConnectSessionId: () => 'cs_1' }],
  ['getConnectSession', { getConnectSession: null as never }],
  ['claimCode', { claimCode: true as never }],
  ['fetch', { fetch: 'x' as never }],
  ['failureUrl', { failureUrl: '/failed\nSet-Cookie: a=b' }],
  ['successUrl', { successUrl: '' }],
  ['successUrl', { successUrl: '/完了' }],
] as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('options of a callback', () => {
  it('with a misspelt name suggest the right one', () => {
    const { callback } = createTestCallback({ ['redirectURI' as 'redirectUri']: 'x' });
    const advice = 'redirectURI is not an option. Did you mean redirectUri?';

    expect(() => callback.check()).toThrowError(advice);
  });

  it('with a name like no other are refused with the list of names, unless they are undefined', () => {
    const check = (value?: string) =>
      createTestCallback({ ['audience' as 'connectUrl']: value }).callback.check();

    expect(() => check('x')).toThrowError(/audience is not an option. .*baseUrl, clientId/);
    expect(() => check()).not.toThrow();
  });

  it('that are valid pass check', () => {
    const crossOrigin = { allowedOrigins: Array(100).fill(listed), allowedHeaders: ['X-A'] };
    const own = { cookieKey: 'x'.repeat(32), returnsState: true, timeoutMs: 600_000 };

    expect(() => createTestCallback({ ...crossOrigin, ...own }).callback.check()).not.toThrow();
  });

  it.each(wrongOptions)(
    'with a wrong %s are refused by check, not before, and cause an error response',
    async (name, wrong) => {
      const { callback, service, reported } = createTestCallback(wrong);

      expect(() => callback.check()).toThrowError(name);
      const cause = { code: 'invalid_options', message: expect.stringContaining(name) };
      expect(() => callback.check()).toThrowError(expect.objectContaining(cause));
      const posted = await callback(createForward());
      const started = await callback.startRedirect(createStart());
      const returned = await callback(createReturn({}));

      expect([posted.status, started.status, returned.status]).toEqual([502, 502, 502]);
      const error = { code: 'exchange_failed', retryable: false, cause };
      expect(reported).toMatchObject([error, error, error]);
      expect(await posted.text()).not.toContain(name);
      expect(service).not.toHaveBeenCalled();
    },
  );
});

describe('a callback without onError', () => {
  /** Returns the printed lines of a callback that refused a user. */
  function watchLog() {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((...all) => void lines.push(all.join(' ')));
    return lines;
  }

  /** A service that refuses the exchange. */
  const answering = (status: number, body: string) => ({
    answer: () => new Response(body, { status }),
  });

  /** A callback that fetches a lost code from the user's session. */
  const fromSession = (id: string) => ({ getState: () => 'a', getConnectSessionId: () => id });

  /** @returns the lines that such a callback prints about one request */
  async function printAbout(options: TestOptions = {}, request = createForward()) {
    const lines = watchLog();
    await createTestCallback({ ...options, onError: undefined }).callback(request);
    return lines;
  }

  it('prints nothing on success', async () => {
    expect(await printAbout()).toEqual([]);
  });

  it.each([
    ['cross_origin', {}, () => createForward({ 'sec-fetch-site': 'cross-site' }), 'cross-site'],
    ['exchange_failed', { clientSecret: undefined }, createForward, 'clientSecret'],
    [
      'exchange_failed',
      answering(
        401,
        `{"error":"invalid_client","error_description":"${clientSecret}\\n${code}${'x'.repeat(400)}"}`,
      ),
      createForward,
      'invalid_client',
    ],
    [
      'exchange_failed',
      {
        ...fromSession('cs_1'),
        ...answering(401, `{"error":"invalid_client","error_description":"${clientSecret}"}`),
      },
      () => createForward({}, redirectUri),
      'caused by invalid_client. ',
    ],
    [
      'exchange_failed',
      { baseUrl: 'http://localhost:4400/connect', ...answering(404, 'Not found') },
      createForward,
      'POST http://localhost:4400/connect/auth/token answered 404 (bad_response). baseUrl must not end in /connect.',
    ],
    [
      'exchange_failed',
      answering(405, 'Use GET'),
      createForward,
      'answered 405 (bad_response). Check baseUrl.',
    ],
    [
      'invalid_request',
      fromSession(''),
      () => createForward({}, redirectUri),
      'There is no code, and getConnectSessionId has returned no session.',
    ],
    [
      'invalid_request',
      {},
      () => createForward({ 'content-type': 'application/json' }, redirectUri),
      'no query parameter code. The body is not read: send POST /callback?code=',
    ],
  ] as const)('prints one line about %s, without a secret', async (...row) => {
    const [name, options, createRequest, expected] = row;

    const lines = await printAbout(options, createRequest());

    expect(lines).toEqual([
      expect.stringMatching(/^tax-connect: callback \(embedded flow\): [^\n]+$/),
    ]);
    expect(lines[0]).toContain(name);
    expect(lines[0]).toContain(expected);
    expect(lines[0]?.length).toBeLessThanOrEqual(500);
    for (const secret of [clientSecret, code, accessToken]) expect(lines[0]).not.toContain(secret);
  });

  const store = (error: unknown) => () => {
    throw error;
  };

  it.each([
    ['onConnected', 'RangeError'],
    ['getState', 'RangeError'],
  ] as const)('names %s, which threw, and prints its stack without a secret', async (...row) => {
    const [name, type] = row;
    const throwing = store(new RangeError(`no row for ${accessToken}, ${code}, ${clientSecret}`));

    const lines = await printAbout({ [name]: throwing });

    expect(lines).toEqual([
      `tax-connect: callback (embedded flow): callback_failed, because ${name} threw ${type}`,
      expect.stringMatching(/^RangeError: no row for .*\n +at .*callback-set-up\.test/),
    ]);
    if (name === 'onConnected') expect(lines[1]).toContain('[redacted], [redacted], [redacted]');
    for (const secret of [clientSecret, code]) expect(lines.join()).not.toContain(secret);
  });

  it('prints 5,000 characters of a stack at most, and none in production', async () => {
    const long = await printAbout({ onConnected: store(new RangeError('x'.repeat(9000))) });
    expect(long[1]).toHaveLength(5000);
    vi.stubEnv('NODE_ENV', 'production');

    const lines = await printAbout({ onConnected: store(new RangeError('no row for a user')) });

    expect(lines).toEqual([expect.stringMatching(/because onConnected threw RangeError$/)]);
  });

  it('names a value that is not an error', async () => {
    const lines = await printAbout({ onConnected: store('no') });

    expect(lines).toEqual([
      expect.stringMatching(/because onConnected threw a value of type string$/),
    ]);
  });
});
