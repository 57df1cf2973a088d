import type { BrowserContext, Locator, Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAccessibilityProblems } from '../support/axe.ts';
import {
  type PastedHost,
  startDashboardWorld,
  startPastedHost,
} from '../support/dashboard-world.ts';
import { type DashboardDriver, driveDashboard } from '../support/drive-dashboard.ts';
import { byExtent } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

const world = useRunning(startDashboardWorld);
let host: PastedHost;
let context: BrowserContext;
let page: Page;
let drive: DashboardDriver;
/** Errors of the page's scripts, and violations of its policy. */
let troubles: string[];

// Before the suite's hooks, so that it runs after them: closing the page may show further troubles.
afterEach(() => {
  expect(troubles).toEqual([]);
});

const suite = usePageSuite();
beforeEach(async () => {
  host = await startPastedHost(world.baseUrl);
  ({ context, page } = suite);
  drive = driveDashboard(page, world);
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
afterEach(() => host?.close());

describe('the dashboard', () => {
  it('leads from the sign-in to a flow of the new application', async () => {
    const { clientId, clientSecret } = await drive.begin('Corner Shop');
    expect(clientSecret).toMatch(/^test_secret_/);
    await drive.add('Embedding origins', 'embedding origin', host.origin);
    await drive.rotateSecret();
    await drive.status('There is a new client secret.').waitFor();
    const rotated = (await page.getByTestId('client-secret').textContent()) ?? '';
    expect(rotated).not.toBe(clientSecret);
    await page.getByRole('button', { name: 'Copy the Script tag snippet' }).click();
    await drive.status('Copied the Script tag snippet.').waitFor();
    const snippet = await drive.readClipboard();
    expect(snippet).toContain(clientId);
    expect(snippet).toMatch(/integrity="sha384-[\w+/=]+"/);

    host.paste(snippet, { clientId, clientSecret: rotated });
    await page.goto(host.origin);
    await page.getByRole('button', { name: 'Connect your tax account' }).click();
    await driveConnect(page).connect();
    await page.locator('iframe').waitFor({ state: 'detached' });
    expect(host.exchanges).toEqual([200]);

    await page.goto(`${world.connectUrl}/dashboard/applications/${clientId}`);
    await page.getByText('79 of 80 sign-ins left').waitFor();
    await drive.openPage('Flows');
    const rows = page.getByRole('row').filter({ hasText: new URL(host.origin).host });
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Connected')]);
    const text = (await page.locator('body').textContent()) ?? '';
    for (const hidden of [clientSecret, rotated, 'user_good']) expect(text).not.toContain(hidden);
    await page.getByRole('link', { name: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ }).click();
    await drive.heading(/^Connected to /).waitFor();
    await page.getByText('Done: Account connected').waitFor();
    const log = world.logLines.join('');
    for (const hidden of [clientSecret, rotated, world.password]) expect(log).not.toContain(hidden);
  });

  it('tells a screen reader on a phone the header of each value, and shows the current link', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await drive.signIn('/dashboard/audit-log');
    await drive.heading('Audit log').waitFor();
    await page.reload();
    await drive.heading('Audit log').waitFor();
    const link = page.getByRole('link', { name: 'Audit log' });
    const { x = 360, width = 0 } = (await link.boundingBox()) ?? {};
    await page.goto(`${world.connectUrl}/dashboard/providers`);
    await page.getByText('TallyBird', { exact: true }).waitFor();

    const client = await context.newCDPSession(page);
    const { nodes } = await client.send('Accessibility.getFullAXTree');

    const names = new Set(nodes.map(({ name }) => name?.value));
    expect(['Status', 'Changed'].filter((name) => !names.has(name))).toEqual([]);
    expect(x + width).toBeLessThanOrEqual(360);
  });

  it.each(byExtent([1280], [1280, 390]))(
    'opens a flow anywhere in its row, and goes back to the filtered list, at %i pixels',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      const { clientId } = await drive.begin('Rows');
      await world.startFlows(clientId, 3);
      await drive.openPage('Flows');
      await page.getByRole('button', { name: /^Failed/ }).click();
      // On a phone, the row with the names of the columns is not drawn.
      const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
      await expect.poll(() => rows.count()).toBe(2);
      const row = rows.last();
      const { height = 0 } = (await row.boundingBox()) ?? {};
      const position = { x: 20, y: height - 4 };

      const opened = context.waitForEvent('page');
      await row.click({ button: 'middle', position });
      const tab = await opened;
      await tab.getByRole('heading', { name: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ }).waitFor();
      await drive.heading('Flows').waitFor();
      await row.click({ position });

      await drive.heading(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).waitFor();
      expect(page.url()).toBe(tab.url());
      await page.goBack();
      await page.reload();
      await page.getByRole('button', { name: /^Failed/, pressed: true }).waitFor();
    },
  );

  it('leads to a section of the settings, and keeps the buttons of what is changed in view', async () => {
    await drive.begin('Room');
    await drive.openPage('Settings');
    const readBox = async (locator: Locator) => (await locator.boundingBox()) ?? expect.fail();
    const details = drive.section('Details');
    const discard = details.getByRole('button', { name: /^Discard changes/ });
    const input = details.getByLabel('Name');
    const heights = [(await readBox(details)).height];
    await input.fill('Rooms');
    heights.push((await readBox(details)).height);
    await discard.click();
    heights.push((await readBox(details)).height);
    const discarded = await input.inputValue();
    await input.fill('Rooms');
    await page.keyboard.press('Tab');
    for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await drive.status('The details are saved.').waitFor();
    const focused = await page.evaluate(() => document.activeElement?.textContent);

    await page.setViewportSize({ width: 1280, height: 560 });
    await page.getByRole('link', { name: 'Consent terms' }).click();
    await page.locator('h2:focus', { hasText: 'Consent terms' }).waitFor();
    await page.getByLabel('Purpose').fill('To help.');
    const save = await readBox(page.getByRole('button', { name: 'Save consent terms' }));

    await page.setViewportSize({ width: 390, height: 800 });
    const field = await readBox(
      page.locator('.field__box', { has: page.getByLabel('New redirect URI') }),
    );
    const button = await readBox(page.getByRole('button', { name: 'Add redirect URI' }));

    expect(save.y + save.height).toBeLessThanOrEqual(560);
    expect(heights[1]).toBeGreaterThan((heights[0] ?? 0) + 30);
    expect(heights[2]).toBe(heights[0]);
    expect([discarded, focused]).toEqual(['Room', 'Save details']);
    expect(button.height).toBe(field.height);
  });

  it('has flows of two lines on a phone, and one button in place of their filters', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const { clientId } = await drive.begin('Phone');
    await world.startFlows(clientId, 4);
    await drive.openPage('Flows');
    const rows = page.getByRole('row').filter({ hasText: 'K7QF-3M9T' });
    await rows.last().waitFor();
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
    const filters = page.getByRole('button', { name: 'Filters' });
    const field = page.getByLabel('Reference, client_user_id or host');
    const isShown = await field.isVisible();

    await filters.click();
    await field.fill('user-4711');
    await page.getByRole('button', { name: 'Search flows' }).click();
    await page.getByText('No flow of the last day matches.').waitFor();

    expect(boxes).toHaveLength(4);
    // Two of them have failed. Their error code may need one more line.
    const heights = boxes.map((box) => box?.height ?? Infinity).sort((one, other) => one - other);
    expect(heights[1]).toBeLessThan(76);
    expect(heights[3]).toBeLessThan(104);
    expect(boxes[0]?.y).toBeLessThan(450);
    expect([isShown, await field.isVisible()]).toEqual([false, false]);
    expect(await filters.textContent()).toBe('Filters1');
    expect(await filters.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('marks the current page and the chosen filter where colours are forced', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await drive.begin('Contrast');
    const look = (element: Element) => {
      const { outlineStyle, borderColor, borderStyle } = getComputedStyle(element);
      return [outlineStyle, borderColor, borderStyle].join();
    };
    const find = (role: 'link' | 'button', name: string) =>
      page.getByRole(role, { name, exact: true });
    const pairs = [
      [find('link', 'Overview'), find('link', 'Settings')],
      [find('button', 'Script tag'), find('button', 'Backend')],
    ] as const;

    for (const [chosen, other] of pairs)
      expect(await chosen.evaluate(look)).not.toBe(await other.evaluate(look));
  });

  it('asks before Back or another address loses edits', async () => {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await drive.begin('Edited');
    await drive.openPage('Settings');
    await page.getByLabel('Name').fill('Something else');
    const address = page.url();

    await page.goBack();
    await question.waitFor();
    const problems = await findAccessibilityProblems(page);
    const kept = page.url();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    const typed = await page.getByLabel('Name').inputValue();
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate(() => window.location.assign('/'));
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    // A step back while the browser still stops the navigation would be lost.
    await page.getByLabel('Name').click();
    await page.goBack();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await drive.heading('Overview').waitFor();
    await page.goForward();
    await drive.heading('Settings').waitFor();

    expect(problems).toEqual([]);
    expect([kept, typed]).toEqual([address, 'Something else']);
    expect(page.url()).toBe(address);
    expect(await page.getByLabel('Name').inputValue()).toBe('Edited');
  });
});
