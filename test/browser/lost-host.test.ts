import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { texts as pageText } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { driveWindow } from '../support/drive-window.ts';
import { triesThreats } from '../support/extent.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

const sandbox = /^Sandbox/;
const backToHost = fill(pageText.backTo, { application: 'Tally' });
const connected = /^Your account is connected/;
const suite = usePopupSuite({ browser: {} });

/** Addresses of the service that were requested during a test. */
let asked: string[] = [];
const countDecisions = () => asked.filter((url) => url.endsWith('/connect/flow/consent')).length;

beforeEach(async () => {
  asked = [];
  suite.context.on('request', (request) => asked.push(request.url()));
  await suite.openHost({ options: { display: 'popup' } });
});

async function reachLogin(): Promise<Page> {
  const popup = await suite.openWindow();
  await driveWindow(popup).pick(sandbox);
  await popup.getByLabel('Username').waitFor();
  return popup;
}

async function reachConsent(): Promise<Page> {
  const popup = await reachLogin();
  await driveWindow(popup).logIn({ username: 'user_good' });
  await popup.getByRole('button', { name: 'Allow' }).waitFor();
  return popup;
}

async function expectToldWhatToDo(popup: Page): Promise<void> {
  await popup.getByRole('alert').getByText('Nothing was shared.').waitFor();
  expect(await popup.getByRole('heading', { name: connected }).count()).toBe(0);
  const isGone = popup.waitForEvent('close');
  // The response to the click may be lost with the window.
  await popup
    .getByRole('button', { name: backToHost })
    .click()
    .catch(() => isGone);
  await isGone;
}

// The contract of the engines has the other ways to lose a host.
it('a popup whose host was reloaded shows at once what to do, and can only be closed', async () => {
  const popup = await reachLogin();
  await suite.page.reload();
  // Far less than the 5 s after which a silent host counts as gone.
  await popup.getByRole('alert').waitFor({ timeout: 4000 });
  // The first one copies the reference.
  const buttons = await popup.getByRole('button').allInnerTexts();
  expect(buttons).toEqual([pageText.copy, backToHost]);
  await expectToldWhatToDo(popup);
});

it.runIf(triesThreats)(
  'a popup does not show success for a code without a receiver',
  { tags: ['threat-42'] },
  async () => {
    const popup = await reachConsent();
    await popup.route('**/connect/flow/consent', async (route) => {
      const { baseUrl, connectUrl } = suite.world;
      const response = await fetch(`${baseUrl}/connect/flow/consent`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: connectUrl },
        body: route.request().postData(),
      });
      const json: unknown = await response.json();
      await suite.page.reload();
      await route.fulfill({ json });
    });
    await driveWindow(popup).allow();
    await expectToldWhatToDo(popup);
    expect(countDecisions()).toBe(1);
  },
);

it('a popup whose host is present shows success, and the host has the code', {
  tags: ['control-42'],
}, async () => {
  const popup = await reachConsent();
  const titles: string[] = [];
  // Recorded in the window, because the host closes it a moment after receiving the code.
  await popup.exposeFunction('noteTitle', (title: string) => titles.push(title));
  await popup.evaluate(() => {
    const report = () => {
      Reflect.get(window, 'noteTitle')(document.querySelector('h1')?.textContent);
    };
    new MutationObserver(report).observe(document.body, { childList: true, subtree: true });
  });
  await driveWindow(popup).allow();
  await suite.expectConnected('sandbox');
  expect(titles).toContainEqual(expect.stringMatching(connected));
  expect(countDecisions()).toBe(1);
});
