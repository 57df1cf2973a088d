import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from 'playwright-core';
import { type ConnectPerson, driveConnect } from 'tax-connect/testing';
import { beforeEach, expect, it } from 'vitest';
import { findAccessibilityProblems } from '../support/axe.ts';
import { isLongRun } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { findExampleProviders, startTaxProvider } from '../support/provider-world.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';

/*
 * The complete example, end to end: a provider over HTTP, its plug-in, the service, the demo application,
 * and a person in Chromium.
 */

const password = 'correct horse';
const provider = useRunning(() => startTaxProvider({ slowMs: 1500 }));
const world = useRunning(() => {
  const providersModule = findExampleProviders({ cedar: provider.url });
  return startWorld({ environment: 'live', providersModule });
});
let page: Page;
let connect: FrameLocator;
let person: ConnectPerson;

const suite = usePageSuite({ locale: 'en-US' });
beforeEach(async () => {
  page = suite.page;
  person = driveConnect(page);
  connect = page.frameLocator('iframe');
  await page.goto(world.appUrl);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
});

// The only provider is selected automatically.
async function signIn(email: string): Promise<void> {
  await connect.getByLabel('E-mail address').fill(email);
  await connect.getByLabel('Password', { exact: true }).fill(password);
  await connect.getByRole('button', { name: 'Sign in' }).click();
}

async function checkFrame() {
  const frame = page.frames().find((one) => one.url().startsWith(world.connectUrl));
  return frame ? await findAccessibilityProblems(frame) : ['no frame'];
}

async function finish(): Promise<void> {
  await person.allow();
  await expect.poll(() => page.locator('#provider').textContent()).toBe('cedar-tax');
}

it.runIf(isLongRun)(
  'reads the returns, renews its token, signs in again when its grant has ended, and ends it',
  async () => {
    const seeReturns = () =>
      page
        .getByRole('row', { name: /Form 1040/ })
        .nth(2)
        .waitFor();
    const readAccount = () => page.locator('#account').textContent();
    await signIn('ada@example.com');
    await connect.getByText('Your tax returns').first().waitFor();
    await finish();
    await seeReturns();
    const account = await readAccount();
    provider.tokens.clear();
    const pdf = page.getByRole('link', { name: 'PDF of Form 1040, 2024' });
    const [download] = await Promise.all([page.waitForEvent('download'), pdf.click()]);
    const file = await readFile(await download.path(), 'latin1');
    expect([download.suggestedFilename(), file]).toEqual([
      '1040-2024.pdf',
      expect.stringMatching(/^%PDF-.*Form 1040, 2024: ada@example\.com.*%%EOF\s*$/s),
    ]);

    provider.tokens.clear();
    provider.grants.clear();
    await page.reload();
    await page.getByText('Cedar Tax asks for a new sign-in').waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await signIn('ada@example.com');
    await finish();
    await seeReturns();
    expect(await readAccount()).toBe(account);

    expect(provider.grants.size).toBe(1);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Your tax account is disconnected.').waitFor();
    // The grant is revoked in the background.
    await expect.poll(() => provider.grants.size).toBe(0);
  },
);

it.runIf(isLongRun)('asks which device, then for the code, and sends it again', async () => {
  await signIn('ben@example.com');
  await connect.getByRole('radio', { name: 'E-mail' }).waitFor();
  await connect.getByRole('button', { name: 'Continue' }).click();
  await connect.getByText('Choose one of these.').waitFor();
  // Colours fade for a moment when a button has been busy.
  await expect.poll(checkFrame).toEqual([]);
  await connect.getByRole('radio', { name: 'E-mail' }).check();
  await connect.getByRole('button', { name: 'Continue' }).click();
  await connect.getByLabel('One-time code').fill('000000');
  await connect.getByRole('button', { name: 'Continue' }).click();
  await connect.getByText('That code is wrong').waitFor();
  const count = provider.sent.length;
  await connect.getByRole('button', { name: 'Send it again' }).click();
  await connect.getByText('Sent again.').waitFor();
  expect(provider.sent.length).toBe(count + 1);
  // Colours fade for a moment when a button has been busy.
  await expect.poll(checkFrame).toEqual([]);
  await connect.getByLabel('One-time code').fill(provider.sent.at(-1) ?? '');
  await connect.getByRole('button', { name: 'Continue' }).click();
  await finish();
});

it.runIf(isLongRun)('waits for the approval of a push', async () => {
  await signIn('cleo@example.com');
  await connect.getByText('Approve this sign-in in the Cedar Tax app.').waitFor();
  await connect.getByText('Waiting for your approval…').first().waitFor();
  // Colours fade for a moment when a button has been busy.
  await expect.poll(checkFrame).toEqual([]);
  await finish();
});

it.runIf(isLongRun)('asks a question, and says when the answer is wrong', async () => {
  await signIn('dina@example.com');
  await connect.getByLabel('Your answer').fill('oak');
  await connect.getByRole('button', { name: 'Continue' }).click();
  await connect.getByText('Cedar Tax didn’t accept that answer').waitFor();
  // Colours fade for a moment when a button has been busy.
  await expect.poll(checkFrame).toEqual([]);
  await connect.getByLabel('Your answer').fill('Bluebell');
  await connect.getByRole('button', { name: 'Continue' }).click();
  await finish();
});

it.runIf(isLongRun).each([
  ['answers 500', 'down@example.com'],
  ['answers something other than JSON', 'garbage@example.com'],
])('can be tried again when the provider %s', async (_, email) => {
  await signIn(email);
  await connect.getByText('Cedar Tax isn’t available right now').waitFor();

  await signIn('slow@example.com');
  await finish();
  expect(world.logLines.join('')).toMatch(/"provider_id":"cedar-tax".*"provider failed"/);
});
