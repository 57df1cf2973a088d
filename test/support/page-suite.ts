import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { type ChromiumOptions, shareChromium } from './chromium.ts';

/** A browser for one test file, and a new profile with a tab for each test. */
export interface PageSuite {
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Registers the hooks. Call it once, at the top of a test file. A failing test saves a screenshot.
 *
 * @param options - options of each context; `browser`: how Chromium is started
 * @returns the suite, whose parts are available from the first test on
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
