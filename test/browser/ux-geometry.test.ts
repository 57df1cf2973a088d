import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { longTerms } from '../../src/connect/gallery/page-states.ts';
import { choices } from '../../src/connect/gallery/settings.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { lookAtControls } from '../support/inspect.ts';

const suite = useGallerySuite();

/** One screen for each step of a flow, in order. */
const steps = [
  'loading',
  'select',
  'framed-login',
  'framed-mfa',
  'framed-consent',
  'popup-waiting',
  'finishing',
  'connected',
  'failed-offline',
];
/** German has the longest words. */
const languages = choices.locale.filter((tag) => byExtent(tag === 'de', true));

/** The places of the dialog and its header, and the number of lines of the title. */
function readGeometry(dialog: Element) {
  const measure = (element: Element | null) => {
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return [x, y, width, height];
  };
  const range = document.createRange();
  const title = dialog.querySelector('h2')?.firstChild;
  if (title) range.selectNode(title);
  const lines = new Set([...range.getClientRects()].map(({ y }) => y)).size;
  return { dialog: measure(dialog), header: measure(dialog.querySelector('header')), lines };
}

const sizes = [
  [320, 568],
  [1280, 800],
  [568, 320],
  [390, 844],
] as const;

describe.each(byExtent(sizes.slice(0, 1), [...sizes]))('at %i × %i', (width, height) => {
  it.each(languages)(
    'dialog and header keep their places from step to step, %s',
    async (locale) => {
      await suite.page.setViewportSize({ width, height });
      await suite.show('select', { locale });
      const { dialog, header } = await suite.page.getByRole('dialog').evaluate(readGeometry);
      for (const step of steps) {
        await suite.show(step, { locale });
        const found = await suite.page.getByRole('dialog').evaluate(readGeometry);
        expect({ step, ...found }).toEqual({ step, dialog, header, lines: 1 });
      }
    },
  );
});

/** The place of the button for the next step, and whether it is in view without scrolling. */
async function findWayOn(
  frames: readonly Frame[],
): Promise<(readonly [y: number, isSeen: boolean])[]> {
  const [host, page = host] = frames;
  const inset = page === host ? 0 : ((await host?.locator('iframe').boundingBox())?.y ?? 0);
  const buttons = page?.locator('.button--primary, .button--choice');
  const found = await buttons?.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [top, top >= 0 && bottom <= innerHeight] as const;
    }),
  );
  return (found ?? []).map(([top, isSeen]) => [inset + top, isSeen]);
}

/** One screen for each step where people type or choose. */
const typedSteps = ['framed-login', 'framed-mfa', 'framed-choice', 'framed-question'];

const buttonSizes = [
  [320, 568],
  [390, 844],
  [1280, 800],
] as const;
describe.each(buttonSizes.slice(0, byExtent(1, buttonSizes.length)))(
  'the button at %i × %i',
  (width, height) => {
    it.each(languages)('keeps its place from step to step, and is in view, %s', async (locale) => {
      await suite.page.setViewportSize({ width, height });
      const places: unknown[] = [];
      for (const step of typedSteps) {
        places.push(...(await findWayOn(await suite.show(step, { locale }))));
      }
      expect(places).toHaveLength(typedSteps.length);
      expect(places).toEqual(typedSteps.map(() => [expect.closeTo(readY(places), 0), true]));
    });
  },
);

function readY([first]: readonly unknown[]): number {
  return Array.isArray(first) ? Number(first[0]) : Number.NaN;
}

const endSizes = [
  [390, 844],
  [1280, 800],
] as const;
it.each(endSizes.slice(0, byExtent(1, endSizes.length)))(
  'at %i × %i the last button of a notice ends where that of a login ends',
  async (width, height) => {
    await suite.page.setViewportSize({ width, height });
    for (const [login, notices] of [
      ['framed-login', ['failed-server-error', 'popup-waiting', 'loading-slow']],
      ['page-login', ['page-failed-session-expired']],
    ] as const) {
      const end = await findEnd(await suite.show(login));
      for (const notice of notices) {
        const found = { notice, end: await findEnd(await suite.show(notice)) };
        expect(found).toEqual({ notice, end: expect.closeTo(end, 0) });
      }
    }
  },
);

/** The bottom of the last large button, in the window. */
async function findEnd(frames: readonly Frame[]): Promise<number> {
  const page = frames.at(-1)?.locator('.center > button, .view .button');
  const { y = 0, height = 0 } = (await page?.last().boundingBox()) ?? {};
  return y + height;
}

