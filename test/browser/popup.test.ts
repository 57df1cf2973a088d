import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readTold } from '../support/browser-suite.ts';
import { driveWindow } from '../support/drive-window.ts';
import { triesThreats } from '../support/extent.ts';
import { serveBridgePage, servePeer } from '../support/host-page.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

const sandbox = /^Sandbox/;

const suite = usePopupSuite({ browser: {} });

it('the address of a popup has the client ID as its only parameter, and loses its fragment at once', async () => {
  const { context, world } = suite;
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await suite.openHost({ options: { display: 'popup' } });
  const popup = await suite.openWindow();
  await popup.getByRole('option', { name: sandbox }).waitFor();
  const address = `${world.connectUrl}/connect?client_id=${world.application.client_id}`;
  expect(popup.url()).toBe(address);
  expect(await popup.evaluate(() => [history.length, window.opener])).toEqual([1, null]);
  expect(asked.some((url) => url.startsWith(address))).toBe(true);
});

describe('a popup that the browser blocks', () => {
  const blocking = usePopupSuite();
  // Browsers treat everything that `evaluate` runs as the user's own action.
  const openWithoutGesture = async () => {
    const expression = 'void openConnect(clickOptions)';
    const session = await blocking.context.newCDPSession(blocking.page);
    await session.send('Runtime.evaluate', { expression, userGesture: false });
  };

  it('is opened by a button of the modal', { tags: ['control-15'] }, async () => {
    await blocking.openHost({ options: { display: 'popup' } });
    await openWithoutGesture();
    await blocking.page.getByText('The window was blocked').waitFor();
    const popup = await blocking.openedBy(() =>
      blocking.page.getByRole('button', { name: 'Open window' }).click(),
    );
    await blocking.connectIn(popup);
    const { failures, events } = await readTold(blocking.page);
    expect(failures).toEqual(['popup_blocked']);
    expect(events).toContain('retried');
  });
});

it('a popup whose page is reloaded is found by its host, and connects', async () => {
  await suite.page.clock.install();
  await suite.openHost({ options: { display: 'popup' } });
  const popup = await suite.openWindow();
  await driveWindow(popup).pick(sandbox);
  await popup.getByLabel('Username').waitFor();
  await popup.reload();
  await popup.getByRole('option', { name: sandbox }).waitFor();
  // This is longer than the host looks for a closed page.
  await suite.page.clock.runFor(10_000).catch(() => 'the popup was closed');
  // The opener that the page had dropped stays dropped.
  expect(await popup.evaluate(() => window.opener)).toBe(null);
  await suite.connectIn(popup);
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect((await readTold(suite.page)).failures).toEqual([]);
});

describe('a page that navigates its popup to the provider’s own site', () => {
  const visitProvider = async (keepOpener: boolean) => {
    const { sites } = suite;
    const connectUrl = serveBridgePage(sites, 'bridged', { keepOpener });
    await suite.openHost({ connectUrl, options: { display: 'popup' } });
    const popup = await suite.openWindow();
    await expect.poll(() => readEvents().then((events) => events.includes('ready'))).toBe(true);
    await popup.evaluate(() => window.connectPage.bridge.sendLeaving());
    await goTo(popup, servePeer(sites, 'provider'));
    await goTo(popup, connectUrl);
    return popup;
  };
  // The pages navigate themselves, because a page from the address bar has no opener.
  const goTo = async (popup: Page, url: string) => {
    await Promise.all([
      popup.waitForURL(url),
      popup.evaluate((address) => location.assign(address), url),
    ]);
  };
  const readEvents = () => readTold(suite.page).then(({ events }) => events);

  it('finds its host again when it returns, and continues over a new port', {
    tags: ['control-13'],
  }, async () => {
    const popup = await visitProvider(true);
    const countSessions = () => popup.evaluate(() => window.connectPage.sessions.length);
    await expect.poll(countSessions).toBe(1);
    // The host hears it once.
    expect((await readEvents()).filter((name) => name === 'ready')).toHaveLength(1);
    await suite.page.evaluate(() => {
      window.expectedCode = 'code-of-the-real-page';
    });
    await popup.evaluate(() => window.connectPage.sendCode());
    await expect
      .poll(() => readTold(suite.page))
      .toMatchObject({ areExpected: [true], exits: [], failures: [], outcomes: ['connected'] });
  });

  it.runIf(triesThreats)(
    'does not find it without an opener',
    { tags: ['threat-13'] },
    async () => {
      const popup = await visitProvider(false);
      expect(await popup.evaluate(() => window.opener)).toBe(null);
      expect((await readEvents()).filter((name) => name === 'ready')).toHaveLength(1);
    },
  );
});
