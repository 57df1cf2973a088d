import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(), launchChromium()]);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

it('a mistyped client ID is told at once, in the modal and to the host', async () => {
  const page = await browser.newPage();
  await page.goto(world.appUrl);
  const exit = page.evaluate(
    async ([connectUrl]) => {
      const { TaxConnect } = window as unknown as { TaxConnect: typeof import('tax-connect') };
      const { finished } = TaxConnect.open({ clientId: 'mistyped', connectUrl, onSuccess() {} });
      const outcome = await finished;
      return outcome.status === 'exited' ? [outcome.reason, outcome.error?.code] : outcome.status;
    },
    [`${world.connectUrl}/connect`] as const,
  );
  await page.getByRole('heading', { name: 'We don’t know this application' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).last().click();
  expect(await exit).toEqual(['error', 'unknown_client']);
  await page.close();
});
