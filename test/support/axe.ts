import axe, { type AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

declare global {
  interface Window {
    axe: { run(): Promise<AxeResults> };
  }
}

/**
 * Puts axe into every document to come. As an init script it is not subject to the page's own
 * Content-Security-Policy.
 *
 * @param context - a fresh context
 */
export async function installAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axe.source });
}

/**
 * @param page - with axe installed
 * @returns what axe finds, every rule on: WCAG A and AA, best practices; empty when all is well
 */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  const { violations, passes } = await page.evaluate(() => window.axe.run());
  // Having looked at nothing is no success.
  if (passes.length < 5) throw new Error('axe found next to nothing to look at');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
