import type { Page } from 'playwright-core';

/**
 * Saves a picture for people. No test compares pictures, because fonts differ between machines.
 * `SCREENSHOTS=test/.output/screens npx vitest run --project browser` makes them.
 *
 * @param name - name of the file, without extension
 * @param options - `fullPage`: includes content that must be scrolled to
 */
export async function saveScreenshot(
  page: Page,
  name: string,
  options: { readonly fullPage?: boolean } = {},
): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, ...options });
}
