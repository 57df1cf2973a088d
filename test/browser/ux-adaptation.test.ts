import type { Frame, Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choices } from '../../src/connect/gallery/settings.ts';
import { measureContrast } from '../support/contrast.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { findTroubles, findTroublesIn } from '../support/find-troubles.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import {
  findUnlit,
  lookAtControls,
  readContrast,
  readPixels,
  readStyle,
  spaceText,
} from '../support/inspect.ts';
import {
  desktop,
  everyOther,
  landscape,
  layouts,
  narrow,
  phone,
  type Size,
  zoomed,
} from '../support/layouts.ts';

const suite = useGallerySuite();

describe('nothing is clipped, and every control can be reached by scrolling down alone', () => {
  // The lowest of the wide sizes first. The test of 320 px has the lowest of all.
  const rows: readonly (readonly [...Size, screens: readonly string[]])[] = [
    [...landscape, everyOther(1)],
    [320, 640, layouts],
    [768, 1024, layouts],
  ];

  it.each(rows.slice(0, byExtent(1, rows.length)))('at %i × %i', async (...row) => {
    const [width, height, screens] = row;
    const { troubles, count } = await findTroubles(suite, screens, [width, height]);

    expect(count).toBeGreaterThan(40);
    expect(troubles).toEqual([]);
  });
});

/** Runs in a page: finds the elements that can be scrolled sideways, in shadow roots, too. */
function findWide(): string[] {
  const roots = [document, ...[...document.querySelectorAll('*')].map((it) => it.shadowRoot)];
  const elements = roots.flatMap((root) => [...(root?.querySelectorAll<HTMLElement>('*') ?? [])]);
  return elements
    .filter((element) => {
      const canScroll = /auto|scroll/.test(getComputedStyle(element).overflowX);
      const isRoot = element === document.scrollingElement;
      return (canScroll || isRoot) && element.scrollWidth > element.clientWidth;
    })
    .map(({ localName, className, scrollWidth, clientWidth }) => {
      return `${localName}.${className}: ${scrollWidth} in ${clientWidth}`;
    });
}

/** Without a font for them, as on most machines for tests, their letters are half as wide as a person sees them. */
const isOfNarrowBoxes = (locale: string) => ['zh-Hans', 'ko'].includes(locale);

/** What is wrong at 320 by 256 pixels, and at 320 by 640, also with the text spacing of WCAG 1.4.12. */
async function lookAtNarrow(frames: readonly Frame[], locale: string) {
  const troubles: string[] = [];
  for (const frame of frames) {
    troubles.push(...(await findTroublesIn(frame)).troubles, ...(await frame.evaluate(findWide)));
  }
  await suite.page.setViewportSize({ width: 320, height: 640 });
  let count = 0;
  for (const frame of frames) {
    const controls = await lookAtControls(frame);
    count += controls.length;
    const small = controls.filter(
      ({ width, height }) => (width < 43.9 && !isOfNarrowBoxes(locale)) || height < 43.9,
    );
    await frame.evaluate(spaceText);
    const spaced = await findTroublesIn(frame);
    troubles.push(
      ...small.map(({ name, width, height }) => `“${name}” is ${width} × ${height}`),
      ...spaced.troubles.map((trouble) => `with more spacing: ${trouble}`),
    );
  }
  return { troubles, count };
}

describe('at 320 px', () => {
  const languages: readonly string[] = choices.locale;
  const longest: readonly string[] = ['de', 'fr', 'vi', 'tl'];

  it.each(byExtent(longest, languages))(
    'nothing is clipped, out of reach, below 44 by 44 pixels or a pixel too wide: %s',
    async (locale) => {
      const troubles: string[] = [];
      let count = 0;
      const turn = longest.indexOf(locale);
      // The short run shows each layout in one of the languages.
      const screens = layouts.filter((_, index) => isLongRun || index % longest.length === turn);
      for (const screen of screens) {
        const frames = await suite.show(screen, { size: zoomed, locale });
        const found = await lookAtNarrow(frames, locale);
        count += found.count;
        troubles.push(...found.troubles.map((trouble) => `${screen}: ${trouble}`));
      }
      expect(count).toBeGreaterThan(15);
      expect(troubles).toEqual([]);
    },
  );

  it('one pixel too much would be found', async () => {
    const frame = (await suite.show('framed-consent', { size: narrow })).at(-1);
    await frame?.evaluate(() => {
      document.body.style.inlineSize = '321px';
    });
    expect(await frame?.evaluate(findWide)).toEqual(['html.: 321 in 320']);
  });
});

