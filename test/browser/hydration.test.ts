import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectRealFlowCompletes,
  findFrame,
  reachLogin,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { buildHost } from '../support/hosts/build-host.ts';

const suite = useBrowserSuite();
const apps = new Map<string, Promise<string>>();
let connectUrl: string;

declare global {
  interface Window {
    connectUrl: string;
    hydrationErrors: string[];
    hydrate(when?: string): void;
    preloadNow(): void;
  }
}

beforeEach(() => {
  connectUrl = serveBridgePage(suite.sites, 'connect');
});

/** Opens a document that React hydrates as a whole. `start` is the last script before `load`. */
async function openShop(react: string, start: string): Promise<Page> {
  const code = apps.get(react) ?? buildHost('document-host', react);
  apps.set(react, code);
  const url = serveHostPage(suite.sites, 'host', { sdk: 'module', connectUrl });
  suite.sites.serve('host', '/app.js', { body: await code, type: 'text/javascript' });
  const imports = JSON.stringify({ imports: { 'tax-connect': '/dist/index.js' } });
  suite.sites.serve('host', '/', {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"/><title>Shop</title><script type="importmap">${imports}</script><script type="module" src="/host.js"></script><script type="module">window.connectUrl = '${connectUrl}'; import '/app.js'; ${start}</script></head><body><main><h1>Shop</h1></main></body></html>`,
  });
  return suite.openPage(url);
}

/** The number of requests for the Connect page, in this test. */
const countLoads = () => suite.sites.urls.filter((url) => url.startsWith(`${connectUrl}?`)).length;

const isHydrated = (page: Page) => page.locator('html[data-is-hydrated]').waitFor();

describe.each(byExtent(['18'], ['18', '19']))('a document that React %s hydrates', (version) => {
  const react = `react-${version}`;
  it.each(byExtent(['during'], ['before', 'during', 'after']))(
    'keeps the frame that was preloaded %s hydration',
    async (when) => {
      const loadsBefore = countLoads();
      const page = await openShop(react, `hydrate('${when}')`);
      await isHydrated(page);
      if (when === 'after') await page.evaluate(() => window.preloadNow());
      await findFrame(page, connectUrl);
      expect(await page.evaluate(() => window.hydrationErrors)).toEqual([]);
      await expectRealFlowCompletes(page, await reachLogin(page, connectUrl));
      expect(countLoads() - loadsBefore).toBe(1);
    },
  );

  it.runIf(isLongRun)(
    'connects after a hydration that began when the page had loaded',
    async () => {
      const page = await openShop(react, '');
      await page.evaluate(() => window.preloadNow());
      await findFrame(page, connectUrl);
      await page.evaluate(() => window.hydrate());
      await isHydrated(page);
      await expectRealFlowCompletes(page, await reachLogin(page, connectUrl));
    },
  );
});
