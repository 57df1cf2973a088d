import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ChromiumOptions, shareChromium } from './chromium.ts';

/** A browser and a profile for one test file, and a new tab for each test. */
export interface PageSuite {
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Registers the hooks. Call it once, at the top of a test file. A failing test saves a screenshot.
 *
 * @param options - options of each context; `browser`: how Chromium is started; `renew`: clears the tab of the
 *   previous test, so that this test uses it again. A test after a failure gets a new profile; see `emptyProfile`
 * @returns the suite, whose parts are available from the first test on
 */
export function usePageSuite(
  options: BrowserContextOptions & {
    browser?: ChromiumOptions;
    renew?: (page: Page) => Promise<void>;
  } = {},
): PageSuite {
  const { browser: launch, renew, ...contextOptions } = options;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let isKept = false;
  beforeAll(async () => {
    browser = await shareChromium(launch);
  });
  beforeEach(async () => {
    if (isKept && renew) {
      await renew(page);
      return;
    }
    if (!isKept) context = await browser.newContext(contextOptions);
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
  });
  afterEach(async ({ task }) => {
    const path = `test/.output/${task.id}.png`;
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) await page.screenshot({ path });
    isKept = !hasFailed;
    if (!isKept) await context.close();
    else if (!renew) await emptyProfile(context);
  });
  afterAll(async () => {
    if (isKept) await context.close();
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

/** Events of a context that tests listen to. */
const heardEvents = ['console', 'page', 'request', 'requestfailed', 'response', 'weberror'];

/**
 * Closes the tabs of a test, and removes its cookies, permissions, routes and listeners. A new tab takes less CPU than
 * a new profile. What pages have in `localStorage` stays, and so do scripts that were added to the context.
 */
export async function emptyProfile(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  for (const event of heardEvents) context.removeAllListeners(event);
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll()]);
}
