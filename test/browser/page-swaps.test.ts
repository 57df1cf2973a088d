import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { pickAlpha, readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { byExtent } from '../support/extent.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';

const suite = useBrowserSuite();
const require = createRequire(import.meta.url);
let connectUrl: string;

/** A library that shows another page in the same document. */
interface Library {
  readonly name: string;
  /** Its classic script. */
  readonly file: string;
}

const turbo: Library = { name: 'Turbo 8', file: require.resolve('@hotwired/turbo') };
const libraries: readonly Library[] = [
  turbo,
  { name: 'htmx 4', file: require.resolve('htmx.org') },
  { name: 'htmx 2', file: require.resolve('htmx-2/dist/htmx.js') },
];

/** The script of the documentation, but for the values that the shop defines. */
const recipe = readFileSync('demo/examples/page-swaps/leave-view.js', 'utf8').replaceAll(
  /^const (?:clientId|connectUrl) .*\n/gm,
  '',
);

/** Its `open` is the one of the host page, which records the events. */
const recorder = `
  export { forwardCode } from '/dist/index.js';
  export const open = (options) => window.openConnect(options);`;

/** A script of an application without the recipe. */
const plain = `
  import { forwardCode, open } from 'tax-connect';
  document.addEventListener('click', ({ target }) => {
    if (target.id === 'connect') open({ clientId, connectUrl, onSuccess: forwardCode('/callback') });
  });`;

beforeEach(() => {
  connectUrl = serveBridgePage(suite.sites, 'connect');
});

/** Opens a shop of two pages, and Connect in it. */
async function openShop({ file }: Library, script: string): Promise<Page> {
  const { sites } = suite;
  const url = serveHostPage(sites, 'host', { sdk: 'module', connectUrl });
  const type = 'text/javascript';
  sites.serve('host', '/library.js', { body: readFileSync(file, 'utf8'), type });
  sites.serve('host', '/recorder.js', { body: recorder, type });
  sites.serve('host', '/shop.js', {
    body: `Object.assign(window, ${JSON.stringify({ clientId: 'app', connectUrl })});\n${script}`,
    type,
  });
  const imports = JSON.stringify({ imports: { 'tax-connect': '/recorder.js' } });
  const render = (title: string, rest: string) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
      <meta name="turbo-refresh-method" content="morph">
      <script type="importmap">${imports}</script>
      <script src="/library.js"></script>
      <script type="module" src="/host.js"></script>
      <script type="module" src="/shop.js"></script></head>
    <body hx-boost:inherited="true" hx-boost="true"><h1>${title}</h1>
      <button id="connect">Connect</button>${rest}</body></html>`;
  sites.serve('host', '/', { body: render('Shop', '<a href="/login">Log in</a>') });
  sites.serve('host', '/login', { body: render('Log in', '') });
  const page = await suite.openPage(url);
  await openConnect(page);
  return page;
}

async function openConnect(page: Page): Promise<void> {
  await page.locator('#connect').click();
  await page.getByRole('option', { name: 'Alpha' }).waitFor();
}

/** A visit by a script, such as after a session that has expired: the modal covers the page's links. */
async function visit(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('a')?.click());
  await page.getByRole('heading', { name: 'Log in', includeHidden: true }).waitFor();
}

const countDialogs = (page: Page) => page.getByRole('dialog').count();

/** The sessions so far were aborted, and nothing of them is left. */
async function expectEnded(page: Page, count: number): Promise<void> {
  const exit = { reason: 'aborted', code: null, step: 'select' };
  await expect
    .poll(() => readTold(page).then(({ exits }) => exits))
    .toEqual(Array.from({ length: count }, () => exit));
  expect(await countDialogs(page)).toBe(0);
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.childElementCount)).toBe(2);
}

describe.each(libraries.slice(0, byExtent(1, libraries.length)))('$name', (library) => {
  it('ends the session with the page, and Connect works after Back', async () => {
    const page = await openShop(library, recipe);
    // Analytics do this.
    await page.evaluate(() => history.replaceState(history.state, '', location.href));
    expect(await countDialogs(page)).toBe(1);

    await visit(page);
    await expectEnded(page, 1);
    await openConnect(page);
    await page.goBack();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await expectEnded(page, 2);

    await openConnect(page);
    const frame = await pickAlpha(page, connectUrl);
    await frame.evaluate(() => window.connectPage.sendCode());
    await expect
      .poll(() => readTold(page).then(({ outcomes }) => outcomes))
      .toEqual(['aborted', 'aborted', 'connected']);
  });

  it('the control: without the recipe, the modal lies over the next page', async () => {
    const page = await openShop(library, plain);
    await visit(page);
    expect(await countDialogs(page)).toBe(1);
    expect((await readTold(page)).exits).toEqual([]);
  });
});

it('Turbo 8 refreshes the page in place: the session goes on', async () => {
  const page = await openShop(turbo, recipe);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('turbo:render', () => resolve(), { once: true });
        Reflect.get(window, 'Turbo').session.refresh(location.href);
      }),
  );
  expect(await countDialogs(page)).toBe(1);
  expect((await readTold(page)).exits).toEqual([]);
});
