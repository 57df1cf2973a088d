import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ChromiumOptions, shareChromium } from './chromium.ts';

/** A browser and a profile for one test file. */
export interface ProfileSuite {
  readonly context: BrowserContext;
}

/** A browser and a profile for one test file, and a new tab for each test. */
export interface PageSuite extends ProfileSuite {
  readonly page: Page;
}

/** Options of each context; `browser`: how Chromium is started. */
export type ProfileOptions = BrowserContextOptions & { readonly browser?: ChromiumOptions };

/**
 * Registers the hooks. Call it once, at the top of a test file. A failing test saves a screenshot of each tab, and the
 * next one gets a new profile.
 *
 * @param empty - makes the profile of a test that has passed ready for the next one
 * @returns the suite, whose parts are available from the first test on
 */
export function useProfile(options: ProfileOptions = {}, empty = emptyProfile): ProfileSuite {
  const { browser: launch, ...contextOptions } = options;
  let browser: Browser;
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    browser = await shareChromium(launch);
  });
  beforeEach(async () => {
    context ??= await browser.newContext(contextOptions);
    context.setDefaultTimeout(20_000);
  });
  afterEach(async ({ task }) => {
    const kept = context;
    if (!kept) return;
    if (task.result?.state !== 'fail') return empty(kept);
    context = undefined;
    for (const [index, shown] of kept.pages().entries()) {
      await shown.screenshot({ path: `test/.output/${task.id}-${index}.png` });
    }
    await kept.close();
  });
  afterAll(() => context?.close());
  return {
    get context() {
      if (!context) throw new Error('The suite is not available before the first test.');
      return context;
    },
  };
}

/** Also opens a tab for each test. `renew` clears the tab of the last test, so that it is used again. */
export function usePageSuite(
  options: ProfileOptions & { readonly renew?: (page: Page) => Promise<void> } = {},
): PageSuite {
  const { renew, ...profile } = options;
  const suite = useProfile(profile, renew && (async () => {}));
  let page: Page | undefined;
  beforeEach(async () => {
    if (renew && page && !page.isClosed()) await renew(page);
    else page = await suite.context.newPage();
  });
  return Object.defineProperty(suite, 'page', { get: () => page }) as PageSuite;
}

/** Events of a context that tests listen to. */
const heardEvents = ['console', 'page', 'request', 'requestfailed', 'response', 'weberror'];

/**
 * Closes the tabs of a test, and removes its cookies, permissions, routes and listeners. A new tab takes less CPU than
 * a new profile. What pages have in `localStorage` stays, and so do scripts that were added to the context.
 */
async function emptyProfile(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  for (const event of heardEvents) context.removeAllListeners(event);
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll()]);
}