describe('a long text', () => {
  it('in a button keeps a distance from its edges', async () => {
    await suite.show('select-no-result', { size: narrow, locale: 'vi' });
    const button = suite.page.getByRole('button', { name: 'Không thấy nhà cung cấp của tôi' });
    const { lines, gap } = await button.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const rows = [...range.getClientRects()];
      const top = Math.min(...rows.map((row) => row.top));
      // The element around the text has a box for each line, too.
      const lines = new Set(rows.map((row) => Math.round(row.top))).size;
      return { lines, gap: top - element.getBoundingClientRect().top };
    });
    expect(lines).toBe(2);
    expect(gap).toBeGreaterThanOrEqual(6);
  });

  it('in the application’s name ends with a whole line, for any line height', async () => {
    await suite.show('select', { size: narrow });
    const name = suite.page.locator('#title small > span:not(.badge)');
    const countLines = () =>
      name.evaluate((element) => {
        element.textContent = 'to Featherstonehaugh & Daughters '.repeat(4);
        return element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight);
      });
    expect(await countLines()).toBeCloseTo(2, 1);
    await suite.page.evaluate(spaceText);
    expect(await countLines()).toBeCloseTo(2, 1);
  });
});

/** Runs in a page: the distance of the digits of a code, and that of their cells. */
function measureDistances(cells: Element): readonly number[] {
  const input = cells.previousElementSibling as HTMLInputElement;
  const [first, second] = [...cells.children].map((cell) => cell.getBoundingClientRect().left);
  const digit = document.createElement('span');
  digit.textContent = '0';
  const { fontFamily, fontSize, letterSpacing } = getComputedStyle(input);
  Object.assign(digit.style, { fontFamily, fontSize });
  digit.style.setProperty('letter-spacing', letterSpacing, 'important');
  document.body.append(digit);
  const { width } = digit.getBoundingClientRect();
  digit.remove();
  return [width, (second ?? 0) - (first ?? 0)].map(Math.round);
}

it.each(byExtent([320], [320, 390]))(
  'at %i px each digit of a code is in its cell, for any text spacing',
  async (width) => {
    for (const locale of ['en', 'ar'] as const) {
      await suite.show('page-mfa', { size: [width, 640], locale });
      await suite.page.evaluate(spaceText);
      const [digits, cells] = await suite.page.locator('.cells').evaluate(measureDistances);
      expect(cells).toBeGreaterThan(30);
      expect(digits).toBe(cells);
    }
  },
);

/** Runs in a page: the numbers of the cells that have a ring. */
function listLitCells(cells: Element): readonly number[] {
  const isLit = (cell: Element) => getComputedStyle(cell).outlineStyle === 'solid';
  return [...cells.children].flatMap((cell, index) => (isLit(cell) ? [index] : []));
}

it.each(['none', 'active'] as const)(
  'only the cell of the next digit of a code shows the focus, with forced colours: %s',
  async (forcedColors) => {
    const { page } = suite;
    await page.emulateMedia({ forcedColors });
    await suite.show('page-mfa');
    const readLit = () => page.locator('.cells').evaluate(listLitCells);
    await expect.poll(readLit).toEqual([0]);
    await page.keyboard.type('12');
    await expect.poll(readLit).toEqual([2]);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(readLit).toEqual([1]);
    await page.keyboard.press('Tab');
    await expect.poll(readLit).toEqual([]);
  },
);

describe('a screen of at most 480 px', () => {
  it.each(byExtent([480], [320, 390, 480]))('is filled by the modal at %i px', async (width) => {
    await suite.show('select', { size: [width, 700] });
    const dialog = suite.page.getByRole('dialog');
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height: 700 });
    // The control: one pixel above the limit.
    if (width === 480) await suite.page.setViewportSize({ width: 481, height: 700 });
    if (width === 480) expect((await dialog.boundingBox())?.width).toBeLessThan(481);
  });

  it('has fields of 16 px or more, so that no phone zooms in', async () => {
    const sizes: number[] = [];
    for (const screen of ['select', 'framed-login', 'framed-mfa', 'page-select', 'page-login']) {
      for (const frame of await suite.show(screen, { size: phone })) {
        const controls = await lookAtControls(frame);
        sizes.push(
          ...controls
            .filter(({ kind }) => /combobox|input/.test(kind))
            .map((field) => field.fontSize),
        );
      }
    }
    expect(sizes.length).toBeGreaterThanOrEqual(6);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  });
});

