import { describe, expect, it } from 'vitest';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { findUnlit, press, readStyle } from '../support/inspect.ts';

// Cases that need no browser are in test/unit/ui/mount-selector.test.ts.
const suite = useGallerySuite();

const dialog = () => suite.page.getByRole('dialog');
const search = () => dialog().getByRole('combobox');
const options = () => dialog().getByRole('option');

describe('the combobox', () => {
  it('scrolls the option into view to which a key leads', async () => {
    await suite.show('select-thousand');
    for (const key of ['ArrowDown', 'PageDown', 'End', 'ArrowUp', 'PageUp', 'Home']) {
      await suite.page.keyboard.press(key);
      const isShown = await suite.page
        .locator('[role=option][aria-selected=true]')
        .evaluate((option) => {
          const box = option.closest('.list')?.getBoundingClientRect();
          const { top, bottom } = option.getBoundingClientRect();
          // Rows fade out at the end of the list.
          return !!box && top >= box.top - 1 && bottom <= box.bottom - 23;
        });
      expect(isShown, `${key} scrolls its option into view`).toBe(true);
    }
  });

  it('has one stop of Tab: the list that scrolls is reached by arrows', async () => {
    await suite.page.setViewportSize({ width: 390, height: 700 });
    await suite.show('select-thousand');
    const list = dialog().locator('.list');
    expect(await list.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
    // Where scrollbars take up space, the one of the list takes little.
    expect(await list.evaluate((box) => getComputedStyle(box).scrollbarWidth)).toBe('thin');
    const stops = await press(suite.page, 'Tab', 6);
    // The last stop is the browser itself.
    expect(new Set(stops.filter((name) => name !== 'body'))).toEqual(
      new Set(['Close', await search().getAttribute('aria-label'), 'My provider isn’t listed']),
    );
  });
});

describe('names', () => {
  it.each([
    ['en', 'left'],
    ['ar', 'right'],
  ] as const)('in %s begin on the %s, in any script', async (locale, side) => {
    await suite.page.setViewportSize({ width: 1280, height: 800 });
    await suite.show('select-long', { locale });
    const gaps = await options().evaluateAll(measureGaps, side);
    expect(gaps.length).toBeGreaterThan(3);
    expect(gaps.filter((gap) => gap > 1)).toEqual([]);
  });
});

/** Runs in a page: measures the distance of each name from its place next to the mark. */
function measureGaps(options: readonly Element[], side: 'left' | 'right'): number[] {
  return options.map((option) => {
    const [mark, text] = option.children;
    const range = document.createRange();
    if (text?.firstChild) range.selectNode(text.firstChild);
    const [from, to] = [mark?.getBoundingClientRect(), range.getBoundingClientRect()];
    const gap = side === 'left' ? to.left - (from?.right ?? 0) : (from?.left ?? 0) - to.right;
    // 14 pixels lie between the two.
    return Math.round(Math.abs(gap - 14));
  });
}

describe('what is listed', () => {
  it('shows why a provider is unavailable, in words and by an icon, and does not open it', async () => {
    await suite.show('select-unavailable');
    for (const [name, reason] of [
      ['Harbor Returns', 'Down for maintenance until 6 pm'],
      ['Plainview', 'Not available right now'],
    ] as const) {
      const option = options().filter({ hasText: name });
      expect(await option.getAttribute('aria-description')).toBe(reason);
      const shown = await option
        .locator('bdi')
        .evaluate((element) => getComputedStyle(element, '::after').content);
      expect(shown).toBe(`"${reason}"`);
      expect(await option.locator('svg').count()).toBe(1);
      expect(await option.getAttribute('aria-disabled')).toBe('true');
      // Forced, because Playwright would wait until the option is enabled.
      await option.click({ force: true });
    }
    expect(await search().isVisible()).toBe(true);
    expect(await suite.page.locator('iframe').isVisible()).toBe(false);
  });

  it('says a reason that several providers share once, and again for the one that is pressed', async () => {
    await suite.show('select-test');
    await dialog().locator('.list > button').click();
    const option = dialog().locator('[data-brief=true] [role=option]').first();
    const isTold = () =>
      option.locator('bdi').evaluate((name) => getComputedStyle(name, '::after').display);
    expect(await isTold()).toBe('none');
    await option.click({ force: true });
    await expect.poll(isTold).toBe('block');
  });

  it('shows initials for a broken logo, and no name twice', async () => {
    await suite.show('select-logos');
    const shown = options().filter({ hasText: 'Shown Logo' }).locator('img');
    const broken = options().filter({ hasText: 'Broken Logo' });
    await expect.poll(() => broken.locator('img').isVisible()).toBe(false);
    expect(await shown.isVisible()).toBe(true);
    expect(await shown.getAttribute('alt')).toBe('');
    const initials = await broken
      .locator('.logo')
      .evaluate((picture) => getComputedStyle(picture, '::before').content);
    expect(initials).toBe('"BL"');
    expect(await broken.locator('.logo').getAttribute('aria-hidden')).toBe('true');
  });

  it('of a thousand is drawn where the list is scrolled to, and says its length everywhere', async () => {
    await suite.show('select-thousand');
    const list = dialog().locator('.list');
    const scrollTo = async (share: number) => {
      await list.evaluate((box, part) => box.scrollTo(0, box.scrollHeight * part), share);
      const place = Math.round(1 + 999 * share);
      const near = options().and(suite.page.locator(`[aria-posinset="${place}"]`));
      await expect.poll(() => near.getAttribute('aria-setsize')).toBe('1000');
      const session = await suite.context.newCDPSession(suite.page);
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      return nodes.filter(({ role }) => role?.value === 'option');
    };

    for (const share of [0, 0.5, 1]) {
      const found = await scrollTo(share);
      expect(found.filter(({ name }) => !name?.value)).toEqual([]);
      expect(found.filter(({ description }) => !/\w\.example$/.test(description?.value))).toEqual(
        [],
      );
    }
    // Options that the list passed over are not drawn.
    expect(await options().count()).toBeLessThan(500);
  });
});

it('the link to the support shows the focus', async () => {
  await suite.show('select-no-result');
  await dialog().getByRole('button', { name: 'My provider isn’t listed' }).press('Enter');
  await dialog().getByRole('link').waitFor();
  expect(await findUnlit(suite.page)).toEqual([]);
});

it('an accent with too little contrast is adjusted', async () => {
  await suite.show('select-branded');
  const { 'font-family': font } = await readStyle(dialog(), 'font-family');
  expect(font).toContain('Georgia');
  await suite.page.keyboard.press('ArrowDown');
  expect(await findUnlit(suite.page)).toEqual([]);
});
