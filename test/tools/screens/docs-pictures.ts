import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import { showScreen, startGallery } from '../../support/gallery.ts';

const viewport = { width: 480, height: 640 };
/** Makes 648 pixels of 480, because the page shows 320, and many screens have two pixels for each. */
const deviceScaleFactor = 1.35;

/** Takes the pictures of the modal for README and documentation: `demo/docs/modal-{light,dark}.webp`. */
export async function takeDocsPictures(): Promise<void> {
  const gallery = await startGallery();
  const browser = await launchChromium();
  try {
    for (const theme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor,
        reducedMotion: 'reduce',
        colorScheme: theme,
      });
      const page = await context.newPage();
      await showScreen(page, gallery.url, { screen: 'select-live', theme });
      const png = await page.getByRole('dialog').screenshot();
      await context.close();
      const file = `demo/docs/modal-${theme}.webp`;
      const picture = await toWebp(browser, png);
      await writeFile(file, picture);
      process.stdout.write(`${file}: ${picture.length} bytes\n`);
    }
  } finally {
    await browser.close();
    await gallery.close();
  }
}

/** Cuts the corners off, because the page behind the modal shows there. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([address, radius]) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('There is no canvas.');
      drawing.roundRect(0, 0, image.width, image.height, radius);
      drawing.clip();
      drawing.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.6);
    },
    [`data:image/png;base64,${png.toString('base64')}`, 20 * deviceScaleFactor] as const,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
