import type { Page } from 'playwright-core';
import { cancelSession, createSession } from 'tax-connect/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { findProblemsOfLook } from '../support/axe.ts';
import { startDashboardWorld } from '../support/dashboard-world.ts';
import { type DashboardDriver, driveDashboard } from '../support/drive-dashboard.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { findLosses } from '../support/find-losses.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

const world = useRunning(startDashboardWorld);
let page: Page;
let drive: DashboardDriver;

const suite = usePageSuite();
beforeEach(() => {
  ({ page } = suite);
  drive = driveDashboard(page, world);
});

describe('axe finds nothing', () => {
  const screens: Readonly<Record<string, () => Promise<void>>> = {
    async 'sign-in'() {
      await page.goto(`${world.connectUrl}/dashboard`);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('The password is wrong.').waitFor();
    },
    async list() {
      await drive.begin('Names'.repeat(20));
      await page.getByRole('link', { name: 'All applications' }).click();
      await page.getByRole('table').waitFor();
    },
    async register() {
      await drive.signIn('/dashboard/register');
      await drive.heading('Register an application').waitFor();
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('alert').waitFor();
    },
    async 'audit-log'() {
      await drive.begin('Shown in the log');
      await drive.add('Redirect URIs', 'redirect URI', `https://shop.io/${'a'.repeat(300)}`);
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByRole('table').waitFor();
    },
    async access() {
      await drive.signIn('/dashboard/access');
      await page.getByLabel('Name of a new key').fill('Keys'.repeat(20));
      await page.getByRole('checkbox', { name: 'applications:write' }).check();
      await page.getByRole('button', { name: 'Create key' }).press('Enter');
      await page.getByTestId('admin-key').waitFor();
      await page.getByRole('button', { name: /^End / }).first().press('Enter');
      await page.getByRole('button', { name: 'End it now' }).waitFor();
    },
    async providers() {
      await drive.signIn('/dashboard/providers');
      await page
        .getByRole('button', { name: /^Change status of/ })
        .first()
        .click();
      await page.getByRole('radio', { name: 'Unavailable' }).check();
    },
    async overview() {
      await drive.begin('A shop with a rather long name that has to wrap somewhere', 'Live');
      await drive.rotateSecret();
      await page.getByRole('button', { name: 'End the old secret now' }).click();
    },
    async settings() {
      await drive.begin('A shop with a rather long name that has to wrap somewhere', 'Live');
      await drive.add('Redirect URIs', 'redirect URI', 'http://localhost:3000/connect/callback');
      await drive.add('Embedding origins', 'embedding origin', 'https://example.com');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByText('This is not the name of the application.').waitFor();
      await page.getByRole('radio', { name: 'Only these' }).check();
      await page.getByLabel('Purpose').fill('To prepare your tax return. '.repeat(5));
      await page.getByLabel('Privacy policy URL').fill('https://shop.io/privacy');
      await page.getByRole('region', { name: 'Preview' }).getByText('Privacy').waitFor();
      await page.getByLabel('Accent', { exact: true }).fill('#ffd54a');
      await page.getByRole('button', { name: 'Save details' }).press('Enter');
      await drive.status('The details are saved.').waitFor();
    },
    async flows() {
      const { clientId } = await drive.begin('Flows');
      await world.startFlows(clientId, 30);
      await drive.openPage('Flows');
      await page.getByRole('button', { name: 'Show more flows' }).press('Enter');
      await page.getByRole('button', { name: 'Started' }).press('Enter');
      await page.getByText('at the login').first().waitFor();
    },
    async flow() {
      const { clientId } = await drive.begin('Flow');
      const reference = await world.startFlows(clientId, 1);
      await page.goto(`${page.url()}/flows/${reference}`);
      await page.getByText('The provider is not available').first().waitFor();
    },
    async sessions() {
      await drive.signIn();
      const own = { ...(await drive.register('Sessions')), baseUrl: world.baseUrl };
      const { sessionId } = await createSession(own);
      await cancelSession({ ...own, sessionId });
      await createSession(own);
      await drive.openPage('Sessions');
      await page.getByRole('button', { name: /^Cancel cs_/ }).click();
      await page.getByRole('button', { name: 'Cancel it now' }).waitFor();
    },
    async accounts() {
      const { clientId } = await drive.begin('Accounts', 'Live');
      await world.connectAccounts(clientId, 30);
      await drive.openPage('Accounts');
      await page
        .getByRole('button', { name: /^Disconnect/ })
        .first()
        .press('Enter');
      await page.getByRole('button', { name: 'Keep it connected' }).waitFor();
    },
    async consent() {
      const { clientId } = await drive.begin('Consent', 'Live');
      await drive.openPage('Consent');
      await page.getByText('None yet. A consent is recorded').waitFor();
      await world.recordConsents(clientId, 30);
      await page.getByRole('button', { name: 'Search consents' }).press('Enter');
      await page
        .getByRole('button', { name: /^Details of the consent/ })
        .first()
        .press('Enter');
      await page.getByText('SHA-256 of the text').first().waitFor();
    },
    async 'events-empty'() {
      await drive.begin('No events');
      await drive.openPage('Events');
      await page.getByText(/^No webhook yet/).waitFor();
      await page.getByRole('button', { name: 'Add a webhook' }).press('Enter');
      await page.getByRole('radio', { name: 'Only these' }).check();
    },
    async events() {
      const own = { ...(await drive.begin('Events')), baseUrl: world.baseUrl };
      await drive.openPage('Events');
      await addWebhook('a-rather-long-path-that-has-to-wrap-somewhere/hooks');
      await page.getByRole('link', { name: await addWebhook('off') }).press('Enter');
      await page.getByRole('button', { name: 'Switch off' }).press('Enter');
      await page.getByRole('button', { name: 'Switch on' }).waitFor();
      await page.getByRole('link', { name: 'All webhooks' }).press('Enter');
      const { sessionId } = await createSession(own);
      await cancelSession({ ...own, sessionId });
      await waitForFailure();
      await page.getByRole('button', { name: /^Details of ev_/ }).press('Enter');
      await page.getByText('Attempt 1: No connection').waitFor();
    },
    async webhook() {
      await drive.begin('Events');
      await drive.openPage('Events');
      const url = await addWebhook('a-rather-long-path-that-has-to-wrap-somewhere/hooks');
      await page.getByRole('link', { name: url }).press('Enter');
      await page.getByRole('button', { name: 'Send a test event' }).press('Enter');
      await waitForFailure();
      await page.getByRole('button', { name: /^Details of/ }).press('Enter');
      await page.getByRole('button', { name: /^Send again ev_/ }).waitFor();
    },
  };

  async function waitForFailure(): Promise<void> {
    const failed = page.getByRole('table').last().getByText('next try');
    // The service sends once a second.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).press('Enter');
        return await failed.count();
      })
      .toBe(1);
  }

  /** Adds a webhook whose receiver does not answer. */
  async function addWebhook(path: string): Promise<string> {
    const url = `http://localhost:1/${path}`;
    await page.getByRole('button', { name: 'Add a webhook' }).press('Enter');
    await page.getByLabel('Address').fill(url);
    await page.getByRole('button', { name: 'Add webhook' }).press('Enter');
    await page.getByRole('link', { name: url }).waitFor();
    return url;
  }

  /** The first two have each theme and each width. */
  const matrix = [
    ['light', 1280],
    ['dark', 320],
    ['light', 320],
    ['dark', 1280],
  ] as const;

  /** Those with choices and code, a form, and pages of rows. */
  const usual = ['access', 'settings', 'flows'];

  it.each(Object.entries(screens).filter(([name]) => isLongRun || usual.includes(name)))(
    'on %s, in light and dark, at 320 and 1280 pixels',
    async (name, open) => {
      const index = Object.keys(screens).indexOf(name);
      const looks = byExtent([matrix[index % 2 === 0 ? 0 : 1]], [...matrix]);
      await open();
      const problems: string[] = [];
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        const label = `${name}-${colorScheme}-${width}`;
        const found = await findProblemsOfLook(page);
        problems.push(...found.map((problem) => `${label}: ${problem}`));
        const broken = await page.locator('header a').evaluateAll(findBrokenTexts);
        expect(broken, `${label} breaks names of pages`).toEqual([]);
      }
      expect(await findLosses(page)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  it('except for planted losses', async () => {
    await page.goto(`${world.connectUrl}/dashboard`);
    await page.getByLabel('Password').waitFor();

    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { outline: 0 !important } button { border: 0 !important; position: fixed; inset-inline-start: 330px }',
      );
      document.adoptedStyleSheets.push(sheet);
    });
    const losses = (await findLosses(page)).join();
    expect(losses).toContain('at 400 %: cannot reach “Sign in”');
    expect(losses).toContain('in forced colours: “Sign in” has no edge');
    expect(losses).toContain('the focus does not show on “Sign in”');
  });
});

/** Runs in the page. */
function findBrokenTexts(elements: readonly Element[]): readonly (string | null)[] {
  const isBroken = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length > 1;
  };
  return elements.filter(isBroken).map(({ textContent }) => textContent);
}
