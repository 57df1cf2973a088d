import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findFrame } from '../support/browser-suite.ts';
import { byExtent } from '../support/extent.ts';
import { serveBridgePage, serveHostPage, startSites } from '../support/host-page.ts';
import { buildHost } from '../support/hosts/build-host.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

const sites = useRunning(startSites);
let connectUrl: string;

/** Each application is built once. */
const apps = new Map<string, Promise<string>>();

beforeAll(() => {
  connectUrl = serveBridgePage(sites, 'connect');
});

const suite = usePageSuite({ hasTouch: true, viewport: { width: 1000, height: 700 } });

/** A library's popover, which closes for a press outside. Its content has our binding. */
interface Host {
  readonly app: 'react-hosts' | 'vue-hosts';
  readonly name: string;
  /** Its listener on `window` is older than our binding, so the application must call `shieldEvents` first. */
  readonly needsCall?: true;
}

const react = (...names: string[]): Host[] => names.map((name) => ({ app: 'react-hosts', name }));
const vue = (...names: string[]): Host[] => names.map((name) => ({ app: 'vue-hosts', name }));
const needingCall = (hosts: Host[]): Host[] =>
  hosts.map((host) => ({ ...host, needsCall: true as const }));

/** By what the window focuses, then the others. The unit tests have each kind of listener. */
const hosts: Host[] = byExtent(needingCall(vue('VueUse 15 onClickOutside, detectIframe')), [
  ...react(
    'MUI ClickAwayListener, click',
    'MUI ClickAwayListener, mousedown',
    'MUI ClickAwayListener, mouseup',
    'MUI ClickAwayListener, pointerdown',
    'MUI ClickAwayListener, pointerup',
    'MUI ClickAwayListener, touch',
    'Ant Design 6 Dropdown',
    'Ant Design 6 Popover',
    'Ant Design 5 Dropdown',
    'Ant Design 5 Popover',
    'React Aria Popover',
    'Headless UI Popover',
    'Radix Popover',
    'Radix modal Popover',
    'Floating UI useDismiss',
  ),
  ...vue('VueUse 15 onClickOutside, below useTaxConnect', 'Element Plus Popover'),
  ...needingCall(
    vue(
      'VueUse 15 onClickOutside',
      'VueUse 15 onClickOutside, detectIframe',
      'VueUse 10 onClickOutside',
      'VueUse 10 onClickOutside, detectIframe',
    ),
  ),
]);

/** Opens the popover of a new page. */
async function openPopover({ app, name }: Host, isShieldedFirst: boolean): Promise<Page> {
  const { page } = suite;
  const code = apps.get(app) ?? buildHost(app);
  apps.set(app, code);
  sites.serve('host', '/app.js', { body: await code, type: 'text/javascript' });
  const imports = JSON.stringify({ imports: { 'tax-connect': '/dist/index.js' } });
  const start = `window.connectUrl = '${connectUrl}'; import '/app.js'; showHost('${name}', ${isShieldedFirst});`;
  const url = serveHostPage(sites, 'host', {
    sdk: 'module',
    // Hidden as by the style sheets of Ant Design.
    head: `<style>[class$='-hidden'], [class*='-hidden '] { display: none }</style>
      <script type="importmap">${imports}</script>`,
    body: `<main><div id="app"></div><p id="outside" style="margin-block-start: 400px">Outside</p></main>
      <script type="module">${start}</script>`,
  });
  await page.goto(url);
  await page.locator('#trigger').click();
  await page.locator('#panel').waitFor();
  return page;
}

/** Presses and types in the modal and in its frame, by mouse and by touch. */
async function useModal(page: Page): Promise<void> {
  await page.locator('#panel button').click();
  await page.getByRole('option', { name: 'Alpha' }).waitFor();
  const heading = page.getByRole('heading', { name: /^Connect your tax account/ });
  await heading.click();
  await heading.tap();
  await page.mouse.click(5, 5);
  await heading.click({ button: 'right' });
  await page.getByRole('combobox').click();
  await page.keyboard.type('al');
  await page.getByRole('option', { name: 'Alpha' }).tap();
  const frame = await findFrame(page, connectUrl);
  await page.locator('iframe').waitFor({ state: 'visible' });
  await frame.evaluate(() => {
    document.body.innerHTML = '<input>';
  });
  await frame.locator('input').click();
  await page.keyboard.type('secret');
  expect(await frame.locator('input').inputValue()).toBe('secret');
  await heading.click();
  await frame.locator('input').tap();
  // Element Plus and VueUse wait before they close.
  await page.waitForTimeout(400);
}

it.each(hosts)('$name stays open while the user is in the modal', async (host) => {
  const page = await openPopover(host, host.needsCall === true);
  const panel = page.locator('#panel');
  await useModal(page);
  expect(await panel.isVisible()).toBe(true);
  expect(await page.getByRole('dialog', { name: /^Connect/ }).count()).toBe(1);

  // The control: it closes for a press outside.
  await page.reload();
  await page.locator('#trigger').click();
  await panel.waitFor();
  // The press is at the element's position, because a library may have made the page inert.
  const { x = 0, y = 0 } = (await page.locator('#outside').boundingBox()) ?? {};
  await page.mouse.click(x + 2, y + 2);
  await page.touchscreen.tap(x + 2, y + 2);
  await panel.waitFor({ state: 'hidden' });
});
