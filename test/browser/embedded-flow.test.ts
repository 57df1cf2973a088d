import type { FrameLocator, Locator, Page } from 'playwright-core';
import { type ConnectPerson, driveConnect } from 'tax-connect/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { byExtent, isLongRun } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { type CodeWatch, watchCode } from '../support/watch-code.ts';

const sandbox = /^Sandbox/;

const suite = useFlowSuite();
let page: Page;
let person: ConnectPerson;
let connectPage: FrameLocator;
let watch: CodeWatch;

beforeEach(() => {
  page = suite.page;
  person = driveConnect(page);
  connectPage = page.frameLocator('iframe');
  watch = watchCode(suite.context, page);
});

/** The places of the dialog, its header and a button in the frame. */
async function readPlaces(button: Locator) {
  const dialog = page.getByRole('dialog');
  const places = await Promise.all(
    [button, dialog, dialog.locator('header')].map((part) => part.boundingBox()),
  );
  return places.reverse();
}

describe.each(
  byExtent(
    [['script tag', '/']],
    [
      ['script tag', '/'],
      ['module', '/spa/'],
    ],
  ),
)('the embedded flow from the %s page, with the built files', (_, path) => {
  beforeEach(async () => {
    await page.goto(suite.world.appUrl + path);
    await page.getByRole('button', { name: 'Connect your tax account' }).click();
    await person.pick(sandbox);
  });

  // In `npm test`, the contract does the same as a person: test/engines/cases.ts.
  it.runIf(isLongRun)('connects with user_good', async () => {
    await person.logIn({ username: 'user_good' });
    await person.allow();
    await expectConnected();
  });

  it("leaves only an exchanged code in the page's own resource timing", async () => {
    let letPass = () => {};
    const held = new Promise<void>((resolve) => {
      letPass = resolve;
    });
    await page.route('**/callback?*', async (route) => {
      await held;
      await route.continue();
    });

    await person.logIn({ username: 'user_good' });
    await person.allow();
    await expect.poll(() => watch.forwardedCodes().length).toBe(1);
    const [code = ''] = watch.forwardedCodes();
    const before = await listResources(page);
    letPass();
    await expect.poll(async () => await listResources(page)).toContain(`/callback?code=${code}`);
    const other = await suite.context.newPage();
    await other.goto(suite.world.appUrl + path);

    expect(before.filter((address) => address.includes(code))).toEqual([]);
    expect((await listResources(other)).filter((address) => address.includes(code))).toEqual([]);
    expect(await exchangeAgain(code)).toEqual([400, 'invalid_grant']);
    // The control: the resource timing does contain the files of each page.
    expect(before.length * (await listResources(other)).length).toBeGreaterThan(0);
  });

  it.runIf(isLongRun)('connects with user_mfa after the one-time code', async () => {
    await person.logIn({ username: 'user_mfa' });
    await person.enterCode('123456');
    await person.allow();
    await expectConnected();
  });

  it.runIf(isLongRun)(
    'keeps the username and connects when user_bad is corrected to user_good',
    async () => {
      await person.logIn({ username: 'user_bad' });
      await connectPage.getByText('didn’t accept').waitFor();
      expect(await connectPage.getByLabel('Username').inputValue()).toBe('user_bad');
      await person.logIn({ username: 'user_good' });
      await person.allow();
      await expectConnected();
    },
  );

  it('keeps dialog, header and button in place when a login is refused or details open', async () => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const button = connectPage.getByRole('button', { name: 'Sign in' });
    const atLogin = await readPlaces(button);
    await person.logIn({ username: 'user_bad' });
    await connectPage.getByText('didn’t accept').waitFor();
    await connectPage.getByLabel('Username').fill('user_good');
    expect(await readPlaces(button)).toEqual(atLogin);
    await person.logIn({ username: 'user_good' });
    const allow = connectPage.locator('[value="allow"]:not([aria-disabled="true"])');
    const atConsent = await readPlaces(allow);
    await connectPage.getByText('Details').click();
    await connectPage.getByText('Verified address').click();
    expect(await readPlaces(allow)).toEqual(atConsent);
    expect(atConsent.slice(0, 2)).toEqual(atLogin.slice(0, 2));
  });

  it.runIf(isLongRun)('ends without a code when access is denied', async () => {
    await person.logIn({ username: 'user_good' });
    await person.deny();
    await expectNotConnected('You did not allow access');
  });

  it.runIf(isLongRun)(
    'asks before it throws away a login on Escape inside the frame, and keeps it',
    async () => {
      await connectPage.getByLabel('Username').fill('user_good');
      await connectPage.getByLabel('Username').press('Escape');
      await page.getByRole('alertdialog').waitFor();
      await page.getByRole('button', { name: 'Keep going' }).click();
      expect(await connectPage.getByLabel('Username').inputValue()).toBe('user_good');
      await connectPage.getByLabel('Username').press('Escape');
      await page.getByRole('button', { name: 'Leave' }).click();
      await expectNotConnected('Nothing was connected');
    },
  );

  it.runIf(isLongRun)('ends when the person closes it and confirms', async () => {
    await connectPage.getByLabel('Username').waitFor();
    await person.close();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expectNotConnected('Nothing was connected');
  });
});

