import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { modalScreens } from '../../../src/connect/gallery/modal-screens.ts';
import { pageStates } from '../../../src/connect/gallery/page-states.ts';
import { launchChromium } from '../../support/chromium.ts';
import { showScreen, startGallery } from '../../support/gallery.ts';

export { takeDocsPictures } from './docs-pictures.ts';

const allScreens = [...modalScreens.keys(), ...[...pageStates.keys()].map((id) => `page-${id}`)];

/** One sheet: the same settings for every screen. */
interface SheetSettings {
  /** CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: 'light' | 'dark';
  readonly locale: string;
  readonly texts: 'own' | 'operator';
}

/** A picture of one screen. */
interface Shot {
  readonly screen: string;
  readonly png: Buffer;
}

/** The size in the sheet, as a part of the size in the window. */
const thumbnailScale = 2 / 3;
/** In CSS pixels. Only the middle of a wider window is shown, because the rest belongs to the host. */
const widestPicture = 600;
/** The maximum number of screens on a sheet. More would be too long to look at. */
const screensPerSheet = 12;

/** Writes a PNG file for each size, theme and language, by the words and options of `run.mjs`. */
export async function makeContactSheets(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sizes: { type: 'string', default: '390x844,320x568,568x320,1280x800' },
      themes: { type: 'string', default: 'light,dark' },
      locales: { type: 'string', default: 'en,de,ar' },
      texts: { type: 'string', default: 'own' },
      out: { type: 'string', default: 'test/.output/screens' },
    },
  });
  const isChosen = (screen: string) =>
    positionals.length === 0 || positionals.some((word) => screen.includes(word));
  const screens = allScreens.filter(isChosen);
  const texts = parseTexts(values.texts);
  const sheets = values.sizes
    .split(',')
    .flatMap((size) =>
      values.themes
        .split(',')
        .flatMap((theme) =>
          values.locales
            .split(',')
            .map((locale) => ({ size: parseSize(size), theme: parseTheme(theme), locale, texts })),
        ),
    );
  await mkdir(values.out, { recursive: true });
  const gallery = await startGallery();
  const browser = await launchChromium();
  try {
    for (const sheet of sheets) {
      const shots = await takeShots({ browser, address: gallery.url, screens }, sheet);
      const width = Math.min(sheet.size.width, widestPicture);
      const { size, theme, locale } = sheet;
      const name = `${values.out}/${size.width}x${size.height}-${theme}-${locale}`;
      for (let first = 0; first < shots.length; first += screensPerSheet) {
        const path = `${name}-${1 + first / screensPerSheet}.png`;
        const some = shots.slice(first, first + screensPerSheet);
        await writeSheet(browser, { shots: some, width: width * thumbnailScale }, path);
      }
      process.stdout.write(`${name}: ${shots.length} screens\n`);
    }
  } finally {
    await browser.close();
    await gallery.close();
  }
}

/** The screens of the pictures, and the browser. */
interface Studio {
  readonly browser: Browser;
  readonly address: string;
  readonly screens: readonly string[];
}

async function takeShots(
  { browser, address, screens }: Studio,
  { size, theme, locale, texts }: SheetSettings,
): Promise<Shot[]> {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    colorScheme: theme,
  });
  const page = await context.newPage();
  const shots: Shot[] = [];
  for (const screen of screens)
    shots.push(await takeShot(page, address, { screen, theme, locale, texts }));
  await context.close();
  return shots;
}

async function takeShot(
  page: Page,
  address: string,
  options: Omit<SheetSettings, 'size'> & { screen: string },
): Promise<Shot> {
  for (const frame of await showScreen(page, address, options)) {
    await frame.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))),
    );
  }
  const { width, height } = page.viewportSize() ?? { width: widestPicture, height: 0 };
  const shown = Math.min(width, widestPicture);
  const clip = { x: (width - shown) / 2, y: 0, width: shown, height };
  return { screen: options.screen, png: await page.screenshot({ clip }) };
}

/** Arranges the pictures in a page, and takes a picture of it. */
async function writeSheet(
  browser: Browser,
  { shots, width }: { readonly shots: readonly Shot[]; readonly width: number },
  path: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1640, height: 900 } });
  const figures = shots.map(
    ({ screen, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${screen}</figcaption></figure>`,
  );
  await page.setContent(`<!doctype html><style>
    body { margin: 12px; display: flex; flex-wrap: wrap; gap: 12px; background: #888; font: 12px sans-serif }
    figure { margin: 0; inline-size: ${width}px }
    img { inline-size: 100%; display: block }
  </style>${figures.join('')}`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

function parseSize(text: string): SheetSettings['size'] {
  const [width, height] = text.split('x').map(Number);
  if (!width || !height) throw new Error(`--sizes: ${text} is not like 390x844`);
  return { width, height };
}

function parseTheme(text: string): SheetSettings['theme'] {
  if (text === 'light' || text === 'dark') return text;
  throw new Error(`--themes: ${text} is neither light nor dark`);
}

function parseTexts(text: string): SheetSettings['texts'] {
  if (text === 'own' || text === 'operator') return text;
  throw new Error(`--texts: ${text} is neither own nor operator`);
}
