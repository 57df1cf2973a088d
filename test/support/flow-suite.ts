import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from './chromium.ts';
import { startWorld, type World } from './world.ts';

/** The whole system and a browser for one test file, and a fresh profile with a tab for each test. */
export interface FlowSuite {
  readonly world: World;
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Registers the hooks; to be called once, at the top of a test file.
 *
 * @param options - of each context
 * @returns the suite, whose parts are there from the first test on
 */
export function useFlowSuite(options: BrowserContextOptions = {}): FlowSuite {
  let world: World;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startWorld(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext(options);
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
  });
  afterEach(async ({ task }) => {
    const path = `test/.output/${task.id}.png`;
    if (task.result?.state === 'fail') await page.screenshot({ path });
    await context.close();
  });
  return {
    get world() {
      return world;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
  };
}
