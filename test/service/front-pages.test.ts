import { describe, expect, it } from 'vitest';
import { createWelcome } from '../../demo/support/welcome.mjs';
import { prepareSdk } from '../../src/connect/service/http/assets.ts';
import { builtAssets } from './built-assets.ts';
import { dashboardPassword } from './dashboard-harness.ts';
import { createTestService } from './harness.ts';
import { hostOrigin, publicUrl } from './test-application.ts';
import { readStatus } from './world.ts';

const { app } = await createTestService({ assets: builtAssets });
const get = (path: string) => app.request(path);

describe('the documentation', () => {
  it('fills its address and the hash of its script into the snippets and the Markdown, and escapes its texts', async () => {
    const html = await (await get('/docs')).text();
    const markdown = await (await get('/docs/index.md')).text();
    const { script } = prepareSdk(builtAssets.sdk, publicUrl);
    const tag = `${publicUrl}${script?.path} ${script?.integrity}`;

    expect(script?.integrity).toMatch(/^sha384-/);
    expect(html).toContain(`<code>${tag} ${publicUrl}/account</code>`);
    expect(markdown).toContain(`\n${tag} ${publicUrl}/account\n`);
    // The control: blocks about the reader's machine, and the text, stay as they are.
    expect(html).toContain('<code>http://localhost:4400/local</code>');
    expect(html).toContain('<p>Call <code>http://localhost:4400</code>');
    expect(markdown).toContain('\nhttp://localhost:4400/local\n');
    const texts = ['>1.2.3<', '<h1>What it &#60;does&#62;</h1>', '"It connects &#38; more."'];
    for (const text of texts) expect(html).toContain(text);
  });

  it.each([
    ['/docs/webhooks/?q=a', '/docs/webhooks?q=a'],
    ['/dashboard/', '/dashboard'],
    ['/manage/?account=x', '/manage?account=x'],
    ['/connect/?client_id=test_app', '/connect?client_id=test_app'],
  ])('leads to the page from an address with a slash at its end: %s', async (path, location) => {
    const { status, headers } = await get(path);

    expect([status, headers.get('Location')]).toEqual([302, location]);
    expect((await app.request(path, { method: 'POST' })).status).toBe(404);
  });

  it.each(['/openapi.json/', '/docs//', '//docs/', '/'])('leaves %s as it is', async (path) => {
    expect((await get(path)).headers.has('Location')).toBe(false);
  });

  it.each([
    ['a screenshot', 'modal.webp', 'image/webp', /^RIFF$/],
    ['a picture', 'chart.svg', 'image/svg+xml', /^<svg/],
    [
      'the Markdown of a page',
      'index.md',
      'text/markdown; charset=utf-8',
      /^# What it <does>\n\nIt connects\.\n/,
    ],
  ])('answers %s, which runs nothing when it is opened by itself', async (...row) => {
    const [, name, type, text] = row;

    const response = await get(`/docs/${name}`);

    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';/);
    expect(await response.text()).toMatch(text);
  });

  it('lists its pages in /llms.txt, with addresses that work', async () => {
    const text = await (await get('/llms.txt')).text();
    const [, address = ''] = /\((http[^)]+)\)/.exec(text) ?? [];

    expect(text).toContain(`[What it <does>](${publicUrl}/docs/index.md): It connects & more.`);
    expect((await app.request(address)).status).toBe(200);
  });

  it('answers the texts for the search', async () => {
    const answer: unknown = await (await get('/docs/search.json')).json();

    const page = { page: 'index', pageTitle: 'What it <does>' };
    expect(answer).toEqual({
      sections: [
        { ...page, id: '', title: 'What it <does>', text: 'It connects.' },
        { ...page, id: 'a-b', title: 'A <b>', text: expect.stringContaining("It's &lt;.") },
      ],
    });
  });

  it.each([
    ...['nothing', 'nothing.md', 'assets/nothing.js', '__proto__', 'missing.svg', 'constructor'],
  ])('answers 404 for a missing page or picture: %s', async (name) => {
    expect((await get(`/docs/${name}`)).status).toBe(404);
  });
});

describe('GET /', () => {
  it('takes people to their accesses, and every link works', async () => {
    const { get } = await createTestService({ assets: builtAssets, dashboardPassword });

    const response = await get('/');
    const html = await response.text();
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, address = '']) => address);
    const statuses = await Promise.all(links.map((address) => readStatus(get(address))));

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch('text/html');
    expect(html).toContain('>See and end access</a>');
    expect(links).toEqual(['/manage', '/dashboard', '/docs']);
    expect(statuses).toEqual([200, 200, 200]);
  });

  it('speaks the language of the browser', async () => {
    const read = async (language: string) =>
      await (await app.request('/', { headers: { 'Accept-Language': language } })).text();

    expect(await read('de-AT, en;q=0.5')).toMatch(/lang="de".*>Zugriffe ansehen und beenden<\/a>/);
    expect(await read('ar')).toContain('dir="rtl"');
    expect(await read('xx')).toMatch(/lang="en".*>See and end access<\/a>/);
  });

  it('does not link to a dashboard that the service does not have', async () => {
    const html = await (await get('/')).text();

    expect(html).not.toContain('/dashboard');
    expect(html).toContain('/docs');
  });
});

it('npm start prints addresses of the service that work, and how to sign in', async () => {
  const service = await createTestService({ assets: builtAssets, dashboardPassword });
  const welcome = createWelcome(publicUrl, hostOrigin, 'password pass_word');
  const printed = welcome.match(/http\S+/g) ?? [];
  const ofService = printed.filter((address) => address.startsWith(publicUrl));

  const statuses = await Promise.all(ofService.map((address) => readStatus(service.get(address))));

  expect(statuses).toEqual([200, 200, 200]);
  expect(await readStatus(service.get(`${publicUrl}/connect`))).toBe(400);
  expect(welcome).toContain('/dashboard   password pass_word\n');
});
