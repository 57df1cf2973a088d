import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';

const suite = useGallerySuite();

/** Computed styles that a person sees; colours as their pixels, because a style may derive them. */
function read(locator: Locator, ...names: string[]): Promise<object> {
  return locator.first().evaluate((element, properties) => {
    const style = getComputedStyle(element);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const paint = (colour: string) => {
      if (!canvas) throw new Error('There is no canvas.');
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].join(' ');
    };
    const values = properties.map((name) => [name, style.getPropertyValue(name)] as const);
    return Object.fromEntries(
      values.map(([name, value]) => [name, name.endsWith('color') ? paint(value) : value]),
    );
  }, names);
}

const readBadge = (card: Locator) => read(card.getByText(/^test$/i), 'background-color', 'color');
const readField = (card: Locator) =>
  read(card.locator('input'), 'color', 'font-family', 'font-size');
const readButton = (name: string) =>
  read(
    suite.page.getByRole('button', { name }),
    ...['background-color', 'color', 'border-radius', 'min-block-size', 'font-family', 'font-size'],
  );
const readSurface = (locator: Locator) => read(locator, 'background-color', 'color');

it.each(byExtent(['dark'] as const, ['light', 'dark'] as const))(
  'the pages of the service look like the modal: %s',
  async (theme) => {
    const { page } = suite;
    await suite.show('select', { theme });
    const shown = page.getByRole('dialog');
    const modal = { badge: await readBadge(shown), field: await readField(shown) };
    await suite.show('failed-server-error', { theme });
    const surface = await readSurface(shown);
    const button = await readButton('Try again');

    await suite.show('page-login', { theme, surface: 'popup' });

    const alone = page.locator('html');
    expect({ badge: await readBadge(alone), field: await readField(alone) }).toEqual(modal);
    expect(await readButton('Sign in')).toEqual(button);
    // In the modal, nothing shows where the frame begins.
    const [, frame] = await suite.show('framed-login', { theme });
    if (!frame) throw new Error('There is no frame.');
    expect(await readSurface(frame.locator('html'))).toEqual(surface);
  },
);
