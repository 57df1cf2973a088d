// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectError, forwardCode } from '../../../src/sdk/index.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('location', new URL('https://app.example/taxes/page'));
  fetchMock.mockResolvedValue(new Response(null, { status: 204 }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

const sentTo = () => String(fetchMock.mock.calls[0]?.[0]);

it('posts the code to the callback as its query parameter, and keeps the others', async () => {
  await forwardCode('/callback?tenant=7', { headers: { 'X-Csrf': 'x' } })({ code: 'a+b/c' });
  const init = { method: 'POST', redirect: 'manual', headers: { 'X-Csrf': 'x' } };
  // The address is a string, because wrappers of fetch drop the options beside an object.
  const address = 'https://app.example/callback?tenant=7&code=a%2Bb%2Fc';
  expect(fetchMock.mock.calls).toEqual([[address, init]]);
});

it.each([
  ['https://app.example/taxes/page', 'callback', 'https://app.example/taxes/callback'],
  ['http://app.test/taxes/page', '/callback', 'http://app.test/callback'],
])('resolves an address on %s against the page’s own, whatever its base is', async (...row) => {
  const [page, url, target] = row;
  vi.stubGlobal('location', new URL(page));
  document.head.innerHTML = '<base href="https://evil.example/">';
  await forwardCode(url)({ code: 'c' });
  expect(sentTo()).toBe(`${target}?code=c`);
});

const rule = 'https, or http on localhost, without credentials';

it.each([
  'https://api.example/callback',
  '//api.example/callback',
  'http://localhost:3000/callback',
])('posts to %s, another origin, without credentials unless they are asked for', async (url) => {
  const address = new URL(url, 'https://app.example');
  await forwardCode(url)({ code: 'c' });
  await forwardCode(address, { credentials: 'include' })({ code: 'c' });
  const init = { method: 'POST', redirect: 'manual' };
  expect(fetchMock.mock.calls).toEqual([
    [`${address}?code=c`, init],
    [`${address}?code=c`, { ...init, credentials: 'include' }],
  ]);
});

it.each(['http://api.example/callback', 'ftp://app.example/callback', 'data:text/plain,'])(
  'refuses %s, which is not secure, when it is called',
  (url) => {
    const message = `TaxConnect: forwardCode url must be ${rule}; got "${url}".`;
    const refusal = expect.objectContaining({ code: 'invalid_options', message });
    expect(() => forwardCode(url)).toThrow(refusal);
    expect(() => forwardCode(new URL(url, 'https://app.example'))).toThrow(ConnectError);
    expect(fetchMock).not.toHaveBeenCalled();
  },
);

it.each(['http://', 'https://app.example:x/callback', 'https://user:very-secret@api.example/'])(
  'refuses %s when it is called, without quoting possible secrets',
  (url) => {
    expect(() => forwardCode(url)).toThrow(`must be ${rule}`);
    expect(() => forwardCode(url)).not.toThrow('very-secret');
  },
);

it('checks the address again for each code, because the page may have navigated', async () => {
  vi.stubGlobal('location', new URL('http://app.test/'));
  const forward = forwardCode('http://app.test/callback');
  vi.stubGlobal('location', new URL('https://other.example/'));
  await expect(forward({ code: 'c' })).rejects.toMatchObject({ code: 'invalid_options' });
  expect(fetchMock).not.toHaveBeenCalled();
});

it('can be called without an address, as on a server', () => {
  vi.stubGlobal('location', undefined);
  expect(forwardCode('/callback')).toBeTypeOf('function');
});

const html = { headers: { 'Content-Type': 'text/html; charset=utf-8' } };

const redirect = Object.defineProperties(new Response(), {
  ok: { value: false },
  status: { value: 0 },
});

it.each([
  ['a page', new Response('\n <!doctype html><title>App</title>', html)],
  ['a page', new Response('\ufeff<html lang="en"></html>', html)],
  ['HTTP status 500', new Response('<html></html>', { ...html, status: 500 })],
  ['a redirect', redirect],
])('rejects %s in place of the callback, in its own words', async (answer, response) => {
  fetchMock.mockResolvedValue(response);
  const wanted = { code: 'callback_failed', message: `The callback answered ${answer}.` };
  await expect(forwardCode('/callback')({ code: 'c' })).rejects.toMatchObject(wanted);
});

it.each([
  ['no body', null, {}],
  ['the HTML "ok" of a framework', 'ok <3', html],
  ['an empty HTML body', '', html],
  ['JSON', '{"a":"<b>"}', { headers: { 'Content-Type': 'application/json' } }],
  ['XML', '<ok/>', { headers: { 'Content-Type': 'application/xml' } }],
])('counts a 2xx with %s', async (_, body, init) => {
  fetchMock.mockResolvedValue(new Response(body, init));
  await expect(forwardCode('/callback')({ code: 'c' })).resolves.toBeUndefined();
});

it('asks for the options of fetch again for each code, and waits for them', async () => {
  let count = 0;
  const init = vi.fn(async () => {
    count += 1;
    return { headers: { 'X-Csrf': `token ${count}` } };
  });
  const forward = forwardCode('/callback', init);
  expect(init).not.toHaveBeenCalled();
  for (const code of ['a', 'b']) await forward({ code });
  const headers = fetchMock.mock.calls.map(([, options]) => options?.headers);
  expect(headers).toEqual([{ 'X-Csrf': 'token 1' }, { 'X-Csrf': 'token 2' }]);
});

it('rejects, and posts nothing, when the options cannot be had', async () => {
  const init = () => Promise.reject(new Error('no token'));
  await expect(forwardCode('/callback', init)({ code: 'c' })).rejects.toThrow('no token');
  expect(fetchMock).not.toHaveBeenCalled();
});

it('rejects when the backend cannot be reached', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(forwardCode('/callback')({ code: 'c' })).rejects.toThrow('Failed to fetch');
});
