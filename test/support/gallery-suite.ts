import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ChromiumOptions, launchChromium } from './chromium.ts';
import { type GalleryServer, type ShowOptions, showScreen, startGallery } from './gallery.ts';

/** A browser at the gallery, and a fresh page for each test. */
export interface GallerySuite {
  readonly page: Page;
  readonly context: BrowserContext;
  /** See `showScreen`. */
  show(screen: string, options?: ShowOptions): Promise<readonly Frame[]>;
}

/**
 * Registers the hooks; to be called once, at the top of a test file.
 *
 * @param options - of each context; `browser`: how Chromium is started
 * @returns the suite, whose parts are there from the first test on
 */
export function useGallerySuite(
  options: BrowserContextOptions & { browser?: ChromiumOptions } = {},
): GallerySuite {
  const { browser: launch, ...contextOptions } = options;
  let gallery: GalleryServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    [gallery, browser] = await Promise.all([startGallery(), launchChromium(launch)]);
  });
  afterAll(async () => {
    await browser?.close();
    await gallery?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ reducedMotion: 'reduce', ...contextOptions });
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
  });
  afterEach(async ({ task }) => {
    const path = `test/.output/${task.id}.png`;
    if (task.result?.state === 'fail') await page.screenshot({ path });
    await context.close();
  });
  return {
    get page() {
      return page;
    },
    get context() {
      return context;
    },
    show: (screen, more) => showScreen(page, gallery.url, { screen, ...more }),
  };
}
