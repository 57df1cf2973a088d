import { describe, expect, it } from 'vitest';
import { builtAssets } from './built-assets.ts';
import { dashboardPassword } from './dashboard-harness.ts';
import { openTestStore } from './database.ts';
import { createTestService, useService } from './harness.ts';
import { redirectUri } from './test-application.ts';
import { readStatus, redirectQuery } from './world.ts';

const otherParameters = Array.from({ length: 100 }, (_, index) => `p${index}=`).join('&');

const assets = { ...builtAssets, dashboard: builtAssets.page };
const service = useService({ assets, dashboardPassword });

describe('GET /connect', () => {
  it('answers the page with its flow, script and style', async () => {
    const response = await service.get('/connect?client_id=test_app&unknown=1');
    const html = await response.text();

    expect(response.status).toBe(200);
    expect(html).toContain('<script type="module" src="/connect/assets/main-abcdefgh.js" nonce="');
    expect(html).toContain('<link rel="stylesheet" href="/connect/assets/main-abcdefgh.css">');
    expect(html).toMatch(/"flow_token":"[\da-f]{64}","kind":"embedded"/);
    expect(html).toContain('"name":"Test \\u003cApp>","environment":"test"');
  });

  it.each([
    ['a window', 'document', true],
    ['a frame', 'iframe', false],
  ])('loads the selector early in %s', async (_, destination, isEarly) => {
    const headers = { 'Sec-Fetch-Dest': destination };

    const page = await (await service.get('/connect?client_id=test_app', headers)).text();

    const file = '/connect/assets/provider-selector-abcdefgh.js';
    expect(page.includes(`<link rel="modulepreload" href="${file}" nonce="`)).toBe(isEarly);
  });

  it.each([
    '/connect?client_id=test_app',
    '/connect?client_id=mistyped',
    '/manage',
    '/dashboard',
    '/docs',
  ])('and others run their script by a new nonce for each request: %s', async (path) => {
    const nonces = new Set<string>();

    for (let time = 0; time < 2; time += 1) {
      const response = await service.get(path);
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      const [, nonce = ''] = /; script-src 'nonce-([^']+)'; /.exec(policy) ?? [];
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      expect(await response.text()).toContain(` nonce="${nonce}"></script>`);
      nonces.add(nonce);
    }

    expect(nonces.size).toBe(2);
  });

  it.each([
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
    ['a prefetch of Firefox', { 'X-Sec-Purpose': 'prefetch;prerender' }],
    ['a prefetch of Safari', { Purpose: 'prefetch' }],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' }],
    ['a script', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }],
  ])('starts no redirect flow for %s', async (_, headers) => {
    const address = `/connect?${redirectQuery()}`;

    const refused = await service.get(address, headers);
    const page = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };
    const control = await service.get(address, page);

    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toContain('Open it as a page');
    expect(text).not.toContain('flow_token');
    expect(await control.text()).toContain('flow_token');
  });

  it('lets no form of a redirect flow leave the service, and says that it needs JavaScript', async () => {
    const response = await service.get(`/connect?${redirectQuery()}`);

    expect(response.headers.get('Content-Security-Policy')).toContain("form-action 'self';");
    const page = await response.text();
    expect(page).toContain('"kind":"redirect"');
    expect(page).toMatch(/<noscript>.* needs JavaScript/);
  });

  it.each([
    redirectUri,
    'http://localhost:4401/callback',
    'http://localhost:5/callback',
    'http://localhost/callback',
  ])('accepts the redirect URI %s', { tags: ['control-19'] }, async (uri) => {
    expect(await readStatus(service.get(`/connect?${redirectQuery(uri)}`))).toBe(200);
  });

  it.each([
    ['no client', ''],
    ['an unknown client', 'client_id=nobody'],
    ['another spelling of the client', 'client_id=TEST_APP'],
    ['a blank after the client', 'client_id=test_app%20'],
    ['a repeated client', 'client_id=test_app&client_id=test_app'],
    ['another repeated parameter', 'client_id=test_app&other=1&other=2'],
    ['a hundred other parameters', `client_id=test_app&${otherParameters}`],
    [
      'a repeated redirect URI',
      `${redirectQuery()}&redirect_uri=${encodeURIComponent(redirectUri)}`,
    ],
    ...[
      '',
      'https://evil.example/callback',
      'https://app.example/callback',
      `${redirectUri}&x=1`,
      redirectUri.replace('https', 'http'),
      redirectUri.replace('https', 'HTTPS'),
      'https://app.example:444/callback?tenant=a%20b',
      // The same address to a browser, and not the registered one.
      redirectUri.replace('app.', 'APP.'),
      redirectUri.replace('.example', '.example:443'),
      redirectUri.replace('/callback', '/x/../callback'),
      redirectUri.replace('/callback', '/%2e/callback'),
      redirectUri.replace('/callback', '/c%61llback'),
      'http://LOCALHOST:4401/callback',
      'http://localhost:4401/x/../callback',
      'http://localhost:4401/%2e/callback',
      'http://localhost:4401/c%61llback',
      'http://localhost:4401/callback/',
      'http://localhost:4401/callback#x',
      'http://localhost:4401@evil.example/callback',
      'http://user@localhost:4401/callback',
      'http://127.0.0.1:4401/callback',
      'http://localhost.:4401/callback',
      'http://localhost:99999/callback',
      'https://localhost:4401/callback',
      'javascript:alert(1)',
      '//evil.example',
    ].map((uri) => [`redirect URI ${uri}`, redirectQuery(uri)]),
  ])(
    'answers %s with a separate page, never a redirect',
    { tags: ['threat-19'] },
    async (_, query) => {
      const response = await service.get(`/connect?${query}`);

      expect(response.status).toBe(400);
      expect(response.headers.get('Content-Type')).toMatch('text/html');
      expect(response.headers.has('Location')).toBe(false);
      // A host with COEP can show the notice, and a popup with it keeps its opener.
      expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
      expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
      expect(response.headers.has('Cross-Origin-Opener-Policy')).toBe(false);
      // Without a flow, a script in the notice could do nothing.
      expect(await response.text()).not.toContain('id="flow"');
    },
  );

  it.each([
    ['https://app.example/other?a=1&b=<i>', 'https://app.example/other?a=1&#38;b=&#60;i&#62;'],
    ['call 555 now', 'call%20555%20now'],
    ['https://app.example/\u202e😀', 'https://app.example/%E2%80%AE%F0%9F%98%80'],
    [`https://app.example/${'a'.repeat(2000)}`, `https://app.example/${'a'.repeat(280)}…`],
    [`${'a'.repeat(299)}😀😀`, `${'a'.repeat(299)}%F0%9F%98%80…`],
    ['', 'an empty address'],
  ])('shows the refused redirect URI as text: %s', { tags: ['threat-19'] }, async (uri, shown) => {
    const refused = await service.get(`/connect?${redirectQuery(uri)}`);

    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(`>The application asked to be returned to ${shown}, `);
  });

  it('tells the host only of an unknown client; other notices have no script', async () => {
    const unknown = await service.get('/connect?client_id=mistyped');
    const malformed = await service.get(`/connect?${redirectQuery('nowhere')}`);

    expect(await unknown.text()).toContain('<script type="application/json" id="refusal">');
    expect(await malformed.text()).not.toContain('<script');
    const policy = malformed.headers.get('Content-Security-Policy');
    expect(policy).toContain("; script-src 'none'; ");
  });
});