it('no control is behind the notch of a phone, or below its edge', async () => {
  const session = await suite.context.newCDPSession(suite.page);
  for (const screen of ['select', 'page-login']) {
    await suite.show(screen, { size: phone });
    const insets = { top: 50, bottom: 40, left: 30, right: 30 };
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
    const parts =
      'dialog :is(header button, label, .view > .note), .page :is(.button, .header__title)';
    const controls = await suite.page.locator(parts).all();
    expect(controls.length).toBeGreaterThan(2);
    for (const control of controls) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
      expect(Math.min(x, phone[0] - x - width)).toBeGreaterThanOrEqual(30);
      expect([y >= 50, y + height <= phone[1] - 40]).toEqual([true, true]);
    }
  }
  await session.detach();
});

/** The contrast of a drawn tick to its ground. Computed styles are not what forced colours paint in an SVG. */
async function measureTick(mark: Locator): Promise<number> {
  const { width, pixels } = await readPixels(suite.page, await mark.screenshot());
  // Inside the circle, above the tick.
  const ground = pixels[Math.round(width / 8) * width + Math.round(width / 2)] ?? [];
  // The inner square, without the edge of the circle.
  const isInner = (place: number) => place >= width / 4 && place < (3 * width) / 4;
  const inner = pixels.filter(
    (_, index) => isInner(index % width) && isInner(Math.floor(index / width)),
  );
  return Math.max(...inner.map((ink) => measureContrast(ink, ground)));
}