const decisionSizes = [
  // The lowest window in which anything sticks.
  [568, 301],
  [320, 568],
  [568, 320],
] as const;
describe.each(decisionSizes.slice(0, byExtent(2, decisionSizes.length)))(
  'Allow and Deny at %i × %i',
  (width, height) => {
    // French has the longest lines.
    it.each(byExtent(['fr'], languages))(
      'are in view without scrolling, side by side, %s',
      async (locale) => {
        await suite.page.setViewportSize({ width, height });
        for (const screen of ['framed-consent', 'page-consent']) {
          const found = await findWayOn(await suite.show(screen, { locale }));
          expect({ screen, found }).toEqual({
            screen,
            found: [
              [found[0]?.[0], true],
              [found[0]?.[0], true],
            ],
          });
        }
      },
    );
  },
);

/** Runs in a page. Counts the lines of a text that scrolling does not bring into view. */
function countHiddenLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  const isHidden = (_: DOMRect, line: number) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = range.getClientRects()[line] ?? new DOMRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return !seen || !element.contains(seen);
  };
  return [...range.getClientRects()].filter(isHidden).length;
}

describe.runIf(isLongRun).each([
  [390, 844],
  // Nothing is sticky in a frame of this size.
  [568, 301],
])('the longest purpose at %i × %i', (width, height) => {
  it.each(languages)('is read by scrolling, and so are Allow and Deny, %s', async (locale) => {
    await suite.page.setViewportSize({ width, height });
    for (const screen of ['framed-consent-all', 'page-consent-all']) {
      const page = (await suite.show(screen, { locale })).at(-1) ?? suite.page;
      const purpose = page.getByText(longTerms.purpose, { exact: true });
      const hidden = await purpose.evaluate(countHiddenLines);
      const controls = await lookAtControls(page);
      const missed = controls.filter(({ isReachable }) => !isReachable).map(({ name }) => name);
      const choices = await page.locator('.button--choice').count();
      const found = { screen, hidden, missed, choices };
      expect(found).toEqual({ screen, hidden: 0, missed: [], choices: 2 });
    }
  });
});

/** True if the last row ends above the elements that cover the bottom of the page. */
async function endsAbove(frames: readonly Frame[], read: string, cover: string): Promise<boolean> {
  const page = frames.at(-1);
  const box = (selector: string) => page?.locator(selector).boundingBox();
  const [text, bar] = await Promise.all([box(read), box(cover)]);
  return text != null && bar != null && text.y + text.height <= bar.y;
}

it.each(languages)(
  'at 568 × 320 the button of a login is in view without scrolling, %s',
  async (locale) => {
    await suite.page.setViewportSize({ width: 568, height: 320 });
    for (const screen of ['framed-login', 'framed-login-live', 'page-login', 'page-login-live']) {
      const found = await findWayOn(await suite.show(screen, { locale }));
      expect({ screen, found }).toEqual({ screen, found: [[expect.any(Number), true]] });
    }
  },
);

it.each(byExtent(['de'], ['en', 'de']))(
  'at 568 × 320 the details are found before Allow and Deny, %s',
  async (locale) => {
    await suite.page.setViewportSize({ width: 568, height: 320 });
    const frames = await suite.show('framed-consent', { locale });
    expect(await endsAbove(frames, '.more__title', '.form--decision')).toBe(true);
  },
);

it.each([
  [568, 320],
  [320, 568],
])('at %i × %i the text of a wait is below the skeleton', async (width, height) => {
  await suite.page.setViewportSize({ width, height });
  const frames = await suite.show('loading-text');
  expect(await endsAbove(frames, '.skeleton', '[role="status"]')).toBe(true);
});

/** The length of the last line of each text, as a share of its longest line. */
function readLastLines(texts: (Element | SVGElement)[]): number[] {
  return texts.map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const widths = new Map<number, number>();
    for (const { bottom, width } of range.getClientRects()) {
      const line = Math.round(bottom);
      widths.set(line, (widths.get(line) ?? 0) + width);
    }
    return (widths.get(Math.max(...widths.keys())) ?? 0) / Math.max(...widths.values());
  });
}

it.each(languages)('centred texts have no short last line, %s', async (locale) => {
  await suite.page.setViewportSize({ width: 390, height: 844 });
  for (const screen of ['failed-server-error', 'popup-closed', 'page-failed-offline']) {
    const frames = await suite.show(screen, { locale });
    const texts = frames[0]?.locator('.center > h3, .center > p, .view__title, .view__lead');
    const shares = await texts?.evaluateAll(readLastLines);
    expect(shares).toHaveLength(2);
    expect({ screen, share: Math.min(...(shares ?? [])) }).toEqual({
      screen,
      share: expect.toSatisfy((share: number) => share > 0.4),
    });
  }
});

