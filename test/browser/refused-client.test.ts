import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let crowded: World;
let browser: Browser;

beforeAll(async () => {
  [world, crowded, browser] = await Promise.all([
    startWorld(),
    startWorld({ rateLimits: { pages: { max: 0, windowMs: 60_000 } } }),
    launchChromium(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await crowded?.close();
});

/** Opens Connect. @returns what comes of it */
function open(page: Page, connectUrl: string, clientId: string): Promise<unknown> {
  return page.evaluate(
    async ([url, client]) => {
      const { TaxConnect } = window as unknown as { TaxConnect: typeof import('tax-connect') };
      const options = { clientId: client, connectUrl: `${url}/connect`, onSuccess() {} };
      const outcome = await TaxConnect.open(options).finished;
      return outcome.status === 'exited' ? [outcome.reason, outcome.error?.code] : outcome.status;
    },
    [connectUrl, clientId] as const,
  );
}

it('a mistyped client ID is told at once, in the modal and to the host', async () => {
  const page = await browser.newPage();
  await page.goto(world.appUrl);
  const exit = open(page, world.connectUrl, 'mistyped');
  await page.getByRole('heading', { name: 'We don’t know this application' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).last().click();
  expect(await exit).toEqual(['error', 'unknown_client']);
  await page.close();
});

it('so is a limit that has been reached, and it can be tried again', async () => {
  const page = await browser.newPage();
  await page.goto(crowded.appUrl);
  const exit = open(page, crowded.connectUrl, crowded.application.client_id);
  await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Close' }).last().click();
  expect(await exit).toEqual(['error', 'rate_limited']);
  await page.close();
});
