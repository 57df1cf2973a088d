import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProblemsOfLook } from '../support/axe.ts';
import { shareChromium } from '../support/chromium.ts';
import { startDashboardWorld } from '../support/dashboard-world.ts';
import { byExtent } from '../support/extent.ts';
import { findLosses } from '../support/find-losses.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

const world = useRunning(startDashboardWorld);
let page: Page;
/** Errors of scripts, and violations of the policy. */
let troubles: string[];

// Before the suite's hooks, so that it runs after them: closing the page may show further troubles.
afterEach(() => {
  expect(troubles).toEqual([]);
});

const suite = usePageSuite({ viewport: { width: 1280, height: 900 } });
beforeEach(async () => {
  const { context } = suite;
  page = suite.page;
  troubles = [];
  context.on('weberror', (error) => troubles.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
});

/** Paths of all pages in the navigation. */
async function listPaths(): Promise<readonly string[]> {
  await page.goto(`${world.connectUrl}/docs`);
  const links = page.getByRole('navigation', { name: 'All pages' }).getByRole('link');
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

describe('the search', () => {
  beforeEach(async () => {
    await page.goto(`${world.connectUrl}/docs`);
  });

  it('gets the focus by a slash, and leads to a heading by the keyboard alone', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('popup_blocked');
    await page.getByRole('status').filter({ hasText: 'result' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/errors#popup_blocked');

    const heading = page.getByRole('heading', { name: 'popup_blocked' });
    expect(await heading.isVisible()).toBe(true);
  });
});

describe('tabs of code', () => {
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).first();
  const showsCode = (language: string) =>
    page
      .getByRole('tabpanel')
      .getByRole('group', { name: `Code, ${language}` })
      .first()
      .isVisible();

  it('show one language, and remember the choice on the next page', async () => {
    await page.goto(`${world.connectUrl}/docs/webhooks`);
    expect(await showsCode('JavaScript')).toBe(true);
    await tab('Go').click();

    expect(await showsCode('JavaScript')).toBe(false);
    await page.goto(`${world.connectUrl}/docs/other-languages`);
    expect(await showsCode('Go')).toBe(true);
    expect(await tab('Go').getAttribute('aria-selected')).toBe('true');
  });
});

it('the first page on a phone has all of its code in view, and a sharp picture', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.connectUrl}/docs`);
  const code = page.locator('article pre').first();
  const picture = page.getByRole('img', { name: /^The modal/ });

  expect(await code.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  expect(await code.getAttribute('tabindex')).toBeNull();
  const sharpness = (one: HTMLImageElement) => one.naturalWidth / one.width;
  expect(await picture.evaluate(sharpness)).toBeGreaterThan(2);
});

it('every control has at least 24 by 24 pixels', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.connectUrl}/docs/webhooks`);
  const small = await page.locator('a, button, input').evaluateAll((all) =>
    all
      // Links within a sentence may be as high as its line: WCAG 2.2, 2.5.8.
      .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== 'inline')
      .filter(
        (one) =>
          Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 24,
      )
      .map((one) => one.outerHTML),
  );

  expect(small).toEqual([]);
});

it('a chart on a phone keeps the size of its letters, and scrolls by the keyboard', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${world.connectUrl}/docs/comparison`);
  const image = page.getByRole('img', { name: /Bars for each package/ });
  const chart = page.locator('[tabindex="0"]').filter({ has: image });
  await chart.focus();
  await page.keyboard.press('ArrowRight');

  const sizes = await image.evaluate((one: HTMLImageElement) => [one.width, one.naturalWidth]);
  expect(sizes[0]).toBeGreaterThan(500);
  expect(sizes[0]).toBe(sizes[1]);
  await expect.poll(() => chart.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
});

it('the contents of a page are at its side where there is room, and stay in view', async () => {
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const isBeside = async () => {
    const [side, text] = await Promise.all([
      contents.boundingBox(),
      page.locator('article h2').first().boundingBox(),
    ]);
    return side !== null && text !== null && side.x >= text.x + text.width;
  };
  await page.goto(`${world.connectUrl}/docs/errors#popup_blocked`);

  expect(await isBeside()).toBe(true);
  expect((await contents.boundingBox())?.y).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1000, height: 800 });
  expect(await isBeside()).toBe(false);
});

it.each(byExtent(['dark'] as const, ['light', 'dark'] as const))(
  'the first page shows the modal in %s',
  async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${world.connectUrl}/docs`);
    const picture = page.getByRole('img', { name: /^The modal/ });
    const shown = () =>
      picture.evaluate((one: HTMLImageElement) => (one.naturalWidth > 0 ? one.currentSrc : ''));

    await expect.poll(shown).toBe(`${world.connectUrl}/docs/modal-${theme}.webp`);
  },
);

it('a printed page has every line of its code', async () => {
  await page.goto(`${world.connectUrl}/docs/backend`);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 900 });

  const cut = await page
    .locator('.code pre')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);

  expect(cut).toBe(0);
});

const looks: readonly (readonly [theme: 'light' | 'dark', width: number])[] = [
  ['dark', 360],
  ...byExtent([], [
    ['light', 1280],
    ['light', 360],
    ['dark', 1280],
  ] as const),
];
/** A page of each kind: text, code, many headings, a chart with a wide table. */
const samples: readonly string[] = ['/docs', '/docs/backend', '/docs/errors', '/docs/comparison'];

/** Those that are also seen in other looks, and by keyboard. */
const tried = byExtent(['/docs/comparison'], samples);

/** The long run looks at each page, some fifty; a busy machine needs seconds for one. */
const axeLimitMs = 600_000;

it.each(looks)(
  'axe finds nothing on pages in %s, %i px wide, and they fit in other looks, too',
  async (theme, width) => {
    const paths = byExtent(samples, await listPaths());
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(world.connectUrl + path);
      found.push(...(await findProblemsOfLook(page)).map((problem) => `${path}: ${problem}`));
      if (!tried.includes(path)) continue;
      found.push(...(await findLosses(page)).map((loss) => `${path}: ${loss}`));
      await page.setViewportSize({ width, height: 800 });
    }

    expect(found).toEqual([]);
  },
  axeLimitMs,
);

it('without JavaScript every page can be reached and read', async () => {
  const plain = await (await shareChromium()).newContext({ javaScriptEnabled: false });
  const other = await plain.newPage();
  await other.goto(`${world.connectUrl}/docs`);
  await other.getByRole('link', { name: 'Errors', exact: true }).first().click();

  expect(await other.getByRole('heading', { level: 1 }).textContent()).toBe('Errors');
  expect(await other.getByRole('searchbox').count()).toBe(0);
  await plain.close();
});
