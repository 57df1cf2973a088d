import type { Frame, Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { type Sites, startSites } from './host-page.ts';
import type { Told } from './page-scripts.ts';
import { type ProfileSuite, useProfile } from './page-suite.ts';
import { useRunning } from './use-running.ts';

/** A browser, a profile and sites for one test file. Each test opens its own tabs. */
export interface BrowserSuite extends ProfileSuite {
  readonly sites: Sites;
  /** Console lines of every page of this test, frames included. */
  readonly consoleLines: readonly string[];
  /** Opens a page in a separate tab. */
  openPage(url: string): Promise<Page>;
}

/** Registers the hooks. @returns the suite, whose parts are available from the first test on */
export function useBrowserSuite(): BrowserSuite {
  const sites = useRunning(startSites);
  const suite = useProfile();
  const consoleLines: string[] = [];
  beforeEach(() => {
    consoleLines.length = 0;
    suite.context.on('console', (message) => consoleLines.push(message.text()));
  });
  const openPage = async (url: string) => {
    const page = await suite.context.newPage();
    await page.goto(url);
    return page;
  };
  return Object.assign(suite, { sites, consoleLines, openPage });
}

/** @returns the events of the SDK so far */
export function readTold(page: Page): Promise<Told> {
  return page.evaluate(() => window.told);
}

/** @returns the frame whose address begins like this, once its scripts have run */
export async function findFrame(page: Page, address: string): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().startsWith(address));
  await expect.poll(find).toBeDefined();
  const frame = find();
  if (!frame) throw new Error(`There is no frame of ${address}.`);
  await frame.waitForLoadState();
  return frame;
}

/** Opens Connect until its page, of `serveBridgePage`, shows the login. @returns its frame */
export async function reachLogin(page: Page, connectUrl: string): Promise<Frame> {
  await page.evaluate(() => void window.openConnect());
  return pickAlpha(page, connectUrl);
}

/** Picks a provider in the open modal, as {@link reachLogin} does. */
export async function pickAlpha(page: Page, connectUrl: string): Promise<Frame> {
  await page.getByRole('option', { name: 'Alpha' }).click();
  await expect
    .poll(() => readTold(page).then(({ events }) => events))
    .toContain('provider_selected');
  return findFrame(page, connectUrl);
}

/** The control of every attack: the real flow ends in exactly one code. The frame is at the login. */
export async function expectRealFlowCompletes(page: Page, connectFrame: Frame): Promise<void> {
  await page.evaluate(() => {
    window.expectedCode = 'code-of-the-real-page';
  });
  await connectFrame.evaluate(() => window.connectPage.sendCode());
  await expect
    .poll(() => readTold(page))
    .toMatchObject({ areExpected: [true], exits: [], failures: [], outcomes: ['connected'] });
}