// The page of Connect talks with its opener, and a host with COEP shows it.
it.each([
  [
    '/connect?client_id=test_app',
    'http://localhost:* http://127.0.0.1:* http://*.localhost:*',
    null,
  ],
  ['/connect?client_id=mistyped', '*', null],
  [`/connect?${redirectQuery('nowhere')}`, "'none'", null],
  ['/connect/return?code=abc&state=s', "'none'", null],
  ['/', "'none'", null],
  ['/manage', "'none'", 'same-origin'],
  ['/dashboard', "'none'", 'same-origin'],
  ['/docs', "'none'", 'same-origin'],
])('only these pages may frame %s: %s; its opener has no handle if %j', async (...row) => {
  const [path, ancestors, openerPolicy] = row;

  const { headers } = await service.get(path, { 'Sec-Fetch-Dest': 'document' });

  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain(`frame-ancestors ${ancestors};`);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe(openerPolicy);
  expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
  expect(headers.get('X-Frame-Options')).toBe('DENY');
  expect(headers.has('Set-Cookie')).toBe(false);
});

describe('static files', () => {
  it.each([
    ['main-abcdefgh.js', 'immutable'],
    ['icon.png', 'no-cache'],
  ])('of the page may be used under COEP, and kept by their names: %s', async (name, kept) => {
    const { status, headers } = await service.get(`/connect/assets/${name}`);

    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toContain(kept);
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  });

  it.each([
    '/connect/assets/../../package.json',
    '/connect/assets/%2e%2e%2fpackage.json',
    '/connect/assets/..%5cpackage.json',
    '/connect/assets/%00',
    '/connect/assets/%ff',
    '/sdk/1.2.3/..%2fpackage.json',
    '/sdk/1.2.3/__proto__',
    '/sdk/1.2.3/locales/',
    '/sdk/1.2.3/locales/../locales/xx.json',
    '/nothing',
  ])('do not include other paths: %s', async (path) => {
    expect(await readStatus(service.get(path))).toBe(404);
  });
});

it('other addresses answer the request for an icon without an error in the browser’s console', async () => {
  const icon = await service.get('/favicon.ico');
  const other = await service.get('/favicon.png');

  expect(icon.status).toBe(204);
  expect(icon.headers.get('Cache-Control')).toBe('public, max-age=86400');
  expect(other.status).toBe(404);
});

// The attack has to work without the defence: `npm run attack` says so in the row of the attack itself.
it('a service without a defence opens a page for an address that only begins like a registered redirect URI', {
  tags: ['undefended-19'],
}, async () => {
  const uri = `${redirectUri}&next=//evil.example`;
  const address = `/connect?${redirectQuery(uri)}`;
  const { registrations: stored, ...store } = await openTestStore();
  // The service takes each requested value for a registered one.
  const redirectUris = { ...stored.redirectUris, list: async () => [uri] };
  const registrations = { ...stored, redirectUris };

  const real = await (await createTestService()).get(address);
  const weak = await (await createTestService({ store: { ...store, registrations } })).get(address);

  expect([real.status, weak.status]).toEqual([400, 200]);
  expect(await weak.text()).toContain('id="flow"');
});
