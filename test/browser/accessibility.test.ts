import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { modalScreens } from '../../src/connect/gallery/modal-screens.ts';
import { pageStates } from '../../src/connect/gallery/page-states.ts';
import { type AxeContext, findAccessibilityProblems } from '../support/axe.ts';
import { measureContrast } from '../support/contrast.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { type ShowOptions, showScreen } from '../support/gallery.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { findUnlit, readFocus } from '../support/inspect.ts';
import { layouts } from '../support/layouts.ts';

const bothWidths = [1280, 320];
const screens = [...modalScreens.keys(), ...[...pageStates.keys()].map((id) => `page-${id}`)];

/** The SDK's element in the host page. Other elements belong to the host. */
const modal = 'html > div';
/** A thousand options have the same structure, and axe would need minutes for them. */
const manyOptions = '[role=option]:nth-child(n + 30)';

// Its animations end at once: axe would judge a colour during a transition.
const suite = useGallerySuite();

/** Findings of axe on one screen, in the modal and in the page, at each width, and controls without a ring. */
async function look(
  page: Page,
  screen: string,
  { widths, ...options }: ShowOptions & { widths: readonly number[] },
): Promise<string[]> {
  const frames = await showScreen(page, suite.gallery.url, { screen, ...options });
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const frame of frames) await seeLaidOut(frame, screen);
    const problems = (await Promise.all(frames.map(findProblems))).flat();
    problems.push(...(await Promise.all(frames.map(findPaleTexts))).flat());
    for (const frame of frames) problems.push(...(await findUnlit(frame)));
    found.push(...problems.map((problem) => `${screen} at ${width} px: ${problem}`));
  }
  return found;
}

/** A target that the buttons in view cover in part counts only if scrolling does not free it. */
async function findProblems(frame: Frame): Promise<string[]> {
  const problems = await findAccessibilityProblems(frame, describeContext(frame));
  if (!problems.some(isOfTargetSize)) return problems;
  await frame.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const atEnd = await findAccessibilityProblems(frame, describeContext(frame));
  await frame.evaluate(() => scrollTo(0, 0));
  const others = problems.filter((problem) => !isOfTargetSize(problem));
  return [...others, ...atEnd.filter(isOfTargetSize)];
}

/** Finds generated texts, such as the initials in a tile, that cannot be read. axe does not look at them. */
async function findPaleTexts(frame: Frame): Promise<string[]> {
  const texts = await frame.evaluate(listGeneratedTexts);
  return texts
    .filter(({ colors: [ink = [], ground = []] }) => measureContrast(ink, ground) < 4.5)
    .map(({ text, colors }) => `${text} is pale: ${colors.join(' on ')}`);
}

/** Runs in a page: each generated text in an open shadow root, with the bytes of its colour and its ground. */
function listGeneratedTexts() {
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const elements = roots.flatMap((root) => [...root.querySelectorAll('*')]);
  return elements.flatMap((element) => {
    const { content, color } = getComputedStyle(element, '::before');
    if (!/^"./.test(content) || !element.checkVisibility()) return [];
    const trail: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) trail.push(one);
    const grounds = trail.map((one) => getComputedStyle(one).backgroundColor);
    const ground = grounds.find((one) => one !== 'rgba(0, 0, 0, 0)') ?? '';
    const colors = [color, ground].map((one) => (one.match(/[\d.]+/g) ?? []).map(Number));
    return [{ text: content, colors }];
  });
}

const isOfTargetSize = (problem: string) => problem.startsWith('target-size: ');

/** A frame of another origin gets its new width a moment after its host. */
async function seeLaidOut(frame: Frame, screen: string): Promise<void> {
  if (frame.parentFrame() === null) return;
  const element = await frame.frameElement();
  await expect
    .poll(
      async () => {
        const outside = await element.evaluate((iframe) => (iframe as HTMLElement).clientWidth);
        return (await frame.evaluate(() => innerWidth)) - outside;
      },
      { message: screen },
    )
    .toBe(0);
  await element.dispose();
}

