import { type Browser, launch, type Page } from 'puppeteer-core';
import { createSession } from 'tax-connect/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import { findChromium } from '../support/find-browsers.mjs';
import { type Sites, serveHostPage, startSites } from '../support/host-page.ts';
import { startWorld, type World } from '../support/world.ts';

/* Over HTTP/1.1, a browser has six connections to a service for all of its tabs. */

let browser: Browser;
let world: World;
let sites: Sites;
let hostUrl: string;

beforeAll(async () => {
  if (!isLongRun) return;
  sites = await startSites();
  world = await startWorld({ origins: [sites.originOf('host')] });
  hostUrl = serveHostPage(sites, 'host', {
    clientId: world.application.client_id,
    connectUrl: `${world.connectUrl}/connect`,
  });
  // Playwright lets each tab believe that it is in front.
  browser = await launch({
    executablePath: findChromium()?.path ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await sites?.close();
});

const sandbox = '::-p-aria(Sandbox[role="option"])';

/** Opens Connect in a new tab, in a session. */
async function openTab(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(hostUrl);
  await page.bringToFront();
  const { session } = await createSession(world.backend);
  await page.evaluate((own) => void window.openConnect(own), { session });
  await page.waitForSelector(sandbox);
  return page;
}

async function connect(page: Page): Promise<void> {
  await page.bringToFront();
  await page.locator(sandbox).click();
  const frame = await page.waitForFrame((each) => each.url().startsWith(world.connectUrl));
  await frame.locator('[autocomplete=username]').fill('user_good');
  await frame.locator('[autocomplete=current-password]').fill('pass_good');
  await frame.locator('::-p-aria(Sign in[role="button"])').click();
  const allow = frame.locator('::-p-aria(Allow[role="button"])');
  // Allow ignores a press until a moment after the mouse has come.
  await allow.hover();
  await frame.waitForSelector('button[value=allow][aria-disabled=false]');
  await allow.click();
  const readOutcomes = () => page.evaluate(() => window.told.outcomes);
  await expect.poll(readOutcomes).toEqual(['connected']);
}

describe.runIf(isLongRun)('seven tabs of one browser, each in a session', () => {
  it('open Connect, and each can connect once it is in front', async () => {
    const tabs: Page[] = [];
    for (let count = 0; count < 7; count += 1) tabs.push(await openTab());
    const areHidden = await Promise.all(tabs.map((tab) => tab.evaluate(() => document.hidden)));
    expect(areHidden).toEqual([true, true, true, true, true, true, false]);

    for (const tab of [tabs[5], tabs[0], tabs[6]]) if (tab) await connect(tab);
  });
});
