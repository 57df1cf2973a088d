import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** The parts to check, and the parts to leave out. */
export interface AxeContext {
  /** Selectors; default: the whole document. */
  readonly include?: readonly string[];
  /** The selector of a shadow host, and a selector in its shadow root. */
  readonly exclude?: readonly { readonly fromShadowDom: readonly string[] }[];
}

declare global {
  interface Window {
    axe: { run(context: unknown, options?: RunOptions): Promise<AxeResults> };
  }
}

/** Every rule, including two that are off by default: one of WCAG 2.2, and one on labels in names. */
const everyRule: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
  // Each frame is checked separately, because its origin may differ.
  iframes: false,
  resultTypes: ['violations'],
};

/**
 * Adds axe to a document, unless it is already there. It is added through the debugger, so that the page's own
 * Content-Security-Policy allows it, and only on demand, because compiling it takes longer than most pages.
 */
async function installAxe(frame: Page | Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(axe.source);
}

/**
 * @param frame - a page or one of its frames
 * @param context - the part to check, including open shadow roots; default: everything
 * @returns the problems that axe finds with every rule on (WCAG 2.2 A and AA, best practices): one line for
 *   each broken rule
 */
export async function findAccessibilityProblems(
  frame: Page | Frame,
  context: AxeContext = {},
): Promise<string[]> {
  const look = ([wanted, options]: readonly [AxeContext, RunOptions]) =>
    window.axe.run(Object.keys(wanted).length > 0 ? wanted : document, options);
  await installAxe(frame);
  const { violations, passes } = await frame.evaluate(look, [context, everyRule] as const);
  // A check without contents is not a success.
  if (passes.length < 5) throw new Error('axe found next to nothing to look at');
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    const more = nodes.length > 1 ? ` (and ${nodes.length - 1} more)` : '';
    return `${id}: ${first?.target.join(' ')}${more}: ${first?.failureSummary}`;
  });
}

/** @returns the same problems of a whole page, and one more if it scrolls sideways */
export async function findProblemsOfLook(page: Page): Promise<string[]> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const problems = await findAccessibilityProblems(page);
  return excess > 0 ? [...problems, `The page is ${excess} px too wide.`] : problems;
}
