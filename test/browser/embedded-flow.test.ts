import { isDeepStrictEqual } from 'node:util';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { type ConnectPerson, driveConnect } from 'tax-connect/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { postAsBackend } from '../support/backend.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { holdRequests } from '../support/gate.ts';
import { press, readFocus } from '../support/inspect.ts';
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

/** The places of the dialog's header, the dialog and a button in the frame, as soon as two readings agree. */
async function readPlaces(button: Locator) {
  const dialog = page.getByRole('dialog');
  const parts = [dialog.locator('header'), dialog, button];
  let places: unknown[] = [];
  const isAsBefore = async () => {
    const before = places;
    places = await Promise.all(parts.map((part) => part.boundingBox()));
    return isDeepStrictEqual(places, before);
  };
  await expect.poll(isAsBefore, { interval: 100 }).toBe(true);
  return places;
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

  it("leaves only an exchanged code in the page's own resource timing", async () => {
    const letPass = await holdRequests(page, '**/callback?*');
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

  it('never moves the focus to the page behind, forwards or backwards', async () => {
    await expect.poll(() => readFocus(page)).toMatch(/^page: /);
    const trail = [...(await press(page, 'Tab', 20)), ...(await press(page, 'Shift+Tab', 20))];
    const inside = /^(page: .*|Back|Close|body)$/;
    expect(trail.filter((name) => !inside.test(name))).toEqual([]);
    expect(trail).toContain('Close');
  });

  it.runIf(isLongRun)(
    'keeps dialog, header and button in place when a login is refused or details open',
    async () => {
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
    },
  );
});

it('the modal is as high as each step of its page, which then need not scroll', async () => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto(suite.world.appUrl);
  await page.getByRole('button', { name: 'Connect your tax account' }).click();
  await person.pick(sandbox);
  const root = connectPage.locator('html');
  // As with a larger font, the steps differ in their heights.
  await root.evaluate(({ style }) => style.setProperty('font-size', '22px'));
  await person.logIn({ username: 'user_good' });
  await connectPage.getByRole('button', { name: 'Allow' }).waitFor();
  const readHidden = () => root.evaluate(({ scrollHeight }) => scrollHeight - innerHeight);
  await expect.poll(readHidden).toBe(0);
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
  const response = await postAsBackend(suite.world, '/auth/token', { code });
  return [response.status, Reflect.get(Object(await response.json()), 'error')];
}
