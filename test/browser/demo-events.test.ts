import type { Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { expect, it } from 'vitest';
import { postAsBackend } from '../support/backend.ts';
import { isLongRun } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';

/* The application hears of what happens elsewhere by webhooks, and its open pages change without a reload. */

const suite = useFlowSuite({ reducedMotion: 'reduce' });
const region = (page: Page, name: string) => page.getByRole('region', { name });
const signInAgain = (page: Page) => region(page, 'Sign in again');
const seeYears = (page: Page) => page.getByRole('table', { name: '2024' }).waitFor();

async function connect(page: Page) {
  await page.goto(suite.world.appUrl);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  await driveConnect(page).connect();
  await seeYears(page);
  // A reload would lose it.
  await page.evaluate(() => {
    document.documentElement.dataset.loaded = 'once';
  });
}

const isReloaded = async (page: Page) =>
  (await page.locator('html').getAttribute('data-loaded')) !== 'once';

/** The provider of an account asks for a new sign-in. No page of the application has a part in it. */
async function refuseGrant(page: Page) {
  const accountId = await page.locator('#account').textContent();
  const path = `/sandbox/accounts/${accountId}/login_required`;
  const { status } = await postAsBackend(suite.world, path);
  expect(status).toBe(204);
}

it.runIf(isLongRun)(
  'two tabs show what the other one does, and a reload shows it, too',
  async () => {
    const { page, context } = suite;
    await connect(page);
    const tab = await context.newPage();
    await tab.goto(`${suite.world.appUrl}/spa/`);
    await seeYears(tab);
    await refuseGrant(page);
    await Promise.all([signInAgain(page).waitFor(), signInAgain(tab).waitFor()]);
    await tab.reload();
    await signInAgain(tab).waitFor();
    await tab.getByRole('button', { name: 'Sign in again' }).click();
    await driveConnect(tab).logIn({ username: 'user_good' });
    await driveConnect(tab).allow();
    await Promise.all([seeYears(page), seeYears(tab)]);
    await page.getByRole('link', { name: 'PDF of Form 1040, 2024' }).focus();
    await tab.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('status').getByText('Your tax account is disconnected.').waitFor();
    // The link that had the focus was removed.
    await page.locator('h2:focus').getByText('Your tax account').waitFor();
    await tab.getByRole('button', { name: 'Connect your tax account' }).click();
    await driveConnect(tab).connect();
    await page.getByRole('status').getByText('Your tax account is connected.').waitFor();
    await seeYears(page);

    expect(await isReloaded(page)).toBe(false);
  },
);
