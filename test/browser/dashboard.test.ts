import type { BrowserContext, Page } from 'playwright-core';
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
const readFocus = () => page.evaluate(() => document.activeElement?.textContent);
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
  await heading(name).waitFor();
  const clientSecret = (await page.getByTestId('client-secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy the client ID' }).click();
  await status('Copied').waitFor();
  return { clientId: await readClipboard(), clientSecret };
}

async function add(list: string, noun: string, address: string): Promise<void> {
  await section(list).getByLabel(`New ${noun}`).fill(address);
  await section(list)
    .getByRole('button', { name: `Add ${noun}` })
    .click();
  await status(`Added ${address}`).waitFor();
}

async function rotateSecret(): Promise<void> {
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
    await heading('Corner Shop').waitFor();
    const rows = page.getByRole('row').filter({ hasText: host.origin });
    expect(await rows.count()).toBe(2);
    expect(await rows.first().textContent()).toContain('Code exchanged');
    await page.getByText('Test sign-ins left: 78 of 80.').waitFor();
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

  it('refuses the old secret once it is ended', async () => {
    await signIn();
    const { clientId, clientSecret } = await register('Ending');
    const issue = async () =>
      (
        await fetch(`${world.baseUrl}/sandbox/authorization_codes`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
        })
      ).status;
    await rotateSecret();
    await page.getByRole('button', { name: 'End the old secret now' }).waitFor();

    const during = await issue();
    await page.getByRole('button', { name: 'End the old secret now' }).click();
    await page.getByRole('button', { name: 'End it now' }).click();
    await status('The old client secret has ended.').waitFor();
    const after = await issue();

    expect([during, after]).toEqual([201, 401]);
  });

  it('renames an application, sets its limit, and deletes it once its name is typed', async () => {
    await signIn();
    const { clientId } = await register('Shop');
    const settings = section('Settings');
    const removal = section('Delete this application');

    await settings.getByLabel('Name').fill('Corner Shop');
    await settings.getByRole('button', { name: 'Rename' }).click();
    await heading('Corner Shop').waitFor();
    await settings.getByLabel('Limit of test sign-ins').fill('many');
    await settings.getByRole('button', { name: 'Set limit' }).click();
    await settings.getByText('Type a whole number').waitFor();
    await settings.getByLabel('Limit of test sign-ins').fill('7');
    await settings.getByLabel('Limit of test sign-ins').press('Enter');
    await page.getByText('With your backend’s: 7 of 7.').waitFor();

    await removal.getByRole('button', { name: 'Delete application' }).click();
    await removal.getByRole('button', { name: 'Keep it' }).click();
    await removal.getByRole('button', { name: 'Delete application' }).press('Enter');
    await removal.getByLabel('Type “Corner Shop”').fill('Shop');
    await removal.getByRole('button', { name: 'Delete for good' }).click();
    await removal.getByText('This is not the name of the application.').waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-delete', { fullPage: true });
    await page.keyboard.type('x');
    await removal.getByLabel('Type “Corner Shop”').fill('Corner Shop');
    await page.keyboard.press('Enter');
    await status('Corner Shop is deleted.').waitFor();
    await heading('Applications').waitFor();

    expect(await page.locator('body').textContent()).not.toContain(clientId);
    const gone = await fetch(`${world.baseUrl}/connect?client_id=${clientId}`);
    expect(gone.status).toBe(400);
    expect(troubles).toEqual([]);
  });

  it('marks unsuitable addresses of a live application, and explains a refusal', async () => {
    await signIn();
    await register('Real Shop', 'Live');
    const uris = section('Redirect URIs');

    await add('Redirect URIs', 'redirect URI', 'http://localhost:3000/callback');
    await uris.getByText('Not for production.').waitFor();
    await uris.getByText('Local test address: remove it in production').waitFor();
    await remove('Redirect URIs', 'redirect URI', 'http://localhost:3000/callback');
    await uris.getByLabel('New redirect URI').fill('http://shop.io/callback');
    await uris.getByRole('button', { name: 'Add redirect URI' }).click();
    await uris.getByRole('alert').waitFor();

    expect(await uris.getByText('Not for production.').count()).toBe(0);
    expect(await uris.getByRole('alert').textContent()).toContain('https');
  });

  it('lists an origin that was refused, and adds it', async () => {
    const connect = () => page.getByRole('button', { name: 'Connect your tax account' }).click();
    const addRefused = section('Embedding origins').getByRole('button', {
      name: `Add refused origin ${host.origin}`,
    });
    await signIn();
    const { clientId, clientSecret } = await register('Refusing', 'Live');
    await add('Embedding origins', 'embedding origin', 'https://shop.io');
    await page.getByRole('button', { name: 'Copy the Script tag snippet' }).click();
    await status('Copied the Script tag snippet.').waitFor();
    host.paste(await readClipboard(), { clientId, clientSecret });
    await page.goto(host.origin);
    await connect();
    await page.getByText('This site can’t connect accounts').waitFor();

    await page.goto(`${world.connectUrl}/dashboard/applications/${clientId}`);
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

  it('finds the reference that the modal shows', async () => {
    await signIn();
    const { clientId, clientSecret } = await register('Supported');
    await page.getByRole('button', { name: 'Copy the Script tag snippet' }).click();
    await status('Copied the Script tag snippet.').waitFor();
    host.paste(await readClipboard(), { clientId, clientSecret });
    await section('Settings').getByLabel('Limit of test sign-ins').fill('0');
    await section('Settings').getByRole('button', { name: 'Set limit' }).click();
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
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-reference', { fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-reference-390-dark', { fullPage: true });
    expect(troubles).toEqual([]);
  });

  it('searches the connected accounts, shows more of them, and disconnects one', async () => {
    await signIn();
    const { clientId, clientSecret } = await register('Accounts', 'Live');
    const accounts = section('Connected accounts');
    const rows = accounts.getByRole('listitem');
    await accounts.getByText('None yet.').waitFor();
    await world.connectAccounts(clientId, 30);
    await page.reload();
    await rows.nth(24).waitFor();

    await accounts.getByRole('button', { name: 'Show more accounts' }).press('Enter');
    await status('30 accounts shown.').waitFor();
    const ids = await accounts.locator('.mono').allTextContents();
    await expect.poll(readFocus).toContain(ids[25]);
    expect(await accounts.getByRole('button', { name: 'Show more accounts' }).count()).toBe(0);

    await accounts.getByLabel('Account ID or provider').fill('TallyBird');
    await page.keyboard.press('Enter');
    await status('15 accounts shown.').waitFor();
    await accounts.getByLabel('Account ID or provider').fill('nothing');
    await page.keyboard.press('Enter');
    await accounts.getByText('No account matches “nothing”.').waitFor();
    await accounts.getByRole('button', { name: 'Show all accounts' }).click();
    await status('25 accounts shown.').waitFor();

    const [first = ''] = ids;
    const disconnect = accounts.getByRole('button', { name: `Disconnect ${first}` });
    await disconnect.press('Enter');
    await accounts.getByRole('button', { name: 'Keep it connected' }).waitFor();
    expect(await readFocus()).toBe('Keep it connected');
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await saveScreenshot(page, 'dashboard-accounts', { fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await findAccessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    await saveScreenshot(page, 'dashboard-accounts-320-dark', { fullPage: true });
    await page.keyboard.press('Escape');
    await expect
      .poll(() => disconnect.evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await accounts.getByRole('button', { name: 'Keep it connected' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await status(`Disconnected ${first}.`).waitFor();

    await expect.poll(readFocus).toBe('Connected accounts');
    expect(await rows.filter({ hasText: first }).count()).toBe(0);
    expect(await page.locator('body').textContent()).not.toContain('user_');
    expect(world.logLines.join('')).not.toContain(clientSecret);
    expect(troubles).toEqual([]);
  });

  it('shows the changes and their actors', async () => {
    await signIn();
    const { clientId } = await register('Audited');
    await add('Embedding origins', 'embedding origin', 'https://shop.io');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await heading('Audit log').waitFor();

    const rows = page.getByRole('listitem').filter({ hasText: clientId });
    await rows.first().waitFor();

    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/Added an embedding originhttps:\/\/shop\.ioAudited.*dashboard/),
      expect.stringMatching(/Registered the applicationtestAudited.*dashboard/),
    ]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Audit log');
    expect(await page.getByRole('link', { name: 'Audit log' }).getAttribute('aria-current')).toBe(
      'page',
    );
    await rows.first().getByRole('link', { name: 'Audited' }).click();
    await heading('Audited').waitFor();
    expect(troubles).toEqual([]);
  });

  it('shows markup in a name as text', async () => {
    const name = '<img src=x onerror="document.title=1"><b>bold</b>';
    await signIn();
    await register(name);
    await page.getByRole('link', { name: 'All applications' }).click();

    await page.getByRole('link', { name }).waitFor();

    expect(await page.locator('img, b').count()).toBe(0);
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

  it('notices that its session has ended elsewhere', async () => {
    await signIn();
    await heading('Applications').waitFor();
    await context.clearCookies();

    await page.getByRole('link', { name: 'Register an application' }).click();
    await page.getByLabel('Name').fill('Too late');
    await page.getByRole('button', { name: 'Register' }).click();

    await heading('Sign in').waitFor();
    await page.getByText('Your sign-in has expired.').waitFor();
  });

  it('moves the focus with the view', async () => {
    await signIn();
    await page.getByRole('link', { name: 'Register an application' }).click();
    await heading('Register an application').waitFor();

    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.title()).toContain('Register an application');
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
      'application',
      async () => {
        await signIn();
        await register('A shop with a rather long name that has to wrap somewhere', 'Live');
        await add('Redirect URIs', 'redirect URI', 'http://localhost:3000/connect/callback');
        await add('Redirect URIs', 'redirect URI', 'https://shop.io/connect/callback?tenant=one');
        await add('Embedding origins', 'embedding origin', 'https://example.com');
        await rotateSecret();
        await page.getByRole('button', { name: 'End the old secret now' }).click();
        await page.getByRole('button', { name: 'Delete application' }).click();
      },
    ],
  ];

  /** The first two have each theme and each width. */
  const matrix = [
    ['light', 1280],
    ['dark', 320],
    ['light', 320],
    ['dark', 1280],
  ] as const;

  it.each(screens)('on %s, in light and dark, at 320 and 1280 pixels', async (name, open) => {
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
    }
    expect(Object.keys(problems)).toHaveLength(looks.length);
    expect(Object.values(problems).flat()).toEqual([]);
  });

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

/** Runs the whole embedded flow in the pasted page. */
async function connect(origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  await driveConnect(page).connect();
}
