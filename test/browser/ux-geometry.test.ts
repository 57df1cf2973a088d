import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choices } from '../../src/connect/gallery/settings.ts';
import { byExtent } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { findBrokenWords, readPixels } from '../support/inspect.ts';
import { desktop, landscape, narrow, phone, type Size, zoomed } from '../support/layouts.ts';

const suite = useGallerySuite();

/** German has the longest words. */
const languages = choices.locale.filter((tag) => byExtent(tag === 'de', true));

/** Rows of width, height and language. */
const inLanguages = (sizes: readonly Size[]) =>
  sizes.flatMap((size) => languages.map((locale) => [...size, locale] as const));

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

it.each(inLanguages(byExtent([narrow], [narrow, desktop, landscape, phone])))(
  'at %i × %i dialog and header keep their places from step to step, %s',
  async (width, height, locale) => {
    const found: unknown[] = [];
    for (const step of steps) {
      await suite.show(step, { size: [width, height], locale });
      found.push({ step, ...(await suite.page.getByRole('dialog').evaluate(readGeometry)) });
    }
    expect(found).toEqual(steps.map((step) => ({ ...Object(found[0]), step, lines: 1 })));
  },
);

/** Runs in a page: whether a person sees the element's middle, which may be clipped or covered. */
function isPainted(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const root = element.getRootNode() as Document | ShadowRoot;
  return element.contains(root.elementFromPoint(left + width / 2, top + height / 2));
}

