import type { Page } from 'playwright-core';
import { findClipped, lookAtControls, spaceText } from './inspect.ts';

/**
 * Looks at a page of the dashboard or the documentation as people see it who change its look, and moves through it
 * with the Tab key. The text spacing stays, so the page must be loaded again for other looks.
 *
 * @returns what is cut off, cannot be reached, has no edge in forced colours, or does not show the focus
 */
export async function findLosses(page: Page): Promise<readonly string[]> {
  const losses: string[] = [];
  const look = async (how: string) => {
    const controls = await lookAtControls(page);
    // A link that skips the navigation is out of view until it has the focus, and a field for password managers always.
    const missed = controls.filter(
      ({ isReachable, name, width }) => !isReachable && width > 16 && !name.startsWith('Skip to'),
    );
    losses.push(...missed.map(({ name }) => `${how}: cannot reach “${name}”`));
    losses.push(...(await findClipped(page, scrollers)).map((what) => `${how}: ${what}`));
    return controls;
  };

  await page.setViewportSize({ width: 320, height: 256 });
  await look('at 400 %');
  await page.setViewportSize({ width: 320, height: 640 });
  const usual = await lookAtControls(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const forced = await lookAtControls(page);
  const edgeless = forced.filter(
    ({ kind, edge }, index) => kind === 'button' && usual[index]?.hasGround && edge < 1,
  );
  losses.push(...edgeless.map(({ name }) => `in forced colours: “${name}” has no edge`));
  losses.push(...(await findUnseenStops(page)));
  await page.emulateMedia({ forcedColors: 'none' });
  losses.push(...(await findUnseenStops(page)));
  await page.evaluate(spaceText);
  await look('with text spacing');
  return losses;
}

/** Boxes that the arrow keys or the focus scroll: wide tables, code, tabs, and rows of links or buttons on a phone. */
const scrollers = '[tabindex="0"], textarea, nav, fieldset, [role="tablist"]';

/** Presses Tab until the focus comes back to the first stop, or at most as often as there are stops. */
async function findUnseenStops(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(describeStop);
    if (seen === null) break;
    if (!seen.isInView) unseen.push(`the focus is out of view on “${seen.name}”`);
    if (!seen.hasRing) unseen.push(`the focus does not show on “${seen.name}”`);
  }
  return unseen;
}

/** Enough for the head, the navigation and the beginning of a page. */
const maxStops = 25;

/** Runs in a page. Null when the focus has left the page. */
function describeStop() {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const { top, bottom } = active.getBoundingClientRect();
  const isInView = bottom > 0 && top < innerHeight;
  // A field shows the focus on its box, and the area for a picture around its input. The browser's own parts, such as
  // the button of a calendar, show it themselves.
  const boxes = [active, active.parentElement, active.parentElement?.parentElement];
  const styles = boxes.flatMap((box) => (box ? [getComputedStyle(box)] : []));
  // The cover that a link lays over its row.
  styles.push(getComputedStyle(active, '::after'));
  const widths = styles.map(({ outlineStyle, outlineWidth }) =>
    outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
  );
  const name = active.getAttribute('aria-label') ?? active.textContent?.trim().slice(0, 40);
  return {
    name: name || active.id,
    isInView,
    hasRing: !active.matches(':focus') || Math.max(...widths) >= 2,
  };
}
