import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { MountedSelector } from 'tax-connect';
import { driveConnect } from 'tax-connect/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { findAccessibilityProblems } from '../support/axe.ts';
import { findFrame, readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';

const suite = useBrowserSuite();
const nonce = 'Zk3r8Qw1';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const fileName = 'tax-connect-selector.js';

const world = useRunning(() => startWorld({ origins: [suite.sites.originOf('host')] }));
let files: string[];

beforeEach(() => {
  files = [];
});

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
    // Phones must not correct the names that people type.
    expect(await page.getByRole('combobox').getAttribute('autocorrect')).toBe('off');

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

declare global {
  interface Window {
    selectors: MountedSelector[];
    /** Mounts a selector into an element of a page with the module. */
    mountInto(element: Element): MountedSelector;
  }
}

/** Serves a page with the module, whose Connect page the test controls. */
function serveModuleHost(body: string, released = Promise.resolve()): string {
  const connectUrl = serveBridgePage(suite.sites, 'connect', { released });
  const imports = JSON.stringify({ imports: { 'tax-connect': '/dist/index.js' } });
  const script = `
    import { mountSelector } from '/dist/index.js';
    import { defineTaxConnectSelector } from '/dist/element.js';
    const options = {
      clientId: 'app',
      connectUrl: '${connectUrl}',
      onSuccess: ({ code }) => document.body.append('Got ' + code),
    };
    window.selectors = [];
    window.mountInto = (element) => {
      const selector = mountSelector(element, options);
      window.selectors.push(selector);
      return selector;
    };
    defineTaxConnectSelector({ connectUrl: '${connectUrl}' });`;
  return serveHostPage(suite.sites, 'host', {
    connectUrl,
    sdk: 'module',
    head: `<script type="importmap">${imports}</script>`,
    body: `${body}<script type="module">${script}</script>`,
  });
}

const openModuleHost = (...values: Parameters<typeof serveModuleHost>) =>
  suite.openPage(serveModuleHost(...values));
const mountInto = (place: Locator) => place.evaluate((element) => void window.mountInto(element));

describe('a selector in an unusual place', () => {
  it('fits into a narrow place, with and without its list, and lets the page scroll on after its end', async () => {
    const page = await openModuleHost(
      '<div id="a" style="inline-size: 200px"></div><p style="block-size: 3000px"></p>',
    );
    const place = page.locator('#a');
    const measureEnd = (part: Locator) =>
      part.evaluate((element) => element.getBoundingClientRect().right);
    await mountInto(place);
    const search = place.getByRole('combobox');
    await search.waitFor();
    const end = await measureEnd(place);
    expect(await measureEnd(search)).toBeLessThan(end);
    await search.focus();
    const option = place.getByRole('option', { name: 'Alpha' });
    await option.waitFor();
    expect(await measureEnd(option)).toBeLessThan(end);

    const setHeight = (height: number) =>
      place.evaluate((own, pixels) => {
        own.style.blockSize = `${pixels}px`;
      }, height);
    const readHeight = async () => (await page.locator('#a > *').boundingBox())?.height;
    // 28em, the height of the place, and the least of 16em.
    expect(await readHeight()).toBe(448);
    await setHeight(300);
    expect(await readHeight()).toBe(300);
    await setHeight(100);
    expect(await readHeight()).toBe(256);
    await option.hover();
    const scroll = async () => {
      await page.mouse.wheel(0, 500);
      return page.evaluate(() => scrollY);
    };
    await expect.poll(scroll).toBeGreaterThan(0);
  });

  it('is drawn alike whatever the page’s styles say about its element', async () => {
    const page = await openModuleHost('<div id="a"></div>');
    await mountInto(page.locator('#a'));
    await page.getByRole('combobox').focus();
    const parts = [page.getByRole('combobox'), page.getByRole('option', { name: 'Alpha' })];
    const readBoxes = () => Promise.all(parts.map((part) => part.boundingBox()));
    await parts[1]?.waitFor();
    const before = await readBoxes();
    const content = `#a > * { display: none !important; position: static !important; block-size: 9px !important;
        font: 30px serif; direction: rtl; zoom: 2 !important; padding: 9px !important; contain: none !important }
      #a > *::before { content: 'x' !important; display: block !important; block-size: 90px }`;
    await page.addStyleTag({ content });
    expect(await readBoxes()).toEqual(before);
  });

  it('is no part of a form around it: Enter submits nothing, and no field is sent', async () => {
    const page = await openModuleHost(
      '<form><input name="own" value="1"><p id="a"></p><button>Send</button></form>',
    );
    await page.evaluate(() => {
      document.addEventListener('submit', (event) => {
        event.preventDefault();
        const form = event.target as HTMLFormElement;
        document.title = `Sent ${new URLSearchParams(new FormData(form) as never)}`;
      });
      document.addEventListener('input', () => document.body.append('Heard the input'));
    });
    await mountInto(page.locator('#a'));
    const search = page.getByRole('combobox');
    await search.fill('Nothing like it');
    await page.getByRole('heading', { name: 'Nothing like it' }).waitFor();
    await search.press('Enter');
    await search.fill('');
    await page.getByRole('option', { name: 'Alpha' }).waitFor();
    expect(await page.title()).toBe('Test');
    expect(await page.locator('form').evaluate((form: HTMLFormElement) => form.length)).toBe(2);
    expect(await page.getByText('Heard').count()).toBe(0);

    await page.locator('[name=own]').fill('2');
    await page.getByText('Heard the input').waitFor();
    await page.locator('[name=own]').press('Enter');
    await expect.poll(() => page.title()).toBe('Sent own=2');
  });

  it('is used by keyboard in a closed shadow root, and gets the focus back', async () => {
    const page = await openModuleHost('<p id="a"></p>');
    await page.locator('#a').evaluate((element) => {
      const root = element.attachShadow({ mode: 'closed' });
      window.mountInto(root.appendChild(document.createElement('div')));
    });
    await expect
      .poll(async () => {
        await page.locator('#connect').focus();
        await page.keyboard.press('Tab');
        return page.evaluate(() => document.activeElement?.id);
      })
      .toBe('a');
    await expect.poll(() => page.frames().length).toBe(2);
    const dialog = page.getByRole('dialog');
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        return dialog.count();
      })
      .toBe(1);
    await dialog.getByRole('button', { name: en.close }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('a');
  });

  it('opens a popup in the click where the page is in a frame', async () => {
    const address = serveModuleHost('<p id="a"></p>');
    suite.sites.serve('outer', '/', {
      body: `<iframe src="${address}" width="400" height="600"></iframe>`,
    });
    const page = await suite.openPage(`${suite.sites.originOf('outer')}/`);
    const frame = await findFrame(page, address);
    await mountInto(frame.locator('#a'));
    await frame.getByRole('combobox').focus();
    const opened = page.waitForEvent('popup');
    await frame.locator('#a').getByRole('button', { name: en.open }).click();
    const popup = await opened;
    await expect.poll(() => popup.evaluate(() => window.connectPage.sessions.length)).toBe(1);
    await popup.evaluate(() => window.connectPage.sendCode());
    await frame.getByText('Got code-of-the-real-page').waitFor();
  });
});

it('<tax-connect-selector> is hidden by the attribute hidden, and so is the selector of a Connect page', async () => {
  const page = await openModuleHost(
    '<tax-connect-selector client-id="app" callback="/callback"></tax-connect-selector><p id="a"></p>',
  );
  const content = `
    import { mountProviderSelector } from '/dist/page.js';
    const options = { providers: [], locale: 'en', theme: 'light', onSelect() {} };
    mountProviderSelector(document.querySelector('#a'), options);`;
  await page.addScriptTag({ type: 'module', content });
  for (const element of [page.locator('tax-connect-selector'), page.locator('#a')]) {
    await expect.poll(() => element.isVisible()).toBe(true);
    await element.evaluate((own) => own.toggleAttribute('hidden'));
    expect(await element.isVisible()).toBe(false);
  }
});
