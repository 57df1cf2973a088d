import { describe, expect, it } from 'vitest';
import type { CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import { createForward, createTestCallback, redirectUri } from './support.ts';

const listed = 'https://app.example';
const options: Partial<CallbackOptions> = { allowedOrigins: [listed, 'http://localhost:3000'] };

/** The headers that a browser sends from a page of another host. */
const from = (origin: string, site = 'cross-site') => ({ origin, 'sec-fetch-site': site });

const preflight = (origin: string, headers: Record<string, string> = {}) =>
  new Request(redirectUri, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', ...headers },
  });

const readCors = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => /^(access-control-|vary$)/.test(name)));

const readable = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  vary: 'Origin',
});

describe('a callback with allowedOrigins', () => {
  it.each([
    ['another site', from(listed)],
    ['another host of the same site', from('http://localhost:3000', 'same-site')],
    ['a browser without fetch metadata', { origin: listed, 'sec-fetch-site': undefined }],
  ])('takes a code from a listed origin on %s, and lets it read the answer', async (_, headers) => {
    const { callback, connected } = createTestCallback(options);
    const response = await callback(createForward(headers));
    expect([response.status, connected.length]).toEqual([204, 1]);
    expect(readCors(response)).toEqual(readable(headers.origin));
  });

  it.each([
    ['a foreign origin', 'https://evil.example'],
    ['an opaque origin', 'null'],
    ['a subdomain of a listed one', 'https://sub.app.example'],
    ['a listed one as a prefix', 'https://app.example.evil.example'],
    ['another scheme', 'http://app.example'],
    ['another port', 'https://app.example:8443'],
    ['other letters', 'https://APP.example'],
    ['two origins', 'https://app.example, https://evil.example'],
  ])('refuses %s with and without credentials, and its preflight', async (_, origin) => {
    const { callback, service, errors } = createTestCallback(options);
    for (const more of [{}, { cookie: 'session=of-the-victim', authorization: 'Bearer x' }]) {
      const response = await callback(createForward({ ...from(origin), ...more }));
      expect([response.status, readCors(response)]).toEqual([403, { vary: 'Origin' }]);
    }
    const asked = await callback(preflight(origin));
    expect(asked.status).toBe(405);
    expect(readCors(asked)).toEqual({ vary: 'Origin' });
    expect(errors).toEqual(['cross_origin', 'cross_origin', 'method_not_allowed']);
    expect(service).not.toHaveBeenCalled();
    // The control: the same requests of a listed origin.
    expect((await callback(createForward(from(listed)))).status).toBe(204);
    expect((await callback(preflight(listed))).status).toBe(204);
  });

  it.each([
    ['the two usual headers', {}, 'Content-Type, Authorization'],
    ['the headers of allowedHeaders', { allowedHeaders: ['X-CSRF-Token'] }, 'X-CSRF-Token'],
  ])('answers a preflight for ten minutes, with credentials and %s', async (_, more, headers) => {
    const { callback, service, connected, errors } = createTestCallback({ ...options, ...more });
    for (const handle of [callback, callback.startRedirect]) {
      const response = await handle(preflight(listed));
      expect(response.status).toBe(204);
      expect([...service.mock.calls, ...connected, ...errors]).toEqual([]);
      expect(readCors(response)).toEqual({
        ...readable(listed),
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': headers,
        'access-control-max-age': '600',
      });
    }
    expect((await callback.startRedirect(preflight('https://evil.example'))).status).toBe(403);
  });

  it('lets a listed origin read an error, too', async () => {
    const { callback } = createTestCallback(options);
    const response = await callback(createForward(from(listed), redirectUri));
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    expect(readCors(response)).toEqual(readable(listed));
  });

  it('still takes codes from its own pages', async () => {
    const own = await createTestCallback(options).callback(createForward());
    expect([own.status, readCors(own)]).toEqual([204, { vary: 'Origin' }]);
  });
});

describe('the start of the redirect flow from another host', () => {
  const start = (method: string, headers: Record<string, string>) =>
    new Request('http://localhost:4401/start', { method, headers });
  const site = (value: string) => ({ 'sec-fetch-site': value, 'sec-fetch-dest': 'document' });
  const referer = `${listed}/settings`;

  it.each([
    ['a form with a listed Origin', 'POST', { origin: listed, ...site('same-site') }],
    ['a link with a listed Referer', 'GET', { referer, ...site('same-site') }],
  ])('takes %s on the same site', async (_, method, headers) => {
    const { callback } = createTestCallback(options);
    const response = await callback.startRedirect(start(method, headers));
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:4400\/connect\?/);
  });

  it.each([
    ['a link of another site', 'GET', { referer, ...site('cross-site') }],
    ['a form of another site', 'POST', { origin: listed, ...site('cross-site') }],
    ['a link without a Referer', 'GET', site('same-site')],
    ['a link of another host', 'GET', { referer: 'https://blog.example/', ...site('same-site') }],
    ['a form of another host', 'POST', { origin: 'https://blog.example', ...site('same-site') }],
    ['a form that has only a Referer', 'POST', { referer, ...site('same-site') }],
    ['a typed address', 'GET', { referer, ...site('none') }],
  ])('refuses %s', async (_, method, headers) => {
    const { callback, errors } = createTestCallback(options);
    const response = await callback.startRedirect(start(method, headers));
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
    expect(errors).toEqual(['cross_origin']);
  });
});
