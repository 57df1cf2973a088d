import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { findAccessibilityProblems } from '../support/axe.ts';
import { readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { serveHostPage } from '../support/host-page.ts';
import { startWorld, type World } from '../support/world.ts';

const suite = useBrowserSuite();
const nonce = 'Zk3r8Qw1';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const fileName = 'tax-connect-selector.js';

let world: World;
let files: string[];

beforeAll(async () => {
  world = await startWorld({ origins: [suite.sites.originOf('host')] });
});
beforeEach(() => {
  files = [];
});
afterAll(() => world?.close());

/** Opens a page with the script tag of the service, and the strictest policy that can work with it. */
async function openHost(policy = ''): Promise<Page> {
  const script = await fetch(`${world.baseUrl}/sdk/${version}/tax-connect.js`);
  const headers = {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}' ${world.connectUrl}/sdk/`,
      `frame-src ${world.connectUrl}`,
      `img-src ${world.connectUrl}`,
      "connect-src 'self'",
      policy,
    ].join('; '),
  };
  const options = {
    sdk: await script.text(),
    nonce,
    headers,
    clientId: world.application.client_id,
  };
  suite.context.on('request', (request) => {
    if (request.url().endsWith(fileName)) files.push(request.url());
  });
  return suite.openPage(serveHostPage(suite.sites, 'host', options));
}

/** Mounts a selector into a new element. Its results are counted in the page's title. */
function mount(page: Page): Promise<void> {
  return page.evaluate((clientId) => {
    const element = document.body.appendChild(document.createElement('div'));
    element.style.inlineSize = '24em';
    window.TaxConnect.mountSelector(element, {
      clientId,
      onSuccess: () => {
        document.title = 'Connected';
      },
    });
  }, world.application.client_id);
}

describe('the selector of the script tag', () => {
  it('is another file, which only a page with a selector loads, without a violation', async () => {
    const page = await openHost();
    await page.evaluate((clientId) => window.TaxConnect.preload({ clientId }), 'nobody');
    expect(files).toEqual([]);

    await mount(page);
    await mount(page);
    await driveConnect(page).connect({ provider: 'Sandbox' });

    await expect.poll(() => page.title()).toBe('Connected');
    expect(files).toEqual([`${world.connectUrl}/sdk/${version}/${fileName}`]);
    expect((await readTold(page)).violations).toEqual([]);
    expect(await page.locator(`script[src$="${fileName}"]`).count()).toBe(0);
  });

  it('does not run when a byte of its file has changed, and is tried again', async () => {
    const page = await openHost();
    const file = await fetch(`${world.baseUrl}/sdk/${version}/${fileName}`);
    const [text, headers] = [await file.text(), { 'Access-Control-Allow-Origin': '*' }];
    let end = ';document.title="Changed"';
    await suite.context.route(`**/${fileName}`, (route) =>
      route.fulfill({ body: text + end, contentType: 'text/javascript', headers }),
    );

    await mount(page);
    await expect.poll(() => suite.consoleLines.join('\n')).toMatch(/integrity/);
    expect(await page.title()).toBe('Test');
    expect(await page.getByRole('combobox').count()).toBe(0);

    end = '';
    await mount(page);
    await page.getByRole('combobox').waitFor();
  });

  it('is forbidden by a policy without its source, and the page can still open Connect', async () => {
    const page = await openHost("script-src-elem 'nonce-Zk3r8Qw1'");
    await mount(page);
    await expect.poll(async () => (await readTold(page)).violations).toContain('script-src-elem');
    await page.evaluate(() => void window.openConnect());
    await page.getByRole('dialog').getByRole('combobox').waitFor();
  });
});

describe('a selector in a page', () => {
  it('has no problem of accessibility, with and without its list', async () => {
    const page = await openHost();
    await mount(page);
    const selector = { include: ['[data-tax-connect-selector]'] };
    await page.getByRole('combobox').waitFor();
    expect(await findAccessibilityProblems(page, selector)).toEqual([]);

    await page.getByRole('combobox').focus();
    await page.getByRole('option').first().waitFor();
    expect(await findAccessibilityProblems(page, selector)).toEqual([]);

    await page.getByRole('combobox').fill('Nothing like it');
    await page.getByRole('heading', { name: 'Nothing like it' }).waitFor();
    expect(await findAccessibilityProblems(page, selector)).toEqual([]);
  });

  it('stays beside an open modal, which makes it inert, and is used again afterwards', async () => {
    const page = await openHost();
    await mount(page);
    const search = page.locator('[data-tax-connect-selector]').getByRole('combobox');
    await search.focus();
    await page.getByRole('option', { name: 'Sandbox' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await search.focus();
    expect(await search.evaluate((input) => input.matches(':focus'))).toBe(false);

    await dialog.getByRole('button', { name: en.close }).click();
    await dialog.getByRole('button', { name: en.exit.leave }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Sandbox' }).click();
    await dialog.waitFor();
  });
});
