import type { Page } from 'playwright-core';

/**
 * Pictures for people to look at; no test compares them, because fonts differ between machines.
 * `SCREENSHOTS=test/.output/screens npx vitest run --project browser` makes them.
 *
 * @param page - what to take a picture of
 * @param name - of the file, without its ending
 */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
