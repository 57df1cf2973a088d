import { expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { findTroubles } from '../support/find-troubles.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { lookAtControls } from '../support/inspect.ts';
import { everyOther } from '../support/layouts.ts';

/** Twice the usual size, as people choose it in the settings of their browser. */
const suite = useGallerySuite({
  browser: { args: ['--blink-settings=defaultFontSize=32'] },
});

it('is the font of modal and page, whatever the host says', async () => {
  const names: string[] = [];
  for (const screen of ['select', 'framed-login', 'page-login']) {
    for (const frame of await suite.show(screen)) {
      if (screen !== 'page-login' && frame === suite.page.mainFrame()) {
        await frame.evaluate(() =>
          document.documentElement.style.setProperty('font-size', '62.5%'),
        );
      }
      const controls = await lookAtControls(frame);
      const small = controls.filter(({ fontSize }) => fontSize < 28);
      expect(small.map(({ name }) => `${screen}: ${name}`)).toEqual([]);
      names.push(...controls.map(({ name }) => name));
    }
  }
  expect(names.length).toBeGreaterThan(8);
});

it.each(
  byExtent(
    [[390, 844]],
    [
      [390, 844],
      [320, 640],
      [1280, 800],
    ],
  ),
)('clips nothing at %i × %i', async (width = 0, height = 0) => {
  const { troubles, count } = await findTroubles(suite, everyOther(0), { width, height });
  expect(count).toBeGreaterThan(40);
  expect(troubles).toEqual([]);
});

it.each(byExtent(['en'], ['en', 'de', 'fr', 'vi', 'tl']))(
  'breaks no word of what consent is about, in %s',
  async (locale) => {
    await suite.page.setViewportSize({ width: 390, height: 844 });
    const page = (await suite.show('framed-consent', { locale })).at(-1);
    const labels = page?.locator('.facts dt');
    expect(await labels?.count()).toBeGreaterThan(2);
    const broken = await labels?.evaluateAll(findBrokenWords);
    expect(broken).toEqual([]);
  },
);

/** Runs in a page: words that are on two lines. */
function findBrokenWords(elements: readonly Element[]): string[] {
  const range = document.createRange();
  return elements.flatMap((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    return [...text.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 ? [word] : [];
    });
  });
}
