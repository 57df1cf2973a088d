import { describe, expect, it } from 'vitest';
import { createWelcome } from '../../demo/support/welcome.mjs';
import { builtAssets } from './built-assets.ts';
import { dashboardPassword } from './dashboard-harness.ts';
import { createTestService } from './harness.ts';
import { publicUrl } from './test-application.ts';

const appOrigin = 'http://app.localhost:4401';

describe('GET /', () => {
  it('takes people to their accesses, and every link works', async () => {
    const { app } = await createTestService({ assets: builtAssets, dashboardPassword });

    const response = await app.request('/');
    const html = await response.text();
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, address = '']) => address);
    const answers = await Promise.all(links.map((address) => app.request(address)));

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch('text/html');
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(html).toContain('>See and end access</a>');
    expect(links).toEqual(['/manage', '/dashboard', '/docs']);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('speaks the language of the browser', async () => {
    const { app } = await createTestService();
    const read = async (language: string) =>
      await (await app.request('/', { headers: { 'Accept-Language': language } })).text();

    expect(await read('de-AT, en;q=0.5')).toMatch(/lang="de".*>Zugriffe ansehen und beenden<\/a>/);
    expect(await read('ar')).toContain('dir="rtl"');
    expect(await read('xx')).toMatch(/lang="en".*>See and end access<\/a>/);
  });

  it('does not link to a dashboard that was not built', async () => {
    const { app } = await createTestService();

    const html = await (await app.request('/')).text();

    expect(html).not.toContain('/dashboard');
    expect(html).toContain('/docs');
  });
});

it('npm start prints addresses of the service that work, and how to sign in', async () => {
  const { app } = await createTestService({ assets: builtAssets, dashboardPassword });
  const welcome = createWelcome(publicUrl, appOrigin, 'password pass_word');
  const printed = welcome.match(/http\S+/g) ?? [];
  const ofService = printed.filter((address) => address.startsWith(publicUrl));

  const answers = await Promise.all(ofService.map((address) => app.request(address)));
  const control = await app.request(`${publicUrl}/connect`);

  expect(ofService).toHaveLength(3);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(control.status).toBe(400);
  expect(welcome).toContain('/dashboard   password pass_word\n');
});