describe('in forced colours', () => {
  it('every button with an edge keeps it', async () => {
    const listButtons = async (frame: Frame) =>
      (await lookAtControls(frame)).filter(({ kind }) => kind === 'button');
    const edgeless: string[] = [];
    let count = 0;
    // Those with each kind of button.
    const usual = ['select-no-result', 'framed-mfa-wrong', 'exit', 'page-consent'];
    for (const screen of byExtent(usual, layouts)) {
      for (const frame of await suite.show(screen)) {
        await suite.page.emulateMedia({ forcedColors: 'none' });
        const usual = await listButtons(frame);
        await suite.page.emulateMedia({ forcedColors: 'active' });
        const forced = await listButtons(frame);
        const grounded = forced.filter((_, index) => usual[index]?.hasGround);
        count += grounded.length;
        edgeless.push(
          ...grounded.filter(({ edge }) => edge < 1).map(({ name }) => `${screen}: “${name}”`),
        );
      }
    }
    expect(count).toBeGreaterThan(byExtent(5, 10));
    expect(edgeless).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('a tick and the focus stand out, %s', async (colorScheme) => {
    await suite.page.emulateMedia({ forcedColors: 'active', colorScheme });
    await suite.show('connected-window', { theme: colorScheme });
    expect(await measureTick(suite.page.locator('svg.check'))).toBeGreaterThanOrEqual(3);
    await suite.show('select', { theme: colorScheme });
    await suite.page.keyboard.press('ArrowDown');
    expect(await findUnlit(suite.page)).toEqual([]);
  });

  it('texts, edges and states can be told apart', async () => {
    const { page } = suite;
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const edge = { 'border-top-width': '1px' };
    for (const screen of ['select', 'page-select']) {
      await suite.show(screen);
      const badge = page.locator('.badge').first();
      expect(await readContrast(badge)).toBeGreaterThanOrEqual(4.5);
      expect(await readStyle(badge, 'border-top-width')).toEqual(edge);
    }
    await suite.show('exit');
    expect(await readStyle(page.getByRole('alertdialog'), 'border-top-width')).toEqual(edge);
    // One side of a spinner is different. Otherwise no turning would be seen.
    const sides = ['top', 'right', 'bottom', 'left'].map((side) => `border-${side}-color`);
    const readSides = async (spinner: Locator) =>
      new Set(Object.values(await readStyle(spinner, ...sides))).size;
    await suite.show('page-login-waiting');
    expect(await readSides(page.locator('.spinner'))).toBe(2);
    await suite.show('finishing');
    expect(await readSides(page.locator('.spin'))).toBe(2);
  });
});

it.each(['none', 'active'] as const)(
  'what cannot be pressed looks so, with forced colours: %s',
  async (forcedColors) => {
    const { page } = suite;
    await page.emulateMedia({ forcedColors });
    const read = (locator: Locator) => readStyle(locator, 'color', 'opacity');
    await suite.show('select-unavailable');
    const available = await read(page.locator('[aria-disabled=false] bdi'));
    expect(await read(page.locator('[aria-disabled=true] bdi'))).not.toEqual(available);
    await suite.show('page-login');
    const submit = page.locator('.button--primary');
    const ready = await read(submit);
    await suite.show('page-login-waiting');
    expect(await read(submit)).not.toEqual(ready);
  },
);

it.each([
  ['select', '[role=option]'],
  ['exit', '.center > .primary'],
  ['exit', '.center > button:not(.primary)'],
  ['page-login', '.button--primary'],
  ['page-consent', '.button--choice'],
])('what is under the pointer can be told, on %s: %s', async (screen, selector) => {
  await suite.show(screen);
  const part = suite.page.locator(selector).first();
  const read = () => readStyle(part, 'background-color', 'box-shadow');
  const usual = await read();
  await part.hover();
  expect(await read()).not.toEqual(usual);
  expect(await readStyle(part, 'cursor')).toEqual({ cursor: 'pointer' });
});

describe('dark mode', () => {
  it.each(byExtent(['select'], ['loading', 'select']))(
    'is dark from the first frame on: %s',
    async (screen) => {
      await suite.show('select-no-result', { theme: 'light' });
      await suite.page.evaluate(watchBackground);
      await suite.show(screen, { theme: 'dark' });
      const seen = await suite.page.evaluate(() => Reflect.get(window, 'seenBackgrounds'));
      // The background before the modal, and then only the dark colour.
      expect(seen.length).toBeGreaterThanOrEqual(2);
      for (const lightness of seen.slice(1)) expect(lightness).toBeLessThan(90);
    },
  );

  it('follows the system while it is open', async () => {
    await suite.page.emulateMedia({ colorScheme: 'light' });
    await suite.show('select', { theme: 'auto' });
    const dialog = suite.page.getByRole('dialog');
    const readScheme = () => dialog.evaluate((element) => getComputedStyle(element).colorScheme);
    const before = await readScheme();
    await suite.page.emulateMedia({ colorScheme: 'dark' });
    expect(before).toBe('light');
    await expect.poll(readScheme).toBe('dark');
  });
});

/** Runs in the host: records the lightness of the modal's background, frame by frame. */
function watchBackground(): void {
  const seen: number[] = [];
  Reflect.set(window, 'seenBackgrounds', seen);
  const watch = () => {
    const hosts = [...document.documentElement.children];
    const dialog = hosts.map((host) => host.shadowRoot?.querySelector('dialog')).find(Boolean);
    if (dialog) {
      const colours = getComputedStyle(dialog).backgroundColor.match(/\d+/g) ?? [];
      const lightness = Math.max(...colours.slice(0, 3).map(Number));
      if (seen.at(-1) !== lightness) seen.push(lightness);
    }
    requestAnimationFrame(watch);
  };
  watch();
}

describe('languages', () => {
  it('Arabic mirrors the header and its arrow, but not addresses', async () => {
    const look = async (locale: string) => {
      const [, frame] = await suite.show('framed-login', { size: desktop, locale });
      const buttons = await suite.page.getByRole('dialog').locator('header button').all();
      const places = await Promise.all(buttons.map((button) => button.boundingBox()));
      const [back, close] = places.map((box) => box?.x ?? 0);
      const domain = await frame
        ?.getByText('ledgerly.example')
        .first()
        .evaluate((element) => getComputedStyle(element).direction);
      const arrow = await readStyle(suite.page.locator('svg.back'), 'scale');
      await suite.show('page-mfa', { locale });
      const ofPage = await readStyle(suite.page.locator('svg.back'), 'scale');
      return { isBackFirst: Number(back) < Number(close), domain, arrows: [arrow, ofPage] };
    };
    const [usual, mirrored] = [{ scale: 'none' }, { scale: '-1 1' }];
    const [en, ar] = [await look('en'), await look('ar')];
    expect(en).toEqual({ isBackFirst: true, domain: 'ltr', arrows: [usual, usual] });
    expect(ar).toEqual({ isBackFirst: false, domain: 'ltr', arrows: [mirrored, mirrored] });
  });

  it('a host’s own direction does not change the modal’s', async () => {
    await suite.show('select', { dir: 'rtl' });
    const dialog = suite.page.getByRole('dialog');
    expect(await dialog.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  });
});
