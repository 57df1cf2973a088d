import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findFrame } from '../browser-suite.ts';
import type { PartName } from './apps/app.ts';
import type { Bench } from './contract.ts';

/** The contract's page in a real browser, with the real Connect page in its frame. */
export interface BrowserBench extends Bench {
  readonly page: Page;
  /** Address of the Connect page. */
  readonly connectUrl: string;
}

/** The opened page and its properties. */
type Opened = Pick<BrowserBench, 'page' | 'connectUrl' | 'problems' | 'hasSignal'>;

/**
 * @param opened - a page with the application of one binding, without visible components
 * @returns the bench
 */
export function createBrowserBench(opened: Opened): BrowserBench {
  const { page, connectUrl } = opened;
  let frame: Frame;
  return {
    ...opened,
    ...createParts(page),
    showsErrors: true,
    countOpen: () => page.locator('dialog').count(),
    async seeSelector() {
      await page.getByRole('option', { name: 'Alpha' }).waitFor();
    },
    async reachLogin() {
      await page.getByRole('option', { name: 'Alpha' }).click();
      frame = await findFrame(page, connectUrl);
      await expect.poll(() => frame.evaluate(() => window.connectPage.selected)).toEqual(['alpha']);
    },
    allow: () => frame.evaluate(() => window.connectPage.sendCode()),
    fail: (code) =>
      frame.evaluate(
        (sent) =>
          window.connectPage.bridge.sendError({ code: sent, message: 'x', retryable: true }),
        code,
      ),
    async leave() {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    },
    openByPage: () => page.evaluate(() => void window.openConnect()),
  };
}

function createParts(page: Page) {
  return {
    render: (shown) => page.evaluate((parts) => window.app.render(parts), shown),
    readState: (name) => page.evaluate((part) => window.app.readState(part), name),
    readHeard: () => page.evaluate(() => window.heard),
    press: (name) => page.locator(`#${name}`).click(),
    pressByScript: (name) =>
      page.locator(`#${name}`).evaluate((button) => (button as HTMLElement).click()),
    close: (name) => page.evaluate((part: PartName) => window.app.close(part), name),
    abort: (name) => page.evaluate((part: PartName) => window.app.abort?.(part), name),
    passTime: () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve))),
    set: (values) => page.evaluate((given) => void Object.assign(window, given), values),
    readAttributes: () =>
      page
        .locator('button#button')
        .evaluate((button) =>
          Object.fromEntries([...button.attributes].map(({ name, value }) => [name, value])),
        ),
  } satisfies Partial<Bench>;
}
