import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  expectRealFlowCompletes,
  reachLogin,
  readTold,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';

const suite = useBrowserSuite();

declare global {
  interface Window {
    /** The number of active listeners of the window, the document and media queries, and of timers. */
    countAlive(): { listeners: number; timers: number };
    secondSdk: Window['TaxConnect'];
  }
}

it('a host page is as it was, after twenty preloads that were released and after a flow', {
  tags: ['threat-6', 'control-6'],
}, async () => {
  const page = await openCounting();
  const before = await readTraces(page);

  await page.evaluate(preloadAndRelease, 20);
  expect(await readTraces(page)).toEqual(before);
  const frame = await reachLogin(page, `${suite.sites.originOf('connect')}/connect`);
  // The control: the counts show the open session. Even then, the host's own parts are unchanged.
  const { styles, body, ...during } = await readTraces(page);
  for (const count of ['nodes', 'frames', 'sheets', 'listeners'] as const) {
    expect(during[count], count).toBeGreaterThan(before[count]);
  }
  expect({ ...before, styles, body }).toEqual(before);
  await expectRealFlowCompletes(page, frame);

  expect(await readTraces(page)).toEqual(before);
});

describe('two copies of the SDK on one page', () => {
  it('each run a separate flow, at the same time', async () => {
    const connectUrl = serveBridgePage(suite.sites, 'connect');
    const head = `<script type="module">import { TaxConnect } from '/dist/index.js'; window.secondSdk = TaxConnect;</script>`;
    const page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl, head }));
    const first = await reachLogin(page, connectUrl);
    await page.evaluate((url) => {
      const told: string[] = [];
      Object.assign(window, { toldOfSecond: told });
      window.secondSdk.open({
        clientId: 'second',
        connectUrl: url,
        onSuccess: ({ code }) => void told.push(`a code of ${code.length}`),
        onExit: ({ reason }) => void told.push(reason),
      });
    }, connectUrl);
    const readSecond = () => page.evaluate(() => Reflect.get(window, 'toldOfSecond'));
    await page.getByRole('option', { name: 'Beta' }).click();
    const findSecond = () => page.frames().find((frame) => frame.url().endsWith('=second'));
    await expect
      .poll(() => findSecond()?.evaluate(() => window.connectPage.selected))
      .toEqual(['beta']);
    await findSecond()?.evaluate(() => void setTimeout(window.connectPage.sendCode));
    await expect.poll(readSecond).toEqual(['a code of 21']);
    expect((await readTold(page)).codeLengths).toEqual([]);
    await expect.poll(() => page.locator('iframe').count()).toBe(1);

    expect(await first.evaluate(() => window.connectPage.selected)).toEqual(['alpha']);
    await expectRealFlowCompletes(page, first);
    expect(await readSecond()).toEqual(['a code of 21']);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

/** A host page with styles, some of them unusual. It counts its listeners and timers. */
async function openCounting(): Promise<Page> {
  await suite.context.addInitScript(countListenersAndTimers);
  const connectUrl = serveBridgePage(suite.sites, 'connect');
  const body = '<p style="color:red ;  --x:1">Text</p><div style="height: 3000px"></div>';
  const page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl, body }));
  await page.evaluate(() => {
    document.documentElement.setAttribute('style', 'overflow:AUTO ;scrollbar-gutter : auto');
    document.body.setAttribute('style', 'overflow : visible;;margin:0');
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    scrollTo(0, 700);
  });
  return page;
}

function readTraces(page: Page) {
  return page.evaluate(() => ({
    ...window.countAlive(),
    nodes: document.querySelectorAll('*').length,
    frames: window.length,
    sheets: document.adoptedStyleSheets.length,
    styles: [document.documentElement, document.body].map((element) =>
      element.getAttribute('style'),
    ),
    body: document.body.outerHTML,
    rootAttributes: document.documentElement.getAttributeNames(),
    globals: Object.keys(window).filter((name) => !/^(\d+|session|expectedCode)$/.test(name)),
    scroll: scrollY,
  }));
}

/** Runs in the host page. */
async function preloadAndRelease(times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const release = window.TaxConnect.preload({
      clientId: 'app',
      connectUrl: `${location.origin.replace('host', 'connect')}/connect`,
    });
    await new Promise<void>((resolve) =>
      addEventListener('message', () => resolve(), { once: true }),
    );
    release();
  }
}

/** Runs before everything else in the host page. */
function countListenersAndTimers(): void {
  const listeners: unknown[][] = [];
  const timers = new Set<unknown>();
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const isCounted = (target: unknown) =>
    target === window || target === document || target instanceof MediaQueryList;
  const find = ([target, type, listener]: unknown[]) =>
    listeners.findIndex((each) => each[0] === target && each[1] === type && each[2] === listener);
  EventTarget.prototype.addEventListener = function (...args: Parameters<typeof add>) {
    const entry = [this ?? window, args[0], args[1]];
    const isOnce = typeof args[2] === 'object' && args[2].once === true;
    if (isCounted(entry[0]) && find(entry) < 0 && !isOnce) listeners.push(entry);
    return add.apply(this ?? window, args);
  };
  EventTarget.prototype.removeEventListener = function (...args: Parameters<typeof remove>) {
    const index = find([this ?? window, args[0], args[1]]);
    if (index >= 0) listeners.splice(index, 1);
    return remove.apply(this ?? window, args);
  };
  const { setTimeout: start, clearTimeout: stop } = window;
  const startCounted = (callback: () => void, delay?: number) => {
    const id = start(() => {
      timers.delete(id);
      callback();
    }, delay);
    timers.add(id);
    return id;
  };
  const stopCounted = (id: number) => {
    timers.delete(id);
    stop(id);
  };
  Object.assign(window, { setTimeout: startCounted, clearTimeout: stopCounted });
  window.countAlive = () => ({ listeners: listeners.length, timers: timers.size });
}
