import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useGallerySuite } from '../support/gallery-suite.ts';

const suite = useGallerySuite();

/** Computed styles that a person sees. */
function read(locator: Locator, ...names: string[]): Promise<object> {
  return locator.first().evaluate((element, properties) => {
    const style = getComputedStyle(element);
    return Object.fromEntries(properties.map((name) => [name, style.getPropertyValue(name)]));
  }, names);
}

/** The parts that the modal and the Connect page both have. */
async function readLook(card: Locator, page: Page) {
  const button = page.getByRole('button', { name: /^(Try again|Sign in)$/ });
  return {
    card: await read(card, 'background-color', 'color', 'font-family', 'border-top-left-radius'),
    badge: await read(page.getByText('TEST', { exact: true }), 'background-color', 'color'),
    button: await read(button, 'background-color', 'color', 'min-block-size', 'font-size'),
  };
}

describe('a page of the service looks like the modal', () => {
  it.each(['light', 'dark'] as const)('in the %s theme', async (theme) => {
    const { page } = suite;
    await page.setViewportSize({ width: 1000, height: 800 });
    await suite.show('failed-load_timeout', { theme });
    const modal = await readLook(page.getByRole('dialog'), page);
    await suite.show('page-login', { theme, surface: 'popup' });
    expect(await readLook(page.getByRole('main'), page)).toEqual(modal);
  });
});
