import { expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { findTroubles } from '../support/find-troubles.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { findBrokenWords, lookAtControls } from '../support/inspect.ts';
import { desktop, everyOther, phone } from '../support/layouts.ts';

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

it.each(byExtent([phone], [phone, [320, 640], desktop]))(
  'clips nothing at %i × %i',
  async (...size) => {
    const { troubles, count } = await findTroubles(suite, everyOther(0), size);
    expect(count).toBeGreaterThan(40);
    expect(troubles).toEqual([]);
  },
);

it.each(byExtent(['en'], ['en', 'de', 'fr', 'vi', 'tl']))(
  'breaks no word of what consent is about, in %s',
  async (locale) => {
    const page = (await suite.show('framed-consent', { size: phone, locale })).at(-1);
    const labels = page?.locator('.facts dt');
    expect(await labels?.count()).toBeGreaterThan(2);
    expect(await labels?.evaluateAll(findBrokenWords, '[^\\s-]+')).toEqual([]);
  },
);
