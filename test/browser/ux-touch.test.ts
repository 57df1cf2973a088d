import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { useFlowSuite } from '../support/flow-suite.ts';

const suite = useFlowSuite({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});
let page: Page;

beforeEach(async () => {
  page = suite.page;
  await page.goto(suite.world.appUrl);
  await page.getByRole('button', { name: 'Connect your tax account' }).tap();
});

it('a person connects by touch alone, on a phone', async () => {
  const frame = page.frameLocator('iframe');
  await page.getByRole('option', { name: /^Sandbox/ }).tap();
  await frame.getByLabel('Username').tap();
  await page.keyboard.type('user_good');
  await frame.getByLabel('Password', { exact: true }).tap();
  await page.keyboard.type('pass_good');
  await frame.getByRole('button', { name: 'Sign in' }).tap();
  await frame.locator('button[value=allow]:not([aria-disabled=true])').waitFor();
  await frame.getByRole('button', { name: 'Allow' }).tap();

  await page.getByText('Your tax account is connected').waitFor();
  expect(await page.locator('#provider').textContent()).toBe('sandbox');
});

it('nothing scrolls sideways, and the page behind does not scroll under the finger', async () => {
  await page.getByRole('option', { name: /^Sandbox/ }).waitFor();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(195, 600);
  await page.mouse.wheel(0, 4000);
  const after = await page.evaluate(() => [scrollX, scrollY, visualViewport?.scale]);
  // The control: without the modal the same gesture scrolls.
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByText('Nothing was connected').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await page.mouse.wheel(0, 4000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  expect(after).toEqual([0, before, 1]);
});

it('does not open the keyboard over the list; a tap opens the search', async () => {
  await page.getByRole('option', { name: /^Sandbox/ }).waitFor();
  const search = page.getByRole('combobox');
  expect(await search.evaluate((input) => input.matches(':focus'))).toBe(false);
  await search.tap();
  expect(await search.evaluate((input) => input.matches(':focus'))).toBe(true);
});

/** Simulates a keyboard of half the height, which a headless browser does not have. */
const openKeyboard = () =>
  page.evaluate(() => {
    const half = { configurable: true, get: () => innerHeight / 2 };
    Object.defineProperty(visualViewport, 'height', half);
    visualViewport?.dispatchEvent(new Event('resize'));
  });

it('keeps field and button above a keyboard, in the frame', async () => {
  const frame = page.frameLocator('iframe');
  await page.getByRole('option', { name: /^Sandbox/ }).tap();
  await frame.getByLabel('Password', { exact: true }).tap();
  const findEnds = () =>
    Promise.all(
      [
        frame.getByLabel('Password', { exact: true }),
        frame.getByRole('button', { name: 'Sign in' }),
      ].map(async (control) => {
        const box = await control.boundingBox();
        return box ? Math.ceil(box.y + box.height) : Number.NaN;
      }),
    );
  const before = await findEnds();

  await openKeyboard();

  expect(Math.max(...before)).toBeGreaterThan(422);
  await expect.poll(async () => Math.max(...(await findEnds()))).toBeLessThanOrEqual(422);
  // Neither covers the other.
  const [field = 0, button = 0] = await findEnds();
  expect(button - field).toBeGreaterThan(48);
  // On a tablet, the modal does not fill the window.
  await page.setViewportSize({ width: 800, height: 1000 });
  const modal = page.getByRole('dialog');
  const findEnd = () => modal.evaluate((dialog) => dialog.getBoundingClientRect().bottom);
  await expect.poll(findEnd).toBeLessThanOrEqual(500);
});

it('lets a page on its own be scrolled above a keyboard', async () => {
  await page.goto(`${suite.world.connectUrl}/manage`);
  await page.getByRole('option', { name: /^Sandbox/ }).tap();
  await page.getByLabel('Password', { exact: true }).tap();
  await openKeyboard();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});
