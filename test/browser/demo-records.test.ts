import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findProblemsOfLook } from '../support/axe.ts';
import { isLongRun } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { readDocument } from '../support/read-document.ts';

/* The application after connecting: the service's real records, in both versions of the page. */
const returnOf = (page: Page, year: number) =>
  page.getByRole('table', { name: `${year}` }).getByRole('row', { name: /Form 1040/ });
const pdfOf = (page: Page, year: number) =>
  page.getByRole('link', { name: `PDF of Form 1040, ${year}` });
const readAccount = (page: Page) => page.locator('#account').textContent();

type Way = 'in the modal' | 'on the Connect page';

async function pressConnect(page: Page, way: Way, button = 'Connect your tax account') {
  if (way === 'in the modal') await page.getByRole('button', { name: button }).click();
  else await page.getByRole('link', { name: /Connect page instead/ }).click();
}

async function seeYears(page: Page): Promise<void> {
  for (const year of [2024, 2023, 2022]) await returnOf(page, year).waitFor();
}

async function downloadPdf(page: Page, year: number): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), pdfOf(page, year).click()]);
  expect(download.suggestedFilename()).toBe(`form-1040-${year}.pdf`);
  return readFileSync(await download.path(), 'latin1');
}

describe('an account of the sandbox', () => {
  const suite = useFlowSuite({ reducedMotion: 'reduce' });
  afterEach(() => vi.restoreAllMocks());

  async function connect(
    page: Page,
    { path = '/', username = 'user_good', way = 'in the modal' as Way } = {},
  ) {
    await page.goto(suite.world.appUrl + path);
    await pressConnect(page, way);
    await driveConnect(page).connect({ username });
    await seeYears(page);
  }

  // The short run has this with a provider over HTTP: `providers.test.ts`.
  it.runIf(isLongRun).each([
    ['/', 'in the modal'],
    ['/spa/', 'in the modal'],
    ['/', 'on the Connect page'],
    ['/spa/', 'on the Connect page'],
  ] as const)('%s shows three tax years, and signing in again %s heals it', async (path, way) => {
    const { page } = suite;
    await connect(page, { path, way });
    const account = await readAccount(page);
    expect((await returnOf(page, 2024).allInnerTexts()).join()).toMatch(
      /^Tax return\s+Form 1040, federal\s+Filed\s+[A-Z][a-z]{2} \d+, 2025\s+PDF$/,
    );
    expect(await downloadPdf(page, 2023)).toMatch(/^%PDF-.*Form 1040, 2023.*%%EOF\s*$/s);
    await page.getByRole('button', { name: 'Let the provider ask for it' }).click();
    const card = page.getByRole('region', { name: 'Sign in again' });
    await card.getByText('Sandbox asks for a new sign-in').waitFor();
    expect(await page.getByRole('table', { name: '2024' }).count()).toBe(0);
    // A second visit, which the session's cookie survives.
    await page.reload();
    await card.waitFor();
    await pressConnect(page, way, 'Sign in again');
    // Either way is a session for the account, so there is nothing to choose.
    await driveConnect(page).logIn({ username: 'user_good' });
    await driveConnect(page).allow();
    await seeYears(page);
    expect(await card.count()).toBe(0);
    expect(await readAccount(page)).toBe(account);
    await page.reload();
    await seeYears(page);
    expect(await readAccount(page)).toBe(account);
  });

  it.runIf(isLongRun)(
    'is connected although the tab was closed after Allow, before its code had arrived',
    async () => {
      const { page: closed } = suite;
      await closed.goto(suite.world.appUrl);
      await pressConnect(closed, 'in the modal');
      const lost = new Promise<void>((resolve) => {
        // The request is aborted at once. If the test held it, closing the tab would let it pass.
        void closed.route('**/callback?*', async (route) => {
          await route.abort();
          resolve();
        });
      });
      await driveConnect(closed).connect();
      await lost;
      const page = await suite.context.newPage();
      await closed.close();
      await page.goto(`${suite.world.appUrl}/spa/`);

      // For half a minute, the code may still be on its way.
      const notice = page.getByText('You had allowed access. Your tax account is connected now.');
      await notice.waitFor({ timeout: 60_000 });
      await seeYears(page);
      const account = await readAccount(page);
      await page.reload();
      await seeYears(page);
      expect(await readAccount(page)).toBe(account);
      expect(await page.getByText('You had allowed access.').count()).toBe(0);
    },
  );

  it('has no access token in the page, its storage, or any answer to the browser', async () => {
    const { page } = suite;
    const answers: Promise<string>[] = [];
    // The file is a download, whose bytes the tests above read.
    suite.context.on('response', (response) => {
      // This response is a stream, which does not end.
      if (response.url().endsWith('/api/connection/stream')) return;
      answers.push(response.text().catch(() => ''));
      answers.push(
        response
          .allHeaders()
          .then(JSON.stringify)
          .catch(() => ''),
      );
    });
    const tokens: string[] = [];
    const send = fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await send(input, init);
      if (!String(input).endsWith('/auth/token')) return response;
      tokens.push(Object(await response.clone().json()).access_token);
      return response;
    });
    await connect(page);
    await downloadPdf(page, 2024);

    const seen = [await page.evaluate(readDocument), ...(await Promise.all(answers))].join('\n');
    expect(tokens).toEqual([expect.stringMatching(/^.{20,}$/)]);
    // The control: the search does find text that the page shows.
    expect(seen).toContain((await readAccount(page)) ?? 'no account');
    expect(seen).not.toContain(tokens[0]);
    expect(suite.world.logLines.join()).not.toContain(tokens[0]);
  });

  type Look = readonly [scheme: 'light' | 'dark', width: number];
  const looks: readonly Look[] = [
    ['dark', 320],
    ['light', 390],
    ['dark', 1280],
    ['light', 1280],
  ];
  it.runIf(isLongRun).each(looks)(
    '%s at %i px: axe finds nothing, and nothing is cut off',
    async (colorScheme, width) => {
      const { page } = suite;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await connect(page);
      expect(await findProblemsOfLook(page)).toEqual([]);
      await page.getByRole('button', { name: 'Let the provider ask for it' }).click();
      await page.getByRole('region', { name: 'Sign in again' }).waitFor();
      expect(await findProblemsOfLook(page)).toEqual([]);
    },
  );
});
