import { createHash } from 'node:crypto';
import type { ProviderPlugin } from 'tax-connect/providers';
import { listProviders } from 'tax-connect/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { asBackend, type TestService } from './harness.ts';
import { fake, servePlugin } from './plugin-service.ts';
import { live } from './test-application.ts';
import { basic, readJson } from './world.ts';

const authorization = basic(live);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

const createPlugin = (logo?: string): ProviderPlugin => ({
  info: {
    id: 'north_tax',
    name: 'North Tax',
    domain: 'north.example',
    aliases: ['NT'],
    popular: true,
    shares: ['returns'],
    ...(logo === undefined ? {} : { logo }),
  },
  begin: fake.begin,
  answer: fake.answer,
});

let service: TestService;

const serve = (logo?: string) => servePlugin(createPlugin(logo));

beforeEach(async () => {
  service = await serve(`data:image/svg+xml;base64,${svg.toString('base64')}`);
});

const get = (headers: Record<string, string> = authorization) => service.get('/providers', headers);

const own = { clientId: live.client_id, clientSecret: live.client_secret };
const list = (options: object = {}) => listProviders({ ...asBackend(service), ...own, ...options });

describe('GET /providers', () => {
  it('lists what the selector of the application shows, with the addresses of logos at the service', async () => {
    expect(await readJson(get())).toEqual({
      providers: [
        {
          provider_id: 'north_tax',
          name: 'North Tax',
          domain: 'north.example',
          logo_url: expect.stringMatching(/^http.*\/connect\/logos\/[0-9a-f]{64}$/),
          status: 'available',
          reason: null,
          shares: ['returns'],
          popular: true,
          aliases: ['NT'],
        },
      ],
    });
  });

  it('answers 304 while nothing has changed, and the list after a change', async () => {
    const first = await get();
    const etag = first.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    const compressed = ['-gzip"', '-br"'].map((end) => etag.replace(/"$/, end));
    for (const sent of [etag, `W/${etag}`, ...compressed, `"other", ${etag}`, '*']) {
      const same = await get({ ...authorization, 'If-None-Match': sent });
      expect([same.status, await same.text(), same.headers.get('ETag')]).toEqual([304, '', etag]);
    }
    await service.admin.post('providers/north_tax/switch', { state: 'unavailable' });
    const changed = await get({ ...authorization, 'If-None-Match': etag });
    expect([changed.status, changed.headers.get('ETag') === etag]).toEqual([200, false]);
  });
});

describe('the logo of a provider', () => {
  it('is a sandboxed picture that any origin may show, and its name is a hash', async () => {
    const [provider] = (await list()).providers;
    const url = new URL(provider?.logoUrl ?? '');
    const hash = createHash('sha256').update('image/svg+xml').update(svg).digest('hex');
    expect(url.pathname).toBe(`/connect/logos/${hash}`);
    const logo = await service.get(url.pathname);
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(svg);
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const unknown = await service.get(url.pathname.replace(/.$/, 'g'));
    expect(unknown.status).toBe(404);
  });

  it.each([
    ['at another address', 'https://north.example/logo.png'],
    ['of another type than a picture', 'data:text/html;base64,PGI+'],
    ['missing', undefined],
  ])('has no address when it is %s', async (_, logo) => {
    service = await serve(logo);
    expect((await list()).providers).toMatchObject([{ logoUrl: null }]);
  });
});
