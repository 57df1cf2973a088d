import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { BrowserContext, Frame, Page } from 'playwright-core';

/** Which parts to look at, and which to leave out. */
export interface AxeContext {
  /** Selectors; default: the whole document. */
  readonly include?: readonly string[];
  /** For each, the selector of a shadow host and one in its shadow root. */
  readonly exclude?: readonly { readonly fromShadowDom: readonly string[] }[];
}

declare global {
  interface Window {
    axe: { run(context: unknown, options?: RunOptions): Promise<AxeResults> };
  }
}

/** Every rule, and two that axe leaves out unless they are asked for: one of WCAG 2.2, one of labels in names. */
const everyRule: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
  // Each frame is looked at by itself, whatever its origin.
  iframes: false,
  resultTypes: ['violations'],
};

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
 * @param frame - with axe installed: a page, or one of its frames
 * @param context - the part to look at, open shadow roots included; default: everything
 * @returns what axe finds, every rule on: WCAG 2.2 A and AA, best practices; one line for each rule that is
 *   broken, empty when all is well
 */
export async function findAccessibilityProblems(
  frame: Page | Frame,
  context: AxeContext = {},
): Promise<string[]> {
  const look = ([wanted, options]: readonly [AxeContext, RunOptions]) =>
    window.axe.run(Object.keys(wanted).length > 0 ? wanted : document, options);
  const { violations, passes } = await frame.evaluate(look, [context, everyRule] as const);
  // Having looked at nothing is no success.
  if (passes.length < 5) throw new Error('axe found next to nothing to look at');
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    const more = nodes.length > 1 ? ` (and ${nodes.length - 1} more)` : '';
    return `${id}: ${first?.target.join(' ')}${more}: ${first?.failureSummary}`;
  });
}
