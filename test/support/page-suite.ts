import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { type ChromiumOptions, shareChromium } from './chromium.ts';

/** A browser for one test file, and a fresh profile with a tab for each test. */
export interface PageSuite {
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Registers the hooks; to be called once, at the top of a test file. A test that fails leaves a picture.
 *
 * @param options - of each context; `browser`: how Chromium is started
 * @returns the suite, whose parts are there from the first test on
 */
export function usePageSuite(
  options: BrowserContextOptions & { browser?: ChromiumOptions } = {},
): PageSuite {
  const { browser: launch, ...contextOptions } = options;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await shareChromium(launch);
  });
  beforeEach(async () => {
    context = await browser.newContext(contextOptions);
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
  });
  afterEach(async ({ task }) => {
    const path = `test/.output/${task.id}.png`;
    if (task.result?.state === 'fail') await page.screenshot({ path });
    await context.close();
  });
  return {
    get context() {
      return context;
    },
    get page() {
      return page;
    },
  };
}