function describeContext(frame: Frame): AxeContext {
  const isHost = frame.url().split('#')[0] === suite.gallery.url;
  const shadowHost = isHost ? modal : '.selector';
  return {
    ...(isHost ? { include: [modal] } : {}),
    exclude: [{ fromShadowDom: [shadowHost, manyOptions] }],
  };
}

/** Two corners of the matrix cover most effects of theme, direction and width. */
const corners = [
  { theme: 'light', locale: 'en', dir: 'ltr', widths: [1280] },
  { theme: 'dark', locale: 'ar', dir: 'rtl', widths: [320] },
] as const;
const matrix = [
  { theme: 'light', locale: 'en', dir: 'ltr', widths: bothWidths },
  { theme: 'dark', locale: 'ar', dir: 'rtl', widths: bothWidths },
  { theme: 'dark', locale: 'en', dir: 'ltr', widths: bothWidths },
  { theme: 'light', locale: 'ar', dir: 'rtl', widths: bothWidths },
] as const;
type Corner = (typeof corners | typeof matrix)[number];

describe.each(byExtent<readonly Corner[]>(corners, matrix))(
  'axe, in $theme and $locale',
  (corner) => {
    it('finds nothing on any screen, wide and narrow', async () => {
      // Every layout in one corner, or every screen in the whole matrix.
      const half = corners.findIndex(({ theme }) => theme === corner.theme);
      const ours = isLongRun ? screens : layouts.filter((_, index) => index % 2 === half);
      const waiting = ours.values();
      const found: string[] = [];
      let count = 0;
      const work = async (page: Page) => {
        for (const screen of waiting) {
          found.push(...(await look(page, screen, corner)));
          count += 1;
        }
      };

      const other = await suite.context.newPage();
      await Promise.all([work(suite.page), work(other)]);
      await other.close();

      expect(count).toBe(ours.length);
      expect(screens).toHaveLength(modalScreens.size + pageStates.size);
      expect(found).toEqual([]);
    });
  },
);

describe('axe finds planted problems', () => {
  it.each(byExtent(['framed-login'], ['select', 'framed-login', 'page-login']))(
    'on %s, in every frame',
    async (screen) => {
      const frames = await suite.show(screen);
      const find = () =>
        Promise.all(
          frames.map((frame) => findAccessibilityProblems(frame, describeContext(frame))),
        );

      const before = await find();
      for (const frame of frames) await frame.evaluate(plantNamelessButton);
      const after = await find();

      expect(before.flat()).toEqual([]);
      expect(after).toHaveLength(screen === 'framed-login' ? 2 : 1);
      for (const problems of after) expect(problems.join()).toMatch(/^button-name:/);
    },
  );
});

/** Runs in a page: adds a button without a name to the screen, also within a shadow root. */
function plantNamelessButton(): void {
  const hosts = [...document.documentElement.children];
  const dialog = hosts.map((host) => host.shadowRoot?.querySelector('dialog')).find(Boolean);
  (dialog ?? document.querySelector('main') ?? document.body).append(
    document.createElement('button'),
  );
}

it('the question keeps the focus when the page takes it meanwhile', async () => {
  const [, frame] = await suite.show('exit');
  await expect.poll(() => readFocus(suite.page)).toBe('Keep going');
  // This happens when the response to a login arrives while the question is open.
  await frame?.evaluate(() => document.querySelector('input')?.focus());
  await expect.poll(() => readFocus(suite.page)).toBe('Keep going');
});

it.runIf(isLongRun)('the index of the gallery has no problems, in light and dark', async () => {
  const { page } = suite;
  await page.goto(suite.gallery.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of bothWidths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await findAccessibilityProblems(page)));
    }
  }
  expect(found).toEqual([]);
});
