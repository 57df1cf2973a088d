import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { modalScreens } from '../../demo/gallery/modal-screens.ts';
import { pageStates } from '../../demo/gallery/page-states.ts';
import { launchChromium } from '../support/chromium.ts';
import { type ShowOptions, showScreen, startGallery } from '../support/gallery.ts';

const allScreens = [...modalScreens.keys(), ...[...pageStates.keys()].map((id) => `page-${id}`)];

/** One sheet: the same settings for every screen. */
interface SheetSettings {
  /** CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: 'light' | 'dark';
  readonly locale: string;
}

/** A picture of one screen. */
interface Shot {
  readonly screen: string;
  readonly png: Buffer;
}

/** Width of each picture on a sheet, CSS pixels. */
const thumbnailWidth = 260;
/** More screens would make a sheet too long. */
const screensPerSheet = 12;

/**
 * Writes a PNG file for each combination of size, theme and language.
 *
 * @param args - command line: words that choose screens, and the options that `run.mjs` lists
 * @throws Error for an unknown option or an invalid value
 */
export async function makeContactSheets(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sizes: { type: 'string', default: '390x844,320x568,568x320,1280x800' },
      themes: { type: 'string', default: 'light,dark' },
      locales: { type: 'string', default: 'en,de,ar' },
      out: { type: 'string', default: 'test/.output/screens' },
    },
  });
  const isChosen = (screen: string) =>
    positionals.length === 0 || positionals.some((word) => screen.includes(word));
  const screens = allScreens.filter(isChosen);
  const sheets = values.sizes
    .split(',')
    .flatMap((size) =>
      values.themes
        .split(',')
        .flatMap((theme) =>
          values.locales
            .split(',')
            .map((locale) => ({ size: parseSize(size), theme: parseTheme(theme), locale })),
        ),
    );
  await mkdir(values.out, { recursive: true });
  const gallery = await startGallery();
  const browser = await launchChromium();
  try {
    for (const sheet of sheets) {
      const shots = await takeShots({ browser, address: gallery.url, screens }, sheet);
      const { size, theme, locale } = sheet;
      const name = `${values.out}/${size.width}x${size.height}-${theme}-${locale}`;
      for (let first = 0; first < shots.length; first += screensPerSheet) {
        const path = `${name}-${1 + first / screensPerSheet}.png`;
        await writeSheet(browser, shots.slice(first, first + screensPerSheet), path);
      }
      process.stdout.write(`${name}: ${shots.length} screens\n`);
    }
  } finally {
    await browser.close();
    await gallery.close();
  }
}

/** The browser, the gallery and the settings of the pictures. */
interface Studio {
  readonly browser: Browser;
  readonly address: string;
  readonly screens: readonly string[];
}

async function takeShots(
  { browser, address, screens }: Studio,
  { size, theme, locale }: SheetSettings,
): Promise<Shot[]> {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    colorScheme: theme,
  });
  const page = await context.newPage();
  const shots: Shot[] = [];
  for (const screen of screens)
    shots.push(await takeShot(page, address, { screen, theme, locale }));
  await context.close();
  return shots;
}

async function takeShot(
  page: Page,
  address: string,
  options: ShowOptions & { screen: string },
): Promise<Shot> {
  const frames = await showScreen(page, address, options);
  for (const frame of frames) {
    await frame.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))),
    );
  }
  return { screen: options.screen, png: await page.screenshot() };
}

/** Arranges the pictures in a page, and takes a picture of that page. */
async function writeSheet(browser: Browser, shots: readonly Shot[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1640, height: 900 } });
  const figures = shots.map(
    ({ screen, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${screen}</figcaption></figure>`,
  );
  await page.setContent(`<!doctype html><style>
    body { margin: 12px; display: flex; flex-wrap: wrap; gap: 12px; background: #888; font: 12px sans-serif }
    figure { margin: 0; inline-size: ${thumbnailWidth}px }
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