it.each(languages)('at 320 × 568 the test code is in view, %s', async (locale) => {
  await suite.page.setViewportSize({ width: 320, height: 568 });
  for (const screen of ['framed-mfa', 'framed-mfa-wrong', 'page-mfa']) {
    const isSeen = await endsAbove(
      await suite.show(screen, { locale }),
      '.note--test',
      '.form__end',
    );
    expect({ screen, isSeen }).toEqual({ screen, isSeen: true });
  }
});

it.each(languages)(
  'at 320 × 568 the header of the page is as high on every step, %s',
  async (locale) => {
    await suite.page.setViewportSize({ width: 320, height: 568 });
    const heights: unknown[] = [];
    for (const screen of ['page-starting', 'page-select', 'page-login', 'page-success']) {
      const frames = await suite.show(screen, { locale });
      heights.push((await frames[0]?.locator('.header').boundingBox())?.height);
    }
    expect(heights).toEqual(heights.map(() => heights[0]));
  },
);

it.each(languages)('at 568 × 320 every button of a notice is in view, %s', async (locale) => {
  await suite.page.setViewportSize({ width: 568, height: 320 });
  for (const [screen, count, cover] of [
    ['popup-waiting', 3, undefined],
    ['select-no-result', 2, '.view > .note'],
  ] as const) {
    await suite.show(screen, { locale });
    const buttons = await suite.page.locator('.center button').all();
    expect(buttons).toHaveLength(count);
    const end = cover ? (await suite.page.locator(cover).boundingBox())?.y : 320;
    for (const button of buttons) {
      const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(end ?? 0);
    }
  }
});

it('at 320 × 568 the header is one line', async () => {
  await suite.page.setViewportSize({ width: 320, height: 568 });
  const [page] = await suite.show('page-login', { locale: 'de' });
  const name = page?.locator('.header__name');
  expect(await name?.evaluate((it) => it.getBoundingClientRect().height)).toBeLessThan(30);
});

it.each(byExtent([390], [390, 1280]))(
  'at %i px the title of a failure is level with the cross, with and without a name below it',
  async (width) => {
    await suite.page.setViewportSize({ width, height: 800 });
    const readMiddle = (element: Element) => {
      const range = document.createRange();
      range.selectNode(element.firstChild ?? element);
      const { y, height } = range.getBoundingClientRect();
      return y + height / 2;
    };
    // An unknown application has no name. The others are a failure after the name is known, and the page on its own.
    for (const screen of ['failed-unknown-client', 'failed-provider-unavailable', 'page-login']) {
      await suite.show(screen, { surface: 'popup' });
      const title = suite.page.locator('dialog h2, .header__title');
      const cross = suite.page.locator('svg.close').first();
      const distance = (await title.evaluate(readMiddle)) - (await cross.evaluate(readMiddle));
      expect(Math.abs(distance), screen).toBeLessThan(2);
    }
  },
);

it.each(byExtent(['de'], ['en', 'de']))(
  'at 1280 × 800 the title of a login is as large after an interruption, %s',
  async (locale) => {
    await suite.page.setViewportSize({ width: 1280, height: 800 });
    const sizes: unknown[] = [];
    for (const screen of ['select-one', 'select-one-interrupted']) {
      const title = (await suite.show(screen, { locale })).at(-1)?.locator('.view__title');
      sizes.push(await title?.evaluate((element) => getComputedStyle(element).fontSize));
    }
    expect(sizes).toEqual(['22px', '22px']);
  },
);

it.each(byExtent([320], [320, 390, 1280]))(
  'at %i px a name of two lines keeps its distance from the search',
  async (width) => {
    await suite.page.setViewportSize({ width, height: 700 });
    await suite.show('select');
    const gap = await suite.page.locator('h2 small').evaluate((small) => {
      const name = small.querySelector('span') ?? small;
      name.textContent = 'to Featherstonehaugh & Daughters of Northumberland and Durham';
      const search = small.closest('dialog')?.querySelector('label');
      const { bottom } = small.getBoundingClientRect();
      return (search?.getBoundingClientRect().top ?? 0) - bottom;
    });
    expect(gap).toBeGreaterThanOrEqual(16);
  },
);

it.each([
  ['select', 'h2 small > span:not(.badge)'],
  ['page-login', '.header__name'],
])('at 390 px a name of two lines is whole: %s', async (screen, selector) => {
  await suite.page.setViewportSize({ width: 390, height: 844 });
  const [frame] = await suite.show(screen);
  const [lines, hidden] = (await frame?.locator(selector).evaluate((name) => {
    name.textContent = 'to Featherstonehaugh & Daughters of Durham';
    const line = Number.parseFloat(getComputedStyle(name).lineHeight);
    return [Math.round(name.clientHeight / line), name.scrollHeight - name.clientHeight];
  })) ?? [0, 0];
  expect(lines).toBe(2);
  expect(hidden).toBeLessThan(2);
});

