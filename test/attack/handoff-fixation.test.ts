import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTold } from '../support/browser-suite.ts';
import { driveWindow } from '../support/drive-window.ts';
import { byExtent, triesThreats } from '../support/extent.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

/**
 * Session fixation: an attacker starts a flow in their own browser. A victim opens the address of the
 * attacker's window, logs in and consents. The code, and with it the account, would be the attacker's.
 */
const suite = usePopupSuite();

let victim: BrowserContext;
let address: string;

beforeEach(async () => {
  // The attacker's browser: it keeps the window's address, and reports the window as cut off.
  await suite.page.addInitScript(() => {
    const fake = { opener: window, closed: false, close() {}, focus() {} };
    window.open = () => fake as unknown as Window;
    HTMLAnchorElement.prototype.click = function () {
      Object.assign(window, { stolen: this.href });
      // As a policy does, once the window shows another document than the empty one.
      fake.closed = true;
    };
  });
  await suite.openHost({ options: { display: 'popup' } });
  const registered = suite.page.waitForResponse((response) =>
    response.url().endsWith('/connect/flow/events'),
  );
  await suite.page.getByRole('button', { name: 'Connect' }).click();
  await registered;
  address = await suite.page.evaluate(() => String(Reflect.get(window, 'stolen')));
  expect(address).toMatch(/#handoff=[\w-]{43}$/);
  victim = (await suite.context.browser()?.newContext()) as BrowserContext;
});

afterEach(() => victim.close());

/** The victim follows a link on a page of another site, or of the host. */
async function follow(site: string, attributes: string): Promise<Page> {
  suite.sites.serve(site, '/post', { body: `<a href="${address}" ${attributes}>Look here</a>` });
  const page = await victim.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${suite.sites.originOf(site)}/post`);
  const isNew = attributes.includes('_blank');
  const [opened] = await Promise.all([
    isNew ? victim.waitForEvent('page') : page,
    page.getByRole('link').click(),
  ]);
  opened.setDefaultTimeout(20_000);
  return opened;
}

describe('the address of another person’s window', () => {
  it.each(
    byExtent(
      [['a link', '']],
      [
        ['a link', ''],
        ['a link that opens a window', 'target="_blank"'],
        ['a link that hides its origin', 'referrerpolicy="no-referrer"'],
        ['a link that claims more than an origin', 'referrerpolicy="unsafe-url"'],
        ['a window that keeps its opener', 'target="_blank" rel="opener"'],
      ],
    ),
  )('leads into no flow by %s on another site', async (_, attributes) => {
    const page = await follow('evil', attributes);
    await page.getByText('Open this page from an application').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await expect
      .poll(() => readTold(suite.page).then(({ failures }) => failures))
      .toEqual(['opener_severed']);
    expect(suite.watch.forwardedCodes()).toEqual([]);
  });

  it.runIf(triesThreats)(
    'would lead into the flow if the service did not check the opener’s origin',
    async () => {
      // The control, and the limit of the defence: the same link on a page of the host itself.
      const page = await follow('host', 'target="_blank"');
      await driveWindow(page).pick(/^Sandbox/);
      await suite.finishIn(page);
      await expect
        .poll(() => readTold(suite.page).then(({ outcomes }) => outcomes))
        .toEqual(['connected']);
    },
  );
});
