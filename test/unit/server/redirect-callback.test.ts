import { afterEach, describe, expect, it, vi } from 'vitest';
import { unstartedTtlMs } from '../../../src/connect/service/flow/connect-page.ts';
import { startedTtlMs } from '../../../src/connect/service/flow/steps/start.ts';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import {
  accessToken,
  clientSecret,
  code,
  createReturn,
  createService,
  createStart,
  createTestCallback,
  readBodies,
  redirectUri,
  startFlow,
} from './support.ts';

const urls = { successUrl: '/done', failureUrl: '/?tab=tax#connect' };

afterEach(() => {
  vi.useRealTimers();
});

describe('start of the redirect flow', () => {
  it('takes a session of the backend along, and asks for none on behalf of another site', async () => {
    const getConnectSession = vi.fn(async () => 'of-this-user');
    const { callback } = createTestCallback({ getConnectSession });

    const foreign = await callback.startRedirect(createStart({ 'sec-fetch-site': 'cross-site' }));
    const asked = getConnectSession.mock.calls.length;
    const own = await callback.startRedirect(createStart());
    const without = await createTestCallback({
      getConnectSession: () => undefined,
    }).callback.startRedirect(createStart());

    expect([foreign.status, asked]).toEqual([403, 0]);
    const read = ({ headers }: Response) =>
      new URL(headers.get('location') ?? '').searchParams.get('session');
    expect([read(own), read(without)]).toEqual(['of-this-user', null]);
  });

  it('fails without a redirect when no session could be made', async () => {
    const { callback, errors } = createTestCallback({
      getConnectSession: () => Promise.reject(new Error('no service')),
    });

    const answer = await callback.startRedirect(createStart());

    expect([answer.headers.get('location'), errors]).toEqual([null, ['callback_failed']]);
    expect(answer.ok).toBe(false);
  });

  it.each([
    [
      'Turbo on hover',
      { 'X-Sec-Purpose': 'prefetch', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
    ],
    ['a script, such as htmx', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
    [
      '<link rel=prefetch>',
      { 'Sec-Purpose': 'prefetch', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'empty' },
    ],
    [
      'a speculation rule',
      {
        'Sec-Purpose': 'prefetch;prerender',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
      },
    ],
    ['Safari ahead of a click', { Purpose: 'prefetch' }],
    ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
  ])('makes nothing for %s', async (_, headers) => {
    const getConnectSession = vi.fn(() => 'secret');
    const { callback } = createTestCallback({ getConnectSession, onError() {} });
    const start = (more: object) =>
      callback.startRedirect(
        new Request(`${new URL(redirectUri).origin}/connect/start`, {
          headers: { 'Sec-Fetch-Site': 'same-origin', ...more },
        }),
      );

    const refused = await start(headers);

    expect(refused.status).toBe(403);
    expect(await refused.text()).toMatch(/^Open this address as a page\./);
    expect([...refused.headers.keys()]).not.toContain('set-cookie');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(getConnectSession).not.toHaveBeenCalled();
    const control = await start({ 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' });
    expect([control.status, getConnectSession.mock.calls.length]).toEqual([303, 1]);
  });

  it('sends no state to a Connect service that does not return one', async () => {
    const { callback } = createTestCallback({ returnsState: false });

    const { headers } = await callback.startRedirect(createStart());

    const { searchParams } = new URL(headers.get('location') ?? '');
    expect([...searchParams.keys()]).toEqual(['client_id', 'redirect_uri']);
  });

  it('sends the browser to Connect with a state and a cookie', async () => {
    const { callback } = createTestCallback();

    const response = await callback.startRedirect(createStart());

    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe('http://localhost:4400/connect');
    expect([...location.searchParams]).toEqual([
      ['client_id', 'app_test'],
      ['redirect_uri', redirectUri],
      ['state', expect.stringMatching(/^[\da-f]{64}$/)],
      ['code_challenge', expect.stringMatching(/^[\w-]{43}$/)],
      ['code_challenge_method', 'S256'],
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^tax_connect_flow_\w{16}=[\w.]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).not.toContain(clientSecret);
  });

  it('locks the cookie to the host if the application has https', async () => {
    const { callback } = createTestCallback({ redirectUri: 'https://app.example/callback' });

    const response = await callback.startRedirect(createStart());

    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-tax_connect_flow_\w{16}=[\w.]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('goes to the configured Connect page', async () => {
    const { callback } = createTestCallback({ connectUrl: 'https://connect.example/start?x=1' });

    const response = await callback.startRedirect(createStart());

    expect(response.headers.get('location')).toMatch(
      /^https:\/\/connect\.example\/start\?client_id=/,
    );
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['nowhere', { 'sec-fetch-site': undefined }],
  ])('does not start for %s', async (_, headers) => {
    const { callback, errors } = createTestCallback();

    const response = await callback.startRedirect(createStart(headers));

    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(errors).toEqual(['cross_origin']);
  });

  it('does not start without a session if the application has sessions', async () => {
    const { callback } = createTestCallback({ getSessionId: () => undefined });

    const response = await callback.startRedirect(createStart());

    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
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

    const responses = await Promise.all(
      Array.from({ length: 20 }, () => callback(createReturn(flow))),
    );
    const later = await callback(createReturn(flow));

    const locations = responses.map((response) => response.headers.get('location'));
    expect(locations.filter((location) => location === '/done')).toHaveLength(1);
    expect(later.headers.get('location')).toContain('no_live_flow');
    expect(service).toHaveBeenCalledOnce();
    expect(connected).toHaveLength(1);
  });

  it('accepts a cookie as long as the longest flow of the service', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { callback } = createTestCallback(urls);
    const first = await startFlow(callback);
    const second = await startFlow(callback);

    vi.advanceTimersByTime(unstartedTtlMs + startedTtlMs - 1);
    const inTime = await callback(createReturn(first));
    vi.advanceTimersByTime(1);
    const late = await callback(createReturn(second));

    expect(inTime.headers.get('location')).toBe('/done');
    expect(late.headers.get('location')).toContain('no_live_flow');
  });

  it('ends each of two tabs in its own flow, in any order', async () => {
    const { callback, connected, errors } = createTestCallback(urls);
    const first = await startFlow(callback);
    const second = await startFlow(callback, createStart({ cookie: first.cookie }));
    const cookie = `${first.cookie}; ${second.cookie}`;

    const ends = [
      await callback(createReturn({ state: second.state, cookie }, 'code=code-second')),
      await callback(createReturn({ state: first.state, cookie }, 'code=code-first')),
    ];

    expect(ends.map(({ headers }) => headers.get('location'))).toEqual(['/done', '/done']);
    expect(ends.map(({ headers }) => headers.get('set-cookie')?.split('=', 1)[0])).toEqual(
      [second, first].map((flow) => flow.cookie.split('=', 1)[0]),
    );
    expect(connected).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  it('keeps the five newest flows of a browser, and removes the older ones', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { callback } = createTestCallback(urls);
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
      states.map((state, tab) => callback(createReturn({ state, cookie }, `code=code-${tab}`))),
    );

    expect(jar.size).toBe(5);
    const isDone = ends.map(({ headers }) => headers.get('location') === '/done');
    expect(isDone).toEqual([false, false, true, true, true, true, true]);
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
      const response = await callback(createReturn({ ...flow, cookie: each }));
      expect(response.headers.get('location')).toContain('no_live_flow');
    }
    const response = await callback(createReturn(flow));

    expect(response.headers.get('location')).toBe('/done');
  });

  it('ends only in the session that started it', async () => {
    const getSessionId = (request: Request) => request.headers.get('x-session') ?? undefined;
    const { callback, connected } = createTestCallback({ ...urls, getSessionId });
    const flow = await startFlow(callback, createStart({ 'x-session': 'alice' }));
    const returnIn = (session: string) => {
      const request = createReturn(flow);
      if (session !== '') request.headers.set('x-session', session);
      return callback(request);
    };

    const foreign = await returnIn('mallory');
    const none = await returnIn('');
    const own = await returnIn('alice');

    expect(foreign.headers.get('location')).toContain('no_live_flow');
    expect(none.headers.get('location')).toContain('no_live_flow');
    expect(own.headers.get('location')).toBe('/done');
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
    const response = await callback(createReturn(flow));

    expect(response.headers.get('location')).toBe('/done');
  });

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

  it.each(failures.flatMap((row) => [[...row, '/failed'] as const, [...row, undefined] as const]))(
    'removes its cookie after %s (%s, %o, failureUrl: %s)',
    async (...row) => {
      const [error, query, options, failureUrl] = row;
      const test = createTestCallback({ ...options, failureUrl });
      const { callback, service, connected } = test;

      const response = await callback(createReturn(await startFlow(callback), query));

      expect(test.errors).toEqual([error]);
      expect(connected).toEqual([]);
      if (query !== `code=${code}`) expect(service).not.toHaveBeenCalled();
      if (failureUrl !== undefined) expect(response.status).toBe(303);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('location')).toBe(
        failureUrl === undefined ? null : `/failed?connect_error=${error}`,
      );
      expect(response.headers.get('set-cookie') ?? 'no cookie').toMatch(
        /^tax_connect_flow_\w{16}=; Max-Age=0; Path=\//,
      );
    },
  );

  it('says what happened in plain text if the application has no failure page', async () => {
    const { callback } = createTestCallback();

    const response = await callback(createReturn(await startFlow(callback), 'error=access_denied'));

    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toContain('did not allow access');
  });
});
