import type { Page } from 'playwright-core';
import { createSession, finishSession } from 'tax-connect/server';
import { type ConnectPerson, driveConnect } from 'tax-connect/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { texts as manage } from '../../src/texts/en.json?manage';
import { texts as en } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { driveWindow } from '../support/drive-window.ts';
import { isLongRun } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { findExampleProviders, startOrchardTax } from '../support/provider-world.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';

/*
 * A provider whose users sign in on its own site, end to end: an authorization server of another origin in
 * a separate process, the plug-in, the service, the demo application, and a person in Chromium.
 */

const oidc = useRunning(startOrchardTax);
const world = useRunning(() =>
  startWorld({
    environment: 'live',
    providersModule: findExampleProviders({ orchard: oidc.issuer }),
  }),
);
let page: Page;
let person: ConnectPerson;

beforeAll(() => oidc.control({ redirect: `${world.connectUrl}/connect/return` }));

const suite = usePageSuite({ locale: 'en-US' });
beforeEach(async () => {
  page = suite.page;
  person = driveConnect(page);
  await page.goto(world.appUrl);
});

/** The provider's login cannot be framed, so a click on it opens a window. */
async function openProvider(): Promise<Page> {
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  const [popup] = await Promise.all([page.waitForEvent('popup'), person.pick(/^Orchard Tax/)]);
  popup.setDefaultTimeout(20_000);
  return popup;
}

/** The window goes there by itself. */
async function goThere(popup: Page): Promise<void> {
  await popup.getByRole('heading', { name: 'Orchard Tax, the provider itself' }).waitFor();
}

async function signInThere(popup: Page): Promise<void> {
  await goThere(popup);
  await popup.getByRole('button', { name: 'Sign in' }).click();
}

const readProvider = () => page.locator('#provider').textContent();

it('connects on the provider’s own site, and Disconnect ends the grant there', async () => {
  const { length } = (await oidc.control()).revoked;
  const popup = await openProvider();
  await signInThere(popup);
  await popup.getByText('ada@example.com').waitFor();
  expect(popup.url()).not.toMatch(/code|state/);
  await driveWindow(popup).allow();
  await expect.poll(readProvider).toBe('orchard-tax');

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(async () => (await oidc.control()).revoked.length).toBe(length + 1);
});

it.runIf(isLongRun)(
  'ends an access at /manage, after a visit to the provider’s own site',
  async () => {
    const popup = await openProvider();
    await signInThere(popup);
    await driveWindow(popup).allow();
    await expect.poll(readProvider).toBe('orchard-tax');
    const { length } = (await oidc.control()).revoked;
    // A popup that loses its host stays open, and the driver would look for the list in it.
    await expect.poll(() => popup.isClosed()).toBe(true);

    await page.goto(`${world.connectUrl}/manage`);
    // The provider still knows this browser, and asks for no password.
    await person.pick(/^Orchard Tax/);
    await page.getByRole('heading', { level: 1, name: manage.title }).waitFor();
    expect(page.url()).toBe(`${world.connectUrl}/manage`);
    await page
      .getByRole('button', { name: fill(manage.endOf, { application: world.application.name }) })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: manage.end }).click();

    await page.getByRole('heading', { name: manage.none }).waitFor();
    // The grant of the connection. The sign-in of the visit has none.
    await expect.poll(async () => (await oidc.control()).revoked.length).toBe(length + 1);
  },
);

it.runIf(isLongRun)(
  'connects by a link on the provider’s own site, and the secret of the link stays nowhere',
  async () => {
    const own = world.backend;
    const { session, sessionId, url } = await createSession(own);
    const addresses: string[] = [];
    suite.context.on('request', (request) => {
      addresses.push(request.url(), request.headers().referer ?? '');
    });
    const readStorage = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

    await page.goto(url);
    await person.begin();
    await person.pick(/^Orchard Tax/);
    await goThere(page);
    // The other site cannot read the data that Connect keeps for the way back.
    expect(await readStorage()).not.toContain(session);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('ada@example.com').waitFor();
    expect(await readStorage()).not.toContain(session);
    expect(page.url()).not.toContain(session);
    await person.allow();
    const application = world.application.name;
    await page.getByRole('heading', { name: fill(en.connected, { application }) }).waitFor();

    expect(await readStorage()).not.toContain(session);
    // Only the address that the message had.
    expect(addresses.filter((address) => address.includes(session))).toEqual([url]);
    const { providerId } = await finishSession({ ...own, sessionId });
    expect(providerId).toBe('orchard-tax');
  },
);