describe('names', () => {
  beforeEach(() => page.goto(suite.world.appUrl));

  it('are those of the providers, without the reasons of unavailable ones', async () => {
    await page.getByRole('button', { name: 'Connect your tax account' }).click();
    await page.getByRole('button', { name: /more for live applications/ }).click();
    await page.getByRole('option').nth(12).waitFor();

    expect(await page.getByRole('option', { name: 'Sandbox' }).count()).toBe(1);
    expect(await page.getByRole('option', { name: 'Sandbox', exact: true }).count()).toBe(1);
    expect(await page.getByRole('option', { name: /live applications/ }).count()).toBe(0);
    // The control: the reasons are there.
    const reasons = page.locator('[role=option][aria-description*="live applications"]');
    expect(await reasons.count()).toBeGreaterThan(10);
  });

  it('distinguish the password from the button that shows it', async () => {
    await page.getByRole('link', { name: 'Continue on the Connect page' }).click();
    await page.getByRole('option', { name: 'Sandbox' }).click();

    await page.getByLabel('Password').fill('pass_good');
    const toggle = page.getByRole('button', { name: 'Show', exact: true });
    expect(await page.getByLabel('Password').count()).toBe(1);
    expect(await toggle.getAttribute('aria-describedby')).toBe('password-label');
    expect(await page.locator('#password-label').textContent()).toBe('Password');
  });
});

describe('the redirect flow', () => {
  beforeEach(async () => {
    await page.goto(suite.world.appUrl);
    await page.getByRole('link', { name: 'Continue on the Connect page' }).click();
    await page.waitForURL(`${suite.world.connectUrl}/connect?**`);
    await page.getByRole('option', { name: sandbox }).click();
    await page.getByLabel('Username').fill('user_good');
    await page.getByLabel('Password').fill('pass_good');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.mouse.move(3, 3);
  });

  it('returns connected', async () => {
    await page.getByRole('button', { name: 'Allow' }).hover();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${suite.world.appUrl}/**`);
    await expectConnected();
  });

  it.runIf(isLongRun)('returns without a connection when access is denied', async () => {
    await page.getByRole('button', { name: 'Deny' }).hover();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${suite.world.appUrl}/**`);
    await expectNotConnected('You did not allow access');
    await page.locator('h2:focus', { hasText: 'Your tax account' }).waitFor();
  });
});

/** @returns path and query of the loaded resources, as scripts can see them */
function listResources(from: Page): Promise<string[]> {
  return from.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => {
      const { pathname, search } = new URL(name);
      return pathname + search;
    }),
  );
}

/** The service's response to a second exchange by the application's backend. */
async function exchangeAgain(code: string): Promise<readonly [status: number, error: unknown]> {
  const { baseUrl, application } = suite.world;
  const { client_id, client_secret } = application;
  const response = await fetch(`${baseUrl}/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret, code }),
  });
  return [response.status, Reflect.get(Object(await response.json()), 'error')];
}

/** Connected by exactly one code, which was sent only to the callback. */
async function expectConnected(): Promise<void> {
  // Said once, and read by screen readers: the focus is on it, also after a redirect.
  await page.locator('h2:focus', { hasText: 'Your tax account is connected' }).waitFor();
  const shown = await page.locator('main').allInnerTexts();
  expect(shown.join().match(/\bconnected\b/gi)).toHaveLength(1);
  expect(await page.locator('#provider').textContent()).toBe('sandbox');
  expect(await page.locator('#account').textContent()).toMatch(/./);

  const codes = watch.forwardedCodes();
  expect(codes).toHaveLength(1);
  const [code = ''] = codes;
  expect(code.length).toBeGreaterThan(20);
  const traces = await watch.collectTraces();
  // The control: the traces do contain the texts of the screens.
  expect(traces.join('\n')).toContain('sandbox');
  expect(traces.filter((trace) => trace.includes(code))).toEqual([]);
  expect(suite.world.logLines.filter((line) => line.includes(code))).toEqual([]);
  expectBackendOnlyExchange(1);
}

async function expectNotConnected(message: string): Promise<void> {
  await page.getByText(message).waitFor();
  expect(await page.locator('#connected').isHidden()).toBe(true);
  expect(await page.locator('iframe').count()).toBe(0);
  expect(watch.forwardedCodes()).toEqual([]);
  expectBackendOnlyExchange(0);
}

/** Only the backend has called the token endpoint, never the browser. */
function expectBackendOnlyExchange(count: number): void {
  expect(watch.urls.length).toBeGreaterThan(0);
  expect(watch.urls.filter((url) => url.includes('/auth/token'))).toEqual([]);
  const exchanges = suite.world.logLines.filter((line) => line.includes('/auth/token'));
  expect(exchanges.length - exchangesBefore).toBe(count);
}

let exchangesBefore = 0;
beforeEach(() => {
  exchangesBefore = suite.world.logLines.filter((line) => line.includes('/auth/token')).length;
});