/** The place of the button for the next step, and whether it is in view without scrolling. */
async function findWayOn(
  frames: readonly Frame[],
  selector = '.button--primary, .button--choice',
): Promise<(readonly [y: number, isSeen: boolean])[]> {
  const [host, page = host] = frames;
  const inset = page === host ? 0 : ((await host?.locator('iframe').boundingBox())?.y ?? 0);
  const buttons = page?.locator(selector);
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

it.each(inLanguages(byExtent([narrow], [narrow, phone, desktop])))(
  'at %i × %i the button keeps its place from step to step, and is in view, %s',
  async (width, height, locale) => {
    const places: (readonly [number, boolean])[] = [];
    for (const step of typedSteps) {
      places.push(...(await findWayOn(await suite.show(step, { size: [width, height], locale }))));
    }
    expect(places).toEqual(typedSteps.map(() => [expect.closeTo(places[0]?.[0] ?? 0, 0), true]));
  },
);

const consents = ['framed-consent', 'page-consent'];
const logins = ['framed-login', 'framed-login-live', 'page-login', 'page-login-live'];

// 301 px are the lowest window in which anything sticks. French has the longest lines of a consent.
it.each<[string, Size, readonly string[], count: number, locales: readonly string[]]>([
  ['Allow and Deny, side by side,', [568, 301], consents, 2, byExtent(['fr'], languages)],
  ['Allow and Deny, side by side,', narrow, consents, 2, byExtent(['fr'], languages)],
  ['Allow and Deny, side by side,', landscape, consents, 2, byExtent([], languages)],
  ['the button of a login', landscape, logins, 1, languages],
])('%s: in view at %j without scrolling', async (_, size, ...row) => {
  const [screens, count, locales] = row;
  for (const locale of locales) {
    for (const screen of screens) {
      const found = await findWayOn(await suite.show(screen, { size, locale }));
      const wanted = Array.from({ length: count }, () => [found[0]?.[0], true]);
      expect({ screen, locale, found }).toEqual({ screen, locale, found: wanted });
    }
  }
});

/** The bottom of the last large button, in the window, once it stays: a frame reports its height after its first paint. */
async function findEnd(frames: readonly Frame[]): Promise<number> {
  const page = frames.at(-1)?.locator('.center > button, .view .button');
  const measure = async () => {
    const { y = 0, height = 0 } = (await page?.last().boundingBox()) ?? {};
    return y + height;
  };
  for (let before = await measure(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const end = await measure();
    if (end === before) return end;
    before = end;
  }
}

it.each(byExtent([phone], [phone, desktop]))(
  'at %i × %i the last button of a notice ends where that of a login ends',
  async (...size) => {
    for (const [login, notices] of [
      ['framed-login', ['failed-server-error', 'popup-waiting', 'loading-slow']],
      ['page-login', ['page-failed-session-expired']],
    ] as const) {
      const end = await findEnd(await suite.show(login, { size }));
      for (const notice of notices) {
        const found = { notice, end: await findEnd(await suite.show(notice)) };
        expect(found).toEqual({ notice, end: expect.closeTo(end, 0) });
      }
    }
  },
);

/** True if the last row ends above the elements that cover the bottom of the page. */
async function endsAbove(frames: readonly Frame[], read: string, cover: string): Promise<boolean> {
  const page = frames.at(-1);
  const box = (selector: string) => page?.locator(selector).boundingBox();
  const [text, bar] = await Promise.all([box(read), box(cover)]);
  return text != null && bar != null && text.y + text.height <= bar.y;
}

it('no button of a step covers the control that gets the focus', async () => {
  await suite.show('page-consent-all', { size: narrow, locale: 'de' });
  const controls = await suite.page.locator('summary, .view a:visible').all();
  expect(controls.length).toBeGreaterThan(1);
  for (const control of controls) {
    // Behind the buttons, which stay at the end of the window.
    await control.evaluate((element: HTMLElement) => {
      scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 10);
      element.focus();
    });
    expect([await control.textContent(), await control.evaluate(isPainted)]).toEqual([
      expect.anything(),
      true,
    ]);
  }
});

const status = 'dialog [role="status"]';
const mfa = ['framed-mfa', 'framed-mfa-wrong', 'page-mfa'];
it.each<[string, Size, readonly string[], read: string, cover: string]>([
  ['the details of a consent', landscape, ['framed-consent'], '.more__title', '.form--decision'],
  ['the test code', narrow, mfa, '.note--test', '.form__end'],
  ['the skeleton of a list', landscape, ['loading-text'], '.skeleton', status],
  ['the skeleton of a list', narrow, ['loading-text'], '.skeleton', status],
  ['the picture of a wait', zoomed, ['finishing-still'], '.view > *', status],
  ['the picture of a wait', landscape, byExtent([], ['finishing-still']), '.view > *', status],
  ['the picture of a wait', desktop, byExtent([], ['finishing-still']), '.view > *', status],
])('%s is in view at %j, above what comes next', async (_, size, ...row) => {
  const [screens, read, cover] = row;
  for (const locale of languages) {
    for (const screen of screens) {
      const frames = await suite.show(screen, { size, locale });
      const isAbove = await endsAbove(frames, read, cover);
      const isInView = await frames.at(-1)?.locator(cover).evaluate(isPainted);
      const found = { screen, locale, isAbove, isInView };
      expect(found).toEqual({ screen, locale, isAbove: true, isInView: true });
    }
  }
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
  for (const screen of ['failed-server-error', 'popup-closed', 'page-failed-offline']) {
    const frames = await suite.show(screen, { size: phone, locale });
    const texts = frames[0]?.locator('.center > h3, .center > p, .view__title, .view__lead');
    const shares = await texts?.evaluateAll(readLastLines);
    const isLong = expect.toSatisfy((share: number) => share > 0.4);
    expect({ screen, shares }).toEqual({ screen, shares: [isLong, isLong] });
  }
});

const search = '.skeleton span, label';
const headers = ['page-starting', 'page-select', 'page-login', 'page-success'];
const lists = ['select', 'select-search', 'select-no-result'];
const titles = ['select-one', 'select-one-interrupted'];
const ends = ['finishing', 'connected'];
const card = 'dialog, .page';
const cards = ['select', 'page-login', 'page-failed-offline'];
it.each<[string, Size, readonly string[], selector: string, side: 'height' | 'width' | 'y']>([
  ['the header of the page is as high on every step', narrow, headers, '.header', 'height'],
  ['the page on its own is as wide as the modal', desktop, cards, card, 'width'],
  ['the page on its own is as high as the modal', desktop, cards, card, 'height'],
  ['the promise is at the bottom of any list', phone, lists, '.view > .note', 'y'],
  ['an interruption leaves the size of a title', desktop, titles, '.view__title', 'height'],
  ['the outline has the search of the list', phone, ['loading', 'select'], 'dialog label', 'y'],
  [
    'the outline has that search’s height',
    phone,
    ['page-starting', 'page-select'],
    search,
    'height',
  ],
  ['success leaves the marks in place', desktop, ends, '.parties .logo', 'y'],
  ['success leaves the text in place', desktop, ends, status, 'y'],
])('%s, at %j', async (_, size, ...row) => {
  const [screens, selector, side] = row;
  for (const locale of languages) {
    const found: unknown[] = [];
    for (const screen of screens) {
      const frame = (await suite.show(screen, { size, locale })).at(-1);
      const part = frame?.locator(selector).first();
      let place: number | undefined;
      // The page replaces its outline a moment later. In between, there is neither.
      const measure = async () => {
        place = (await part?.boundingBox())?.[side];
        return place;
      };
      await expect.poll(measure).toBeTypeOf('number');
      found.push(place);
    }
    expect(found).toEqual(screens.map(() => found[0] ?? 'a number'));
  }
});

it.each(languages)('at 568 × 320 every button of a notice is in view, %s', async (locale) => {
  const waiting = await suite.show('popup-waiting', { size: landscape, locale });
  const found = await findWayOn(waiting, '.center button');
  expect(found.map(([, isSeen]) => isSeen)).toEqual([true, true, true]);
  const noResult = await suite.show('select-no-result', { locale });
  expect(await findWayOn(noResult, '.center button')).toHaveLength(2);
  expect(await endsAbove(noResult, '.center button >> nth=-1', '.view > .note')).toBe(true);
});

it.each(byExtent([phone], [narrow, phone, desktop]))(
  'at %i × %i only the list of the page’s selector scrolls',
  async (...size) => {
    await suite.show('page-select-thousand', { size });
    const hidden = await suite.page.evaluate(
      () => document.documentElement.scrollHeight - innerHeight,
    );
    expect(hidden).toBe(0);
  },
);

it('at 320 × 568 the header is one line', async () => {
  await suite.show('page-login', { size: narrow, locale: 'de' });
  expect((await suite.page.locator('.header__name').boundingBox())?.height).toBeLessThan(30);
});

it.each(byExtent([390], [390, 1280]))(
  'at %i px the title of a failure is level with the cross, with and without a name below it',
  async (width) => {
    const readMiddle = (element: Element) => {
      const range = document.createRange();
      range.selectNode(element.firstChild ?? element);
      const { y, height } = range.getBoundingClientRect();
      return y + height / 2;
    };
    // An unknown application has no name. The others are a failure after the name is known, and the page on its own.
    for (const screen of ['failed-unknown-client', 'failed-provider-unavailable', 'page-login']) {
      await suite.show(screen, { size: [width, 800], surface: 'popup' });
      const title = suite.page.locator('dialog h2, .header__title');
      const cross = suite.page.locator('svg.close').first();
      const distance = (await title.evaluate(readMiddle)) - (await cross.evaluate(readMiddle));
      expect(Math.abs(distance), screen).toBeLessThan(2);
    }
  },
);

describe('a name of two lines', () => {
  it.each(byExtent([320], [320, 390, 1280]))(
    'keeps its distance from the search, at %i px',
    async (width) => {
      await suite.show('select', { size: [width, 700] });
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
  ])('is whole at 390 px: %s', async (screen, selector) => {
    await suite.show(screen, { size: phone });
    const [lines, hidden] = await suite.page.locator(selector).evaluate((name) => {
      name.textContent = 'to Featherstonehaugh & Daughters of Durham';
      const line = Number.parseFloat(getComputedStyle(name).lineHeight);
      return [Math.round(name.clientHeight / line), name.scrollHeight - name.clientHeight];
    });
    expect(lines).toBe(2);
    expect(hidden).toBeLessThan(2);
  });
});

it('at 320 px no heading breaks a word at its hyphen', async () => {
  const ids = ['failed-submission-limit-reached', 'page-failed-submission-limit-reached'];
  for (const screen of ids) {
    await suite.show(screen, { size: narrow });
    const heading = suite.page.getByRole('heading', { name: /^All test sign-/ });
    expect([screen, await heading.evaluateAll(findBrokenWords, '\\S+')]).toEqual([screen, []]);
  }
});

it.each(byExtent([phone], [phone, desktop]))(
  'at %i × %i a row at the fold fades out, not cut off',
  async (...size) => {
    await suite.show('select-thousand', { size });
    // A provider's picture, 40 px high, ends 4 px below the fold.
    const fold = await suite.page.locator('.list').evaluate((list) => {
      const { left, bottom } = list.getBoundingClientRect();
      const top = list.querySelectorAll('.logo')[11]?.getBoundingClientRect().top ?? 0;
      list.scrollTop += top + 36 - bottom;
      return { x: left, y: bottom };
    });
    const measureAbove = async (distance: number) => {
      const clip = { x: fold.x, y: fold.y - distance, width: 300, height: 2 };
      const { pixels } = await readPixels(suite.page, await suite.page.screenshot({ clip }));
      const greens = pixels.map(([, green = 0]) => green);
      return Math.max(...greens) - Math.min(...greens);
    };

    expect(await measureAbove(2)).toBeLessThan(20);
    expect(await measureAbove(30)).toBeGreaterThan(100);
  },
);

/** Run in a page: the share of the window above an element, and the share from its top on. */
const readShareAbove = (element: Element) =>
  Math.min(innerHeight, element.getBoundingClientRect().top) / innerHeight;
const readShareBelow = (element: Element) =>
  1 - Math.max(0, element.getBoundingClientRect().top) / innerHeight;

const enlarged: readonly Size[] = [zoomed, [480, 270]];
describe.each(enlarged.slice(0, byExtent(1, enlarged.length)))(
  'at %i × %i, as when a page is enlarged four times',
  (...size) => {
    it('the list has 60 % of the height, and all of it once it is scrolled', async () => {
      await suite.show('select-thousand', { size });
      const list = suite.page.getByRole('listbox');
      expect(await list.evaluate(readShareBelow)).toBeGreaterThanOrEqual(0.6);
      expect(await suite.page.locator('.view > .note').evaluate(readShareAbove)).toBe(1);
      await suite.page.mouse.move(size[0] / 2, size[1] - 20);
      await suite.page.mouse.wheel(0, 600);
      await expect.poll(() => list.evaluate(readShareBelow)).toBe(1);
      // Typing brings the search back.
      await suite.page.keyboard.type('j');
      const search = suite.page.getByRole('dialog').getByRole('combobox');
      await expect.poll(async () => (await search.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    });

    it('no button covers a field of a login', async () => {
      const frames = await suite.show('page-login', { size });
      expect(await endsAbove(frames, '.field >> nth=-1', '.form__end')).toBe(true);
    });

    it.each(consents)(
      'no button covers the terms of %s, and Allow can be pressed once it is scrolled into view',
      async (screen) => {
        const frames = await suite.show(screen, { size });
        await expect.poll(() => endsAbove(frames, '.more', '.form--decision')).toBe(true);
        const allow = frames.at(-1)?.getByRole('button', { name: 'Allow' });
        await allow?.scrollIntoViewIfNeeded();
        await expect.poll(() => allow?.evaluate(readShareAbove)).toBeLessThan(0.9);
        await expect.poll(() => allow?.isEnabled()).toBe(true);
      },
    );
  },
);
