import type { BrowserContext, Page } from 'playwright-core';
import { cancelSession, createSession } from 'tax-connect/server';
import { driveConnect } from 'tax-connect/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAccessibilityProblems } from '../support/axe.ts';
import {
  type DashboardWorld,
  type PastedHost,
  startDashboardWorld,
  startPastedHost,
} from '../support/dashboard-world.ts';
import { byExtent } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { saveScreenshot } from '../support/screenshots.ts';

let world: DashboardWorld;
let host: PastedHost;
let context: BrowserContext;
let page: Page;
/** Errors of the page's scripts, and violations of its policy. */
let troubles: string[];

beforeAll(async () => {
  world = await startDashboardWorld();
  host = await startPastedHost(world.baseUrl);
});

afterAll(async () => {
  await host?.close();
  await world?.close();
});

const suite = usePageSuite();
beforeEach(async () => {
  ({ context, page } = suite);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: world.connectUrl,
  });
  troubles = [];
  context.on('weberror', (error) => troubles.push(error.error().message));
  context.on('console', (message) => {
    // A refused request is logged, too, but is not a problem here.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) troubles.push(message.text());
  });
});

const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const section = (name: string) => page.getByRole('region', { name, exact: true });
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());

async function signIn(path = '/dashboard'): Promise<void> {
  await page.goto(world.connectUrl + path);
  await page.getByLabel('Password').fill(world.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Registers an application from the list; returns its client ID and secret. */
async function register(name: string, environment: 'Test' | 'Live' = 'Test') {
  await page.getByRole('link', { name: 'Register an application' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('radio', { name: environment }).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await heading('Overview').waitFor();
  const clientSecret = (await page.getByTestId('client-secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy the client ID' }).click();
  await status('Copied').waitFor();
  return { clientId: await readClipboard(), clientSecret };
}

/** Goes to a page of the application. */
async function openPage(title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Application' })
    .getByRole('link', { name: title })
    .click();
  await heading(title).waitFor();
}

async function add(list: string, noun: string, address: string): Promise<void> {
  await openPage('Settings');
  await section(list).getByLabel(`New ${noun}`).fill(address);
  await section(list)
    .getByRole('button', { name: `Add ${noun}` })
    .click();
  await status(`Added ${address}`).waitFor();
}

async function rotateSecret(): Promise<void> {
  await openPage('Overview');
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('button', { name: 'Rotate it now' }).click();
}

async function remove(list: string, noun: string, address: string): Promise<void> {
  await section(list)
    .getByRole('button', { name: `Remove ${noun} ${address}` })
    .click();
  await status(`Removed ${address}`).waitFor();
}

describe('the dashboard', () => {
  it('leads from the sign-in to a flow of the new application', async () => {
    await page.goto(`${world.connectUrl}/dashboard`);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Password').fill(world.password);
    await page.getByLabel('Password').press('Enter');
    await heading('Applications').waitFor();

    const { clientId, clientSecret } = await register('Corner Shop');
    expect(clientSecret).toMatch(/^test_secret_/);
    await add('Redirect URIs', 'redirect URI', `${host.origin}/callback`);
    await add('Redirect URIs', 'redirect URI', 'https://shop.io/callback');
    await remove('Redirect URIs', 'redirect URI', `${host.origin}/callback`);
    await add('Embedding origins', 'embedding origin', 'https://shop.io');
    await add('Embedding origins', 'embedding origin', host.origin);
    await remove('Embedding origins', 'embedding origin', 'https://shop.io');
    const addresses = await page.getByRole('listitem').allTextContents();
    expect(addresses.map((text) => text.replace(/Local.*|Remove$/, ''))).toEqual([
      'https://shop.io/callback',
      host.origin,
    ]);

    await rotateSecret();
    await status('There is a new client secret.').waitFor();
    const rotated = (await page.getByTestId('client-secret').textContent()) ?? '';
    expect(rotated).not.toBe(clientSecret);
    await page.getByRole('button', { name: 'Copy the Script tag snippet' }).click();
    await status('Copied the Script tag snippet.').waitFor();
    const snippet = await readClipboard();
    expect(snippet).toContain(clientId);
    expect(snippet).toMatch(/integrity="sha384-[\w+/=]+"/);

    // The old secret within the overlap, then the new one.
    for (const secret of [clientSecret, rotated]) {
      host.paste(snippet, { clientId, clientSecret: secret });
      await connect(host.origin);
      await page.locator('iframe').waitFor({ state: 'detached' });
    }
    expect(host.exchanges).toEqual([200, 200]);

    await page.goto(`${world.connectUrl}/dashboard/applications/${clientId}`);
    await page.getByText('Test sign-ins left: 78 of 80.').waitFor();
    await openPage('Flows');
    const rows = page.getByRole('row').filter({ hasText: host.origin });
    expect(await rows.count()).toBe(2);
    expect(await rows.first().textContent()).toContain('Code exchanged');
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-flows', { fullPage: true });
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-flows-320', { fullPage: true });
    const text = (await page.locator('body').textContent()) ?? '';
    for (const hidden of [clientSecret, rotated, 'user_good']) expect(text).not.toContain(hidden);
    const log = world.logLines.join('');
    for (const hidden of [clientSecret, rotated, world.password]) expect(log).not.toContain(hidden);
    expect(troubles).toEqual([]);
  });

  it('lists an origin that was refused, and adds it', async () => {
    const connect = () => page.getByRole('button', { name: 'Connect your tax account' }).click();
    const addRefused = section('Embedding origins').getByRole('button', {
      name: `Add refused origin ${host.origin}`,
    });
    await signIn();
    const { clientId, clientSecret } = await register('Refusing', 'Live');
    await add('Embedding origins', 'embedding origin', 'https://shop.io');
    await openPage('Overview');
    await page.getByRole('button', { name: 'Copy the Script tag snippet' }).click();
    await status('Copied the Script tag snippet.').waitFor();
    host.paste(await readClipboard(), { clientId, clientSecret });
    await page.goto(host.origin);
    await connect();
    await page.getByText('This site can’t connect accounts').waitFor();

    await page.goto(`${world.connectUrl}/dashboard/applications/${clientId}/settings`);
    await section('Embedding origins').getByText('Refused in the last 24 hours').waitFor();
    const problems = await findAccessibilityProblems(page);
    await saveScreenshot(page, 'dashboard-refused-origins', { fullPage: true });
    await addRefused.click();
    await status(`Added ${host.origin}`).waitFor();
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    const left = await addRefused.count();
    await page.goto(host.origin);
    await connect();
    await page.getByRole('option').first().waitFor();

    expect(problems).toEqual([]);
    expect(focused).toBe('Embedding origins');
    expect(left).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('switches a provider off, which people see with its reason and cannot choose', async () => {
    await signIn();
    const { clientId, clientSecret } = await register('Evening', 'Live');
    await add('Embedding origins', 'embedding origin', host.origin);
    await openPage('Overview');
    await page.getByRole('button', { name: 'Copy the Script tag snippet' }).click();
    await status('Copied the Script tag snippet.').waitFor();
    host.paste(await readClipboard(), { clientId, clientSecret });
    const guest = await context.newPage();
    const person = driveConnect(guest);
    await guest.goto(host.origin);
    await guest.getByRole('button', { name: 'Connect your tax account' }).click();
    await person.pick('TallyBird');
    await guest.frameLocator('iframe').getByLabel('Username').waitFor();

    await page.getByRole('link', { name: 'Providers' }).click();
    await page.getByRole('button', { name: 'Switch TallyBird' }).click();
    await page.getByRole('button', { name: 'Unavailable' }).click();
    await page.getByLabel('Reason').fill('Closed until 22:00');
    const problems = await findAccessibilityProblems(page);
    await saveScreenshot(page, 'dashboard-providers-switch', { fullPage: true });
    await page.getByRole('button', { name: 'Switch now' }).click();
    await status('tallybird is unavailable now.').waitFor();

    await person.logIn({ username: 'user_good' });
    await guest.frameLocator('iframe').getByText('TallyBird isn’t available right now').waitFor();
    await guest.getByRole('button', { name: 'Back', exact: true }).click();
    const option = guest.getByRole('option', { name: /TallyBird/ });
    await expect.poll(() => option.getAttribute('aria-description')).toBe('Closed until 22:00');
    // It looks disabled, and a press must not lead on.
    await option.click({ force: true });
    const frameIsShown = await guest.locator('iframe').isVisible();
    problems.push(...(await findAccessibilityProblems(guest)));
    await saveScreenshot(guest, 'switched-off-provider');
    await guest.close();
    await page.getByRole('button', { name: 'Switch TallyBird' }).click();
    await page.getByRole('button', { name: 'Available', exact: true }).click();
    await page.getByRole('button', { name: 'Switch now' }).click();
    await status('tallybird is available now.').waitFor();

    expect(frameIsShown).toBe(false);
    expect(problems).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('finds the reference that the modal shows', async () => {
    await signIn();
    const { clientId, clientSecret } = await register('Supported');
    await page.getByRole('button', { name: 'Copy the Script tag snippet' }).click();
    await status('Copied the Script tag snippet.').waitFor();
    host.paste(await readClipboard(), { clientId, clientSecret });
    await openPage('Settings');
    await page.getByLabel('Limit of test sign-ins').fill('0');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await status('The limit of test sign-ins is set.').waitFor();
    await page.goto(host.origin);
    await page.getByRole('button', { name: 'Connect your tax account' }).click();
    await page.getByRole('option').first().click();
    const shown = (await page.locator('dialog code').textContent()) ?? '';

    await page.goto(`${world.connectUrl}/dashboard`);
    await page.getByLabel('Reference').fill(shown.replace('-', '').toLowerCase());
    await page.keyboard.press('Enter');

    await heading(`Reference ${shown}`).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Supported' });
    expect(await row.textContent()).toContain('The test sign-ins are used up.');
    const table = page.getByRole('region', { name: 'Flows with this reference' });
    expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-reference', { fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-reference-390-dark', { fullPage: true });
    expect(troubles).toEqual([]);
  });

  it('has an address for each page: Back, Forward and a reload lead to it', async () => {
    const readFocus = () => page.evaluate(() => document.activeElement?.textContent);
    await signIn();
    const { clientId } = await register('Addressed');
    const address = `${world.connectUrl}/dashboard/applications/${clientId}`;
    await openPage('Flows');
    await openPage('Settings');
    await expect.poll(readFocus).toBe('Settings');

    await page.goBack();
    await heading('Flows').waitFor();
    expect(page.url()).toBe(`${address}/flows`);
    await expect.poll(readFocus).toBe('Flows');
    await page.goBack();
    await heading('Overview').waitFor();
    expect(page.url()).toBe(address);
    await page.goForward();
    await page.goForward();
    await page.reload();

    await page.getByLabel('New redirect URI').waitFor();
    expect(page.url()).toBe(`${address}/settings`);
    expect(await page.title()).toBe('Settings · Addressed · Connect dashboard');
    await page.goto(`${address}/settings#origins`);
    await expect.poll(readFocus).toBe('Embedding origins');
    expect(troubles).toEqual([]);
  });

  it('asks before Back or another address loses edits', async () => {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await signIn();
    await register('Edited');
    await openPage('Settings');
    await page.getByLabel('Name').fill('Something else');
    const address = page.url();

    await page.goBack();
    await question.waitFor();
    const problems = await findAccessibilityProblems(page);
    await saveScreenshot(page, 'dashboard-unsaved');
    const kept = page.url();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    const typed = await page.getByLabel('Name').inputValue();
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.evaluate(() => window.location.assign('/'));
    expect(await asked).toBe('beforeunload');
    await page.goBack();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await heading('Overview').waitFor();
    await page.goForward();
    await heading('Settings').waitFor();

    expect(problems).toEqual([]);
    expect([kept, typed]).toEqual([address, 'Something else']);
    expect(page.url()).toBe(address);
    expect(await page.getByLabel('Name').inputValue()).toBe('Edited');
    expect(troubles).toEqual([]);
  });

  it('shows nothing after the sign-out, also when the user goes back', async () => {
    await signIn();
    const { clientId } = await register('Leaving');
    const [cookie] = await context.cookies(`${world.connectUrl}/dashboard`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    await page.goBack();

    await heading('Sign in').waitFor();

    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.locator('body').textContent()).not.toContain(clientId);
    expect(await context.cookies(`${world.connectUrl}/dashboard`)).toEqual([]);
  });
});

describe('axe finds nothing', () => {
  const screens: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'sign-in',
      async () => {
        await page.goto(`${world.connectUrl}/dashboard`);
        await page.getByLabel('Password').fill('wrong');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByText('The password is wrong.').waitFor();
      },
    ],
    [
      'list',
      async () => {
        await signIn();
        await register('Shown in the list');
        await page.getByRole('link', { name: 'All applications' }).click();
        await page.getByRole('table').waitFor();
      },
    ],
    [
      'register',
      async () => {
        await signIn('/dashboard/register');
        await heading('Register an application').waitFor();
        await page.getByRole('button', { name: 'Register' }).click();
        await page.getByRole('alert').waitFor();
      },
    ],
    [
      'audit-log',
      async () => {
        await signIn();
        await register('Shown in the log');
        await add('Embedding origins', 'embedding origin', 'https://a-rather-long-name.shop.io');
        await page.getByRole('link', { name: 'Audit log' }).click();
        await page.getByRole('listitem').first().waitFor();
      },
    ],
    [
      'access-empty',
      async () => {
        await signIn('/dashboard/access');
        await page.getByText('There is no key yet.').waitFor();
      },
    ],
    [
      'access',
      async () => {
        await signIn('/dashboard/access');
        await page.getByLabel('Name of a new key').fill('A program with a rather long name');
        await page.getByRole('button', { name: 'applications:write' }).press('Enter');
        await page.getByRole('button', { name: 'Create key' }).press('Enter');
        await page.getByTestId('admin-key').waitFor();
        await page.getByRole('button', { name: /^End / }).first().press('Enter');
        await page.getByRole('button', { name: 'End it now' }).waitFor();
      },
    ],
    [
      'providers',
      async () => {
        await signIn('/dashboard/providers');
        await page.getByRole('listitem').first().waitFor();
      },
    ],
    [
      'overview',
      async () => {
        await signIn();
        await register('A shop with a rather long name that has to wrap somewhere', 'Live');
        await rotateSecret();
        await page.getByRole('button', { name: 'End the old secret now' }).click();
      },
    ],
    [
      'settings',
      async () => {
        await signIn();
        await register('A shop with a rather long name that has to wrap somewhere', 'Live');
        await add('Redirect URIs', 'redirect URI', 'http://localhost:3000/connect/callback');
        await add('Redirect URIs', 'redirect URI', 'https://shop.io/connect/callback?tenant=one');
        await add('Embedding origins', 'embedding origin', 'https://example.com');
        await page.getByRole('button', { name: 'Delete application' }).click();
        await page.getByRole('button', { name: 'Delete for good' }).click();
        await page.getByText('This is not the name of the application.').waitFor();
      },
    ],
    [
      'sessions',
      async () => {
        await signIn();
        const own = { ...(await register('Sessions')), baseUrl: world.baseUrl };
        const { sessionId } = await createSession(own);
        await cancelSession({ ...own, sessionId });
        await createSession(own);
        await openPage('Sessions');
        await page.getByRole('button', { name: /^Cancel cs_/ }).click();
        await page.getByRole('button', { name: 'Cancel it now' }).waitFor();
      },
    ],
    [
      'accounts',
      async () => {
        await signIn();
        const { clientId } = await register('Accounts', 'Live');
        await world.connectAccounts(clientId, 30);
        await openPage('Accounts');
        await page
          .getByRole('button', { name: /^Disconnect/ })
          .first()
          .press('Enter');
        await page.getByRole('button', { name: 'Keep it connected' }).waitFor();
      },
    ],
    [
      'consent',
      async () => {
        await signIn();
        const { clientId } = await register('Consent', 'Live');
        await openPage('Consent');
        await page.getByText('None yet. A consent is recorded').waitFor();
        await world.recordConsents(clientId, 30);
        await page.getByRole('button', { name: 'Search consents' }).press('Enter');
        await page.getByText('What was agreed').first().press('Enter');
        await page.getByText('SHA-256 of the text').first().waitFor();
      },
    ],
    [
      'events-empty',
      async () => {
        await signIn();
        await register('No events');
        await openPage('Events');
        await page.getByText('No webhook yet.').waitFor();
      },
    ],
    [
      'events',
      async () => {
        await signIn();
        await register('Events');
        await openPage('Events');
        const failing = await addWebhook('a-rather-long-path-that-has-to-wrap-somewhere/hooks');
        await page.getByRole('button', { name: `Send a test event to ${failing}` }).press('Enter');
        const tries = page.getByText(/^1 try of/);
        // The service sends once a second.
        await expect
          .poll(async () => {
            await page.getByRole('button', { name: 'Load again' }).press('Enter');
            return await tries.count();
          })
          .toBe(1);
        await tries.click();
        const off = await addWebhook('off');
        await page.getByRole('button', { name: `Switch off ${off}` }).press('Enter');
        await page.getByRole('button', { name: `Switch on ${off}` }).waitFor();
        await page.getByText('No success since').waitFor();
      },
    ],
  ];

  /** Adds a webhook whose receiver does not answer. */
  async function addWebhook(path: string): Promise<string> {
    const url = `http://localhost:1/${path}`;
    await page.getByLabel('Address of a new webhook').fill(url);
    await page.getByRole('button', { name: 'Add webhook' }).press('Enter');
    await page.getByRole('button', { name: `Remove ${url}` }).waitFor();
    return url;
  }

  /** The first two have each theme and each width. */
  const matrix = [
    ['light', 1280],
    ['dark', 320],
    ['light', 320],
    ['dark', 1280],
  ] as const;

  const inLongRun = [
    'sign-in',
    'audit-log',
    'access-empty',
    'providers',
    'settings',
    'accounts',
    'consent',
    'events',
  ];
  const usual = screens.filter(([name]) => !inLongRun.includes(name));

  it.each(byExtent(usual, screens))(
    'on %s, in light and dark, at 320 and 1280 pixels',
    async (name, open) => {
      const index = screens.findIndex(([screen]) => screen === name);
      const looks = byExtent([matrix[index % 2 === 0 ? 0 : 1]], [...matrix]);
      await open();
      const problems: Record<string, string[]> = {};
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        const label = `${name}-${colorScheme}-${width}`;
        problems[label] = await findAccessibilityProblems(page);
        await saveScreenshot(page, `dashboard-${label}`, { fullPage: true });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(overflow, `${label} scrolls sideways`).toBeLessThanOrEqual(width);
        const broken = await page.locator('header a').evaluateAll(findBrokenTexts);
        expect(broken, `${label} breaks names of pages`).toEqual([]);
      }
      expect(Object.keys(problems)).toHaveLength(looks.length);
      expect(Object.values(problems).flat()).toEqual([]);
    },
  );

  it('except for a planted violation', async () => {
    await page.goto(`${world.connectUrl}/dashboard`);
    await page.getByLabel('Password').waitFor();
    const control = await findAccessibilityProblems(page);

    await page.evaluate(() => document.querySelector('label')?.remove());
    const planted = await findAccessibilityProblems(page);

    expect(control).toEqual([]);
    expect(planted.join()).toMatch(/^label:/);
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

/** Runs the whole embedded flow in the pasted page. */
async function connect(origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  await driveConnect(page).connect();
}
