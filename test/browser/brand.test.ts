import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { texts as pageText } from '../../src/texts/en.json?page';
import { byExtent } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { readContrast, readStyle } from '../support/inspect.ts';

const suite = useFlowSuite({ reducedMotion: 'reduce' });

/** How a button is painted. */
const readPaint = (button: Locator) => readStyle(button, 'background-color', 'color');

/** Reads how the main button of the page in the frame is painted, and that of the open modal around it. */
async function readAccents(page: Page) {
  await page.getByRole('option', { name: 'Sandbox' }).click();
  const submit = page.frameLocator('iframe').getByRole('button', { name: pageText.login.submit });
  await submit.waitFor();
  const inPage = await readPaint(submit);
  await page.getByRole('button', { name: en.close }).click();
  const inModal = await readPaint(page.getByRole('button', { name: en.exit.stay }));
  return { inPage, inModal };
}

async function openWith(accentColor: string): Promise<void> {
  const { page, world } = suite;
  const clientId = world.application.client_id;
  await page.goto(world.appUrl);
  await page.evaluate(readFileSync('dist/tax-connect.js', 'utf8'));
  await page.evaluate((options) => window.TaxConnect.open({ ...options, onSuccess() {} }), {
    ...{ clientId, connectUrl: `${world.connectUrl}/connect`, appearance: { accentColor } },
  });
}

const defaultAccent = '47 91 234 255';

const notations = [
  ['rgb(15 118 110 / 0.5)', '15 118 110 255'],
  ['#0f766e', '15 118 110 255'],
  ['oklch(0.51 0.09 186)', expect.not.stringMatching(defaultAccent)],
] as const;
it.each(notations.slice(0, byExtent(1, notations.length)))(
  'the page in the frame has the accent %s of the modal around it',
  async (accentColor, ground) => {
    await openWith(accentColor);
    const { inPage, inModal } = await readAccents(suite.page);

    expect(inPage).toEqual(inModal);
    expect(inPage['background-color']).toEqual(ground);
  },
);

// White text is possible on the first, and black text on the second, but only just.
const accents = ['#0f766e', '#787878', '#ffd54a', '#6e6ef0'];
it.each(accents.slice(0, byExtent(2, accents.length)))(
  'text on the accent %s can be read under the pointer, in light and dark',
  async (accentColor) => {
    const { page } = suite;
    await openWith(accentColor);
    await page.getByRole('option', { name: 'Sandbox' }).click();
    const submit = page.frameLocator('iframe').getByRole('button', { name: pageText.login.submit });
    await submit.hover();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => readContrast(submit)).toBeGreaterThan(4.5);
    }
    // The modal around it computes its colours itself.
    await page.getByRole('button', { name: en.close }).click();
    const stay = page.getByRole('button', { name: en.exit.stay });
    expect(await readContrast(stay)).toBeGreaterThan(4.5);
  },
);

it('a page without such a host keeps its colours', async () => {
  const { page, world } = suite;
  await page.goto(`${world.connectUrl}/manage`);
  await page.getByRole('option', { name: 'Sandbox' }).click();
  const submit = page.getByRole('button', { name: pageText.login.submit });
  expect((await readPaint(submit))['background-color']).toBe(defaultAccent);
});
