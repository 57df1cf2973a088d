import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { readContrast, readStyle } from '../support/inspect.ts';

const suite = useGallerySuite();

const colors = ['background-color', 'color'];
const readBadge = (card: Locator) => readStyle(card.getByText(/^test$/i), ...colors);
const readField = (card: Locator) =>
  readStyle(card.locator('input'), 'color', 'font-family', 'font-size');
const findEdge = (card: Locator) => card.locator('label:has(input), .field__box').first();
const readEdge = (card: Locator) => readStyle(findEdge(card), 'border-top-color');
const readButton = (name: string) =>
  readStyle(
    suite.page.getByRole('button', { name }),
    ...colors,
    ...['border-radius', 'min-block-size', 'font-family', 'font-size'],
  );
// Without the last one, iPhones enlarge some texts in landscape.
const readSurface = (locator: Locator) => readStyle(locator, ...colors, '-webkit-text-size-adjust');

it.each(byExtent(['dark'] as const, ['light', 'dark'] as const))(
  'the pages of the service look like the modal: %s',
  async (theme) => {
    const { page } = suite;
    const shown = page.getByRole('dialog');
    const alone = page.locator('html');
    const mark = page.locator('svg.check');
    const readCard = async (card: Locator) => ({
      badge: await readBadge(card),
      field: await readField(card),
      edge: await readEdge(card),
    });
    await suite.show('select', { theme });
    const modal = await readCard(shown);
    await suite.show('failed-server-error', { theme });
    const surface = await readSurface(shown);
    const button = await readButton('Try again');
    await suite.show('connected-window', { theme });
    const success = await readStyle(mark, ...colors);
    expect(await readContrast(mark)).toBeGreaterThanOrEqual(3);

    await suite.show('page-success', { theme });
    expect(await readStyle(mark, ...colors)).toEqual(success);
    await suite.show('page-login-wrong', { theme, surface: 'popup' });
    // Only the edge says which field is wrong.
    expect(await readEdge(alone)).not.toEqual(modal.edge);
    await suite.show('page-login', { theme, surface: 'popup' });
    expect(await readCard(alone)).toEqual(modal);
    expect(await readContrast(findEdge(alone), 'border-top-color')).toBeGreaterThanOrEqual(3);
    expect(await readButton('Sign in')).toEqual(button);
    // In the modal, nothing shows where the frame begins.
    const [, frame] = await suite.show('framed-login', { theme });
    if (!frame) throw new Error('There is no frame.');
    expect(await readSurface(frame.locator('html'))).toEqual(surface);
  },
);

it('a question dims the modal, and hides the step of a page in a frame', async () => {
  await suite.show('exit');
  const shade = await readStyle(suite.page.getByRole('alertdialog'), 'box-shadow');
  expect(shade['box-shadow']).not.toBe('none');
  const frame = (await suite.show('framed-login-expiring')).at(-1) ?? suite.page;
  const backdrop = await frame
    .locator('.question')
    .evaluate((question) => getComputedStyle(question, '::backdrop').backgroundColor);
  const surface = await frame
    .locator('html')
    .evaluate((root) => getComputedStyle(root).backgroundColor);
  expect(backdrop).toBe(surface);
});
