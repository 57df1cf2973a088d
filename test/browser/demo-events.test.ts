import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { expect, it, onTestFinished } from 'vitest';
import { postAsBackend } from '../support/backend.ts';
import { isLongRun } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { startTranscript } from '../support/screen-reader.ts';

/* The application hears of what happens elsewhere by webhooks, and its open pages change without a reload. */

const streamPath = '**/api/connection/stream';
const suite = useFlowSuite({ reducedMotion: 'reduce' });
const region = (page: Page, name: string) => page.getByRole('region', { name });
const signInAgain = (page: Page) => region(page, 'Sign in again');
const seeYears = (page: Page) => page.getByRole('table', { name: '2024' }).waitFor();

async function connect(page: Page, username = 'user_good', path = '/') {
  await page.goto(suite.world.appUrl + path);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  await driveConnect(page).connect({ username });
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

/** @returns the sockets of the pages' streams, also of later ones */
function collectStreams(): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const collect = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.url?.endsWith('/api/connection/stream')) sockets.add(request.socket);
  };
  subscribe('http.server.request.start', collect);
  onTestFinished(() => void unsubscribe('http.server.request.start', collect));
  return sockets;
}

async function withPerson(act: (page: Page, context: BrowserContext) => Promise<void>) {
  const browser = suite.context.browser() as Browser;
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  try {
    await act(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

it.runIf(isLongRun)(
  'a sign-in that the provider asks for is announced once, and the focus stays',
  async () => {
    const { page } = suite;
    const heard = await startTranscript(page, new Set());
    await connect(page);
    await page.getByRole('button', { name: 'Disconnect' }).focus();
    heard.act('waits');
    await refuseGrant(page);
    await heard.hear(/status: Sandbox asks for a new sign-in/);
    await signInAgain(page).waitFor();

    expect(heard.lines.slice(heard.lines.indexOf('> waits') + 1)).toEqual([
      'status: Sandbox asks for a new sign-in before Tally may read your tax years. Nothing is lost.',
    ]);
    await expect(page.locator(':focus').textContent()).resolves.toBe('Disconnect');
    expect(await isReloaded(page)).toBe(false);
  },
);

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

type Leave = (page: Page, streams: ReadonlySet<Socket>) => Promise<() => Promise<void>>;

const loseStream: Leave = async (page, streams) => {
  // The browser tries again every few seconds.
  await page.route(streamPath, (route) => route.abort('connectionreset'));
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/stream'),
  );
  for (const socket of streams) socket.destroy();
  await refused;
  return () => page.unroute(streamPath);
};

const hide: Leave = async (page) => {
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  return () => setHidden(false);
};

it.runIf(isLongRun).each([
  ['whose stream was lost', loseStream],
  ['that was hidden', hide],
] as const)('a page %s shows later what has happened meanwhile', async (_, leave) => {
  const { page } = suite;
  const streams = collectStreams();
  await connect(page);
  const comeBack = await leave(page, streams);
  await refuseGrant(page);
  await withPerson(async (other) => {
    // Later than the event above.
    await connect(other, 'user_mfa');
    await refuseGrant(other);
    await signInAgain(other).waitFor();
  });
  const before = await signInAgain(page).count();
  await comeBack();
  await signInAgain(page).waitFor();

  expect(before).toBe(0);
  expect(await isReloaded(page)).toBe(false);
});
