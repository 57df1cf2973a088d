import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { unstartedTtlMs } from '../../../src/connect/service/flow/connect-page.ts';
import { startedTtlMs } from '../../../src/connect/service/flow/steps/start.ts';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import {
  accessToken,
  clientSecret,
  code,
  comeBack,
  createReturn,
  createService,
  createStart,
  createTestCallback,
  readBodies,
  readFlow,
  redirectUri,
  startFlow,
  type TestOptions,
} from './support.ts';

const urls = { successUrl: '/done', failureUrl: '/?tab=tax#connect' };

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a flow as this page does. @returns the response, and the parameters of the Connect page's address */
async function start(options: TestOptions, headers: Record<string, string | undefined> = {}) {
  const test = createTestCallback(options);
  const response = await test.callback.startRedirect(createStart(headers));
  const location = response.headers.get('location');
  const { searchParams } = new URL(location ?? 'none:');
  const cookie = response.headers.get('set-cookie');
  return { ...test, response, status: response.status, location, searchParams, cookie };
}

describe('start of the redirect flow', () => {
  it('takes a session of the backend along', async () => {
    const own = await start({ getConnectSession: async () => 'of-this-user' });
    const none = await start({ getConnectSession: () => undefined });

    const sessions = [own, none].map(({ searchParams }) => searchParams.get('session'));
    expect(sessions).toEqual(['of-this-user', null]);
  });

  it('fails without a redirect when no session could be made', async () => {
    const getConnectSession = () => Promise.reject(new Error('no service'));

    const { status, location, errors } = await start({ getConnectSession });

    expect([status, location, errors]).toEqual([500, null, ['callback_failed']]);
  });

  const ahead = [/^Open this address as a page\./, 'navigation_required'] as const;
  const foreign = [/^This request must come from the application/, 'cross_origin'] as const;
  const script = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
  const page = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

  it.each<[string, Record<string, string | undefined>, readonly [RegExp, string]]>([
    ['Turbo on hover', { 'X-Sec-Purpose': 'prefetch', ...script }, ahead],
    ['a script, such as htmx', script, ahead],
    ['<link rel=prefetch>', { 'Sec-Purpose': 'prefetch', ...script }, ahead],
    ['a speculation rule', { 'Sec-Purpose': 'prefetch;prerender', ...page }, ahead],
    ['Safari ahead of a click', { Purpose: 'prefetch' }, ahead],
    ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }, ahead],
    ['another site', { 'sec-fetch-site': 'cross-site' }, foreign],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }, foreign],
    ['nowhere', { 'sec-fetch-site': undefined }, foreign],
  ])('makes nothing for %s', async (_, headers, [text, error]) => {
    const getConnectSession = vi.fn(() => 'secret');

    const { response, status, cookie, errors } = await start({ getConnectSession }, headers);

    expect([status, cookie, errors]).toEqual([403, null, [error]]);
    expect(await response.text()).toMatch(text);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(getConnectSession).not.toHaveBeenCalled();
    expect((await start({ getConnectSession }, page)).status).toBe(303);
    expect(getConnectSession).toHaveBeenCalledOnce();
  });

  it('sends no state to a Connect service that does not return one', async () => {
    const { searchParams } = await start({ returnsState: false });

    expect([...searchParams.keys()]).toEqual(['client_id', 'redirect_uri']);
  });

  it('sends the browser to Connect with a state and a cookie', async () => {
    const { response, status, location, searchParams, cookie } = await start({});

    expect([status, location?.split('?')[0]]).toEqual([303, 'http://localhost:4400/connect']);
    expect([...searchParams]).toEqual([
      ['client_id', 'app_test'],
      ['redirect_uri', redirectUri],
      ['state', expect.stringMatching(/^[\da-f]{64}$/)],
      ['code_challenge', expect.stringMatching(/^[\w-]{43}$/)],
      ['code_challenge_method', 'S256'],
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(cookie).toMatch(
      /^tax_connect_flow_\w{16}=[\w.]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).not.toContain(clientSecret);
  });

  it('locks the cookie to the host if the application has https', async () => {
    const { cookie } = await start({ redirectUri: 'https://app.example/callback' });

    expect(cookie).toMatch(
      /^__Host-tax_connect_flow_\w{16}=[\w.]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it.each([
    [{ connectUrl: 'https://connect.example/start?x=1#y' }, 'https://connect.example/start'],
    [{ baseUrl: 'https://connect.example/v1//?x=1' }, 'https://connect.example/v1/connect'],
  ])('goes to the configured Connect page: %o', async (options, page) => {
    const { location } = await start(options);

    expect(location?.startsWith(`${page}?client_id=app_test&`)).toBe(true);
  });

  it('does not start without a session if the application has sessions', async () => {
    const { status, cookie } = await start({ getSessionId: () => undefined });

    expect([status, cookie]).toEqual([403, null]);
  });
});

describe('end of the redirect flow', () => {
  it('exchanges the code with the redirect URI and leaves for the success page', {
    tags: ['control-28', 'control-36'],
  }, async () => {
    const { callback, service, connected } = createTestCallback(urls);
    const flow = await startFlow(callback);

    const response = await callback(
      createReturn({ ...flow, cookie: `theme=dark; ${flow.cookie}` }),
    );

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/done');
    expect(response.headers.get('set-cookie')).toMatch(
      /^tax_connect_flow_\w{16}=; Max-Age=0; Path=\//,
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(readBodies(service)).toEqual([
      {
        client_id: 'app_test',
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: expect.any(String),
      },
    ]);
    expect(connected.map((tokens) => tokens.accessToken)).toEqual([accessToken]);
  });

  it.each(['Sec-Purpose', 'Purpose', 'X-Sec-Purpose'])(
    'keeps the code when a browser fetches it ahead: %s',
    async (name) => {
      const { callback, service } = createTestCallback(urls);
      const flow = await startFlow(callback);
      const early = createReturn(flow);
      early.headers.set(name, 'prefetch;prerender');

      const { status, headers } = await callback(early);

      // Browsers drop a prefetched response with such a status, and load the page itself.
      expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([
        403,
        null,
        null,
      ]);
      expect(service).not.toHaveBeenCalled();
      expect(await comeBack(callback, flow)).toBe('/done');
    },
  );

  it('refuses a code in a browser that has not started a flow', {
    tags: ['threat-28'],
  }, async () => {
    const { callback, service, errors } = createTestCallback(urls);

    const response = await callback(createReturn({}));

    expect(response.headers.get('location')).toBe('/?tab=tax&connect_error=no_live_flow#connect');
    // The cookie of a live flow stays.
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(service).not.toHaveBeenCalled();
    expect(errors).toEqual(['no_live_flow']);
  });

  it('accepts one code for one start, also when two arrive in parallel', {
    tags: ['threat-28'],
  }, async () => {
    const { callback, service, connected } = createTestCallback(urls);
    const flow = await startFlow(callback);

    const returns = Array.from({ length: 20 }, () => comeBack(callback, flow));
    const locations = await Promise.all(returns);

    expect(locations.filter((location) => location === '/done')).toHaveLength(1);
    expect(await comeBack(callback, flow)).toContain('no_live_flow');
    expect(service).toHaveBeenCalledOnce();
    expect(connected).toHaveLength(1);
    // Nor does another code later, when others have come and gone.
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const other of ['code=second', 'code=third']) {
      vi.advanceTimersByTime(25 * 60_000);
      expect(await comeBack(callback, await startFlow(callback), other)).toBe('/done');
    }
    expect(await comeBack(callback, flow, 'code=fourth')).toContain('no_live_flow');
  });

  it('accepts a cookie as long as the longest flow of the service', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { callback } = createTestCallback(urls);
    const first = await startFlow(callback);
    const second = await startFlow(callback);

    vi.advanceTimersByTime(unstartedTtlMs + startedTtlMs - 1);
    expect(await comeBack(callback, first)).toBe('/done');
    vi.advanceTimersByTime(1);

    expect(await comeBack(callback, second)).toContain('no_live_flow');
  });

  it('ends each of the five newest flows of a browser in itself, in any order', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { callback, connected, errors } = createTestCallback(urls);
    const jar = new Map<string, string>();
    const states: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      vi.advanceTimersByTime(1000);
      const { headers } = await callback.startRedirect(
        createStart({ cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
      );
      for (const cookie of headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      states.push(new URL(headers.get('location') ?? '').searchParams.get('state') ?? '');
    }
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');

    const ends = await Promise.all(
      states
        .reverse()
        .map((state, tab) => callback(createReturn({ state, cookie }, `code=code-${tab}`))),
    );

    expect(jar.size).toBe(5);
    const isDone = ends.map(({ headers }) => headers.get('location') === '/done');
    expect(isDone).toEqual([true, true, true, true, true, false, false]);
    const removed = ends.map(({ headers }) => headers.get('set-cookie')?.split('=', 1)[0]);
    expect(removed).toEqual([...[...jar.keys()].reverse(), undefined, undefined]);
    expect([connected.length, errors.length]).toEqual([5, 2]);
  });

  it('refuses a changed or doubled cookie', async () => {
    const { callback } = createTestCallback(urls);
    const flow = await startFlow(callback);
    const { cookie } = flow;
    const [name = '', value = ''] = cookie.split('=');
    const [id = '', expiresAt = '', signature = ''] = value.split('.');
    const forged = [
      `${name}=${id}.${Number(expiresAt) + 1}.${signature}`,
      `${name}=${'0'.repeat(64)}.${expiresAt}.${signature}`,
      `${name}=${id}.${expiresAt}.`,
      `${name}=${id}.${expiresAt}`,
      `${name}=`,
      `${cookie}; ${name}=x`,
    ];

    for (const each of forged) {
      expect(await comeBack(callback, { ...flow, cookie: each })).toContain('no_live_flow');
    }
    expect(await comeBack(callback, flow)).toBe('/done');
  });

  it('ends only in the session that started it', async () => {
    const getSessionId = (request: Request) => request.headers.get('x-session') ?? undefined;
    const { callback, connected } = createTestCallback({ ...urls, getSessionId });
    const flow = await startFlow(callback, createStart({ 'x-session': 'alice' }));
    const returnIn = async (session: string) => {
      const request = createReturn(flow);
      if (session !== '') request.headers.set('x-session', session);
      return (await callback(request)).headers.get('location');
    };

    expect(await returnIn('mallory')).toContain('no_live_flow');
    expect(await returnIn('')).toContain('no_live_flow');
    expect(await returnIn('alice')).toBe('/done');
    expect(connected).toHaveLength(1);
  });

  it('accepts a navigation only, not an image or a frame of another site', async () => {
    const { callback, service } = createTestCallback(urls);
    const flow = await startFlow(callback);

    for (const destination of ['image', 'iframe', 'empty', 'script']) {
      const request = createReturn(flow);
      request.headers.set('sec-fetch-dest', destination);
      const response = await callback(request);
      expect(response.headers.get('location')).toContain('invalid_request');
    }
    expect(service).not.toHaveBeenCalled();
    expect(await comeBack(callback, flow)).toBe('/done');
  });

  /** It has no query: the question mark is in the fragment. */
  const failedUrl = '/failed#/?tab=tax';
  const answer = (error: string, status: number) => () => Response.json({ error }, { status });
  const failures: readonly (readonly [string, string, Partial<CallbackOptions>])[] = [
    ['access_denied', 'error=access_denied', {}],
    ['exchange_failed', 'error=%3Cscript%3E', {}],
    ['invalid_request', '', {}],
    ['invalid_request', 'code=a&code=b', {}],
    ['invalid_grant', `code=${code}`, { fetch: createService(answer('invalid_grant', 400)) }],
    ['exchange_failed', `code=${code}`, { fetch: createService(answer('slow_down', 429)) }],
    ['callback_failed', `code=${code}`, { onConnected: () => Promise.reject(new Error('full')) }],
  ];

  it.each(failures.flatMap((row) => [[...row, failedUrl] as const, [...row, undefined] as const]))(
    'removes its cookie after %s (%s, %o, failureUrl: %s)',
    async (...row) => {
      const [error, query, options, failureUrl] = row;
      const test = createTestCallback({ ...options, failureUrl });
      const { callback, service, connected } = test;

      const response = await callback(createReturn(await startFlow(callback), query));

      expect([test.errors, connected]).toEqual([[error], []]);
      if (query !== `code=${code}`) expect(service).not.toHaveBeenCalled();
      // Without a page for failures, the answer itself says in words what has happened.
      const { status, message } = test.reported[0] ?? {};
      expect(response.status).toBe(failureUrl === undefined ? status : 303);
      expect(await response.text()).toBe(failureUrl === undefined ? `${message}\n` : '');
      const headers = Object.fromEntries(response.headers);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'set-cookie': expect.stringMatching(/^tax_connect_flow_\w{16}=; Max-Age=0; Path=\//),
      });
      expect(headers.location).toBe(failureUrl && `/failed?connect_error=${error}#/?tab=tax`);
      if (failureUrl === undefined) expect(headers['content-type']).toMatch(/^text\/plain/);
    },
  );
});

describe('the verifier of a redirect flow', () => {
  it('is new, sent with the exchange only, and its challenge to Connect', {
    tags: ['control-52'],
  }, async () => {
    const flows = [await runFlow(), await runFlow()];

    expect(new Set(flows.map(({ verifier }) => verifier)).size).toBe(2);
    for (const { searchParams, verifier, headers } of flows) {
      expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      expect(searchParams.get('code_challenge')).toBe(challenge);
      expect(headers).not.toContain(verifier);
    }
  });

  /** @returns the parameters of the Connect page, the verifier, and all headers that the browser got */
  async function runFlow() {
    const { callback, service, response, searchParams } = await start(urls);
    const end = await callback(createReturn(readFlow(response)));
    const [body] = readBodies(service) as { readonly code_verifier: string }[];
    const headers = JSON.stringify([...response.headers, ...end.headers]);
    return { searchParams, verifier: body?.code_verifier ?? '', headers };
  }
});