/** Runs in a page: the words of a heading that begin on one line and end on another. */
function findBrokenWords(heading: Element): string[] {
  const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  const letters: { letter: string; y: number }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const [index, letter] of [...(node.nodeValue ?? '')].entries()) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      letters.push({ letter, y: range.getBoundingClientRect().bottom });
    }
  }
  const text = letters.map(({ letter }) => letter).join('');
  return [...text.matchAll(/\S+/g)]
    .filter(({ index, 0: word }) => letters[index]?.y !== letters[index + word.length - 1]?.y)
    .map(([word]) => word);
}

it('at 320 px no heading breaks a word at its hyphen', async () => {
  await suite.page.setViewportSize({ width: 320, height: 568 });
  for (const screen of [
    'failed-submission-limit-reached',
    'page-failed-submission-limit-reached',
  ]) {
    await suite.show(screen);
    const heading = suite.page.getByRole('heading', { name: /^All test sign-/ });
    expect([screen, await heading.evaluate(findBrokenWords)]).toEqual([screen, []]);
  }
});

/** Runs in a page: how much the colours of a picture differ. */
async function measureContrast(png: string): Promise<number> {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
  const greens = data.filter((_, index) => index % 4 === 1);
  return Math.max(...greens) - Math.min(...greens);
}

it.each(
  byExtent(
    [[390, 844]],
    [
      [390, 844],
      [1280, 800],
    ],
  ),
)('at %i × %i a row at the fold fades out, not cut off', async (width, height) => {
  await suite.page.setViewportSize({ width, height });
  await suite.show('select-thousand');
  // A provider's picture, 40 px high, ends 4 px below the fold.
  const fold = await suite.page.locator('.list').evaluate((list) => {
    const { left, bottom } = list.getBoundingClientRect();
    const top = list.querySelectorAll('.logo')[11]?.getBoundingClientRect().top ?? 0;
    list.scrollTop += top + 36 - bottom;
    return { x: left, y: bottom };
  });
  const measureAbove = async (distance: number) => {
    const clip = { x: fold.x, y: fold.y - distance, width: 300, height: 2 };
    const png = await suite.page.screenshot({ clip });
    return await suite.page.evaluate(measureContrast, png.toString('base64'));
  };

  expect(await measureAbove(2)).toBeLessThan(20);
  expect(await measureAbove(30)).toBeGreaterThan(100);
});

/** Run in a page: the share of the window above an element, and the share from its top on. */
const readShareAbove = (element: Element) =>
  Math.min(innerHeight, element.getBoundingClientRect().top) / innerHeight;
const readShareBelow = (element: Element) =>
  1 - Math.max(0, element.getBoundingClientRect().top) / innerHeight;

describe.each(
  byExtent(
    [[320, 256]],
    [
      [320, 256],
      [480, 270],
    ],
  ),
)('at %i × %i, as when a page is enlarged four times', (width, height) => {
  it('the list has 60 % of the height, and all of it once it is scrolled', async () => {
    await suite.page.setViewportSize({ width, height });
    await suite.show('select-thousand');
    const list = suite.page.getByRole('listbox');
    expect(await list.evaluate(readShareBelow)).toBeGreaterThanOrEqual(0.6);
    expect(await suite.page.locator('.view > .note').evaluate(readShareAbove)).toBe(1);
    await suite.page.mouse.move(width / 2, height - 20);
    await suite.page.mouse.wheel(0, 600);
    await expect.poll(() => list.evaluate(readShareBelow)).toBe(1);
    // Typing brings the search back.
    await suite.page.keyboard.type('j');
    const search = suite.page.getByRole('dialog').getByRole('combobox');
    await expect.poll(async () => (await search.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });

  it.each(['framed-consent', 'page-consent'])(
    'no button covers the terms of %s, and Allow can be pressed once it is scrolled into view',
    async (screen) => {
      await suite.page.setViewportSize({ width, height });
      const frames = await suite.show(screen);
      await expect.poll(() => endsAbove(frames, '.more', '.form--decision')).toBe(true);
      const allow = frames.at(-1)?.getByRole('button', { name: 'Allow' });
      await allow?.scrollIntoViewIfNeeded();
      await expect.poll(() => allow?.evaluate(readShareAbove)).toBeLessThan(0.9);
      await expect.poll(() => allow?.isEnabled()).toBe(true);
    },
  );
});

it('a short list leaves the promise at the bottom, where a long one has it', async () => {
  await suite.page.setViewportSize({ width: 390, height: 844 });
  const places: unknown[] = [];
  for (const screen of ['select', 'select-search', 'select-no-result']) {
    await suite.show(screen);
    places.push((await suite.page.locator('.view > .note').boundingBox())?.y);
  }
  expect(places).toEqual(places.map(() => places[0]));
});
