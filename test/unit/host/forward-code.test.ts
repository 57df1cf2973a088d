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
  expect(sentTo()).toBe('https://app.example/callback?tenant=7&code=a%2Bb%2Fc');
  const init = { method: 'POST', redirect: 'manual', headers: { 'X-Csrf': 'x' } };
  expect(fetchMock.mock.calls[0]?.[1]).toEqual(init);
});

it('resolves a relative address against the page’s own, whatever its base element says', async () => {
  document.head.innerHTML = '<base href="https://evil.example/">';
  await forwardCode('callback')({ code: 'c' });
  expect(sentTo()).toBe('https://app.example/taxes/callback?code=c');
});

it.each(['https://evil.example/callback', '//evil.example/', 'http://app.example/callback'])(
  'refuses %s, which is another origin, when it is called',
  (url) => {
    const refusal = expect.objectContaining({
      code: 'invalid_options',
      message: `TaxConnect: forwardCode url must be on https://app.example; got "${url}".`,
    });
    expect(() => forwardCode(url)).toThrow(refusal);
    expect(() => forwardCode(new URL(url, 'https://app.example'))).toThrow(ConnectError);
    expect(fetchMock).not.toHaveBeenCalled();
  },
);

it.each(['http://', 'https://app.example:x/callback', 'http://user:very-secret@evil.example/'])(
  'refuses %s when it is called, without quoting possible secrets',
  (url) => {
    expect(() => forwardCode(url)).toThrow('must be on https://app.example');
    expect(() => forwardCode(url)).not.toThrow('very-secret');
  },
);

it('checks the address again for each code, because the page may have navigated', async () => {
  const forward = forwardCode('https://app.example/callback');
  vi.stubGlobal('location', new URL('https://other.example/'));
  await expect(forward({ code: 'c' })).rejects.toMatchObject({ code: 'invalid_options' });
  expect(fetchMock).not.toHaveBeenCalled();
});

it('can be called without an address, as on a server', () => {
  vi.stubGlobal('location', undefined);
  expect(forwardCode('/callback')).toBeTypeOf('function');
});

it.each([400, 401, 500])('rejects on %i without the code in the message', async (status) => {
  fetchMock.mockResolvedValue(new Response(null, { status }));
  const rejection = await forwardCode('/callback')({ code: 'very-secret' }).catch(String);
  expect(rejection).toContain(`HTTP status ${status}`);
  expect(rejection).not.toContain('very-secret');
});

it('rejects when the backend cannot be reached', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(forwardCode('/callback')({ code: 'c' })).rejects.toThrow('Failed to fetch');
});
