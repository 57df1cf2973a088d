import type { Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/connect/service/basics/clock.ts';
import { readTold } from '../support/browser-suite.ts';
import { driveWindow } from '../support/drive-window.ts';
import { byExtent, isLongRun, triesThreats } from '../support/extent.ts';
import { usePopupSuite } from '../support/popup-suite.ts';

const sandbox = /^Sandbox/;
const policy = 'Cross-Origin-Opener-Policy';

/** The lead of the service's clock. */
let aheadMs = 0;
const suite = usePopupSuite({
  clock: { ...systemClock, now: () => Date.now() + aheadMs },
  browser: {},
  trustedProxies: { kind: 'hops', count: 1 },
});

const openers = ['unsafe-none', 'same-origin', 'same-origin-allow-popups'];
const pages = ['unsafe-none', 'same-origin'];
const matrix = openers.flatMap((host) => pages.map((connect) => ({ host, connect })));
/** Severed by either side. The short run has none, because the tests below have popups that the host severs. */
const mainCells = [
  { host: 'unsafe-none', connect: 'same-origin' },
  { host: 'same-origin', connect: 'unsafe-none' },
];
/** By the specification, the window loses its opener if either document has the policy `same-origin`. */
const isSevered = ({ host, connect }: (typeof matrix)[number]) =>
  host === 'same-origin' || connect === 'same-origin';

describe.runIf(triesThreats).each(byExtent(mainCells, matrix))(
  'a host with COOP $host and a Connect page with COOP $connect',
  (cell) => {
    const openHost = async (options: object) => {
      suite.setPageHeaders({ [policy]: cell.connect });
      await suite.openHost({ headers: { [policy]: cell.host }, options });
    };

    it('connects in a popup, which is never reported as closed', {
      tags: ['threat-14'],
    }, async () => {
      await openHost({ display: 'popup' });
      const popup = await suite.openWindow();
      if (isSevered(cell)) await driveWindow(popup).confirmWindow();
      await popup.getByRole('option', { name: sandbox }).waitFor();
      // The control: the cell is severed, or not, as expected.
      expect(await suite.page.locator('iframe').count()).toBe(isSevered(cell) ? 1 : 0);
      await suite.connectIn(popup);
      await expect.poll(() => popup.isClosed()).toBe(true);
      expect((await readTold(suite.page)).failures).toEqual([]);
    });
  },
);

describe('a popup that is cut off from its host', () => {
  const openCutOff = (options: object = { display: 'popup' }) =>
    suite.openHost({ headers: { [policy]: 'same-origin' }, options });
  const press = (name: string) => suite.page.getByRole('button', { name }).click();

  const elsewhere = { 'X-Forwarded-For': '198.51.100.1' };
  /** Presses the main button of the question, which counts a moment after it is there. */
  const answer = async (popup: Page) => {
    await popup.waitForTimeout(700);
    await popup.mouse.move(3, 3);
    await popup.mouse.move(9, 9);
    await Promise.all([
      popup.waitForResponse((response) => response.url().endsWith('/connect/flow/join')),
      popup.getByRole('button', { name: 'Yes, continue' }).click(),
    ]);
  };

  const events = '**/connect/flow/events';
  /** The window can send every request except for its events, and its open event streams end. */
  const cutEvents = async (popup: Page, flowToken: unknown) => {
    await popup.route(events, (route) => route.abort());
    const { baseUrl, connectUrl } = suite.world;
    const last = await fetch(`${baseUrl}/connect/flow/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: connectUrl },
      body: JSON.stringify({ flow_token: flowToken }),
    });
    expect(last.status).toBe(200);
    await last.body?.cancel();
  };

  const readHeading = () => suite.page.getByRole('heading', { level: 3 }).textContent();
  /** Advances the service's clock until the window counts as missing. */
  const seeMissing = async () => {
    const title = suite.page.getByRole('heading', { name: 'The window was closed' });
    const advance = () => {
      aheadMs += 31_000;
      return title.waitFor({ timeout: 4500 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(advance, { timeout: 20_000 }).toBe(true);
  };

  it('connects from another network with the number of the modal', {
    tags: ['control-14', 'control-51'],
  }, async () => {
    await openCutOff();
    // The window seems to use another network than the frame. Two of its requests tell the service the network.
    const popup = await suite.openedBy(() => {
      const asks = `${suite.world.connectUrl}/connect/flow/ask`;
      void suite.context.route(asks, (route) =>
        route.continue({ headers: { ...route.request().headers(), ...elsewhere } }),
      );
      return press('Connect');
    });
    const heading = suite.page.getByRole('heading', { name: /^Enter \d{4} in the other window$/ });
    const [number = ''] = /\d{4}/.exec((await heading.textContent()) ?? '') ?? [];
    const field = popup.getByLabel('Number');
    await expect.poll(() => field.evaluate((each) => document.activeElement === each)).toBe(true);
    const wrong = String((Number(number) + 1) % 10_000).padStart(4, '0');
    await field.fill(wrong);
    await answer(popup);
    await popup.getByText('That number doesn’t match').waitFor();
    await driveConnect(suite.page).connect();
    await suite.expectConnected('sandbox');
  });

  it.runIf(isLongRun)(
    'is reported missing without contact, found when it is back, and still connects',
    async () => {
      await openCutOff();
      const popup = await suite.openWindow();
      const [listening] = await Promise.all([
        popup.waitForRequest(events),
        driveWindow(popup).confirmWindow(),
      ]);
      const { flow_token: token } = listening.postDataJSON();
      await driveWindow(popup).pick(sandbox);
      await popup.getByLabel('Username').waitFor();
      await cutEvents(popup, token);
      await seeMissing();
      expect((await readTold(suite.page)).exits).toEqual([]);

      await popup.unroute(events);
      await expect.poll(readHeading).toBe('Continue in the other window');
      await suite.finishIn(popup);
      await suite.expectConnected('sandbox');
      const told = await readTold(suite.page);
      expect(told.failures).toEqual(['popup_closed']);
      expect(told.events.filter((name) => name === 'retried')).toHaveLength(1);
    },
  );

  it('closes with the session', async () => {
    await openCutOff();
    const popup = await suite.openWindow();
    await driveWindow(popup).confirmWindow();
    await popup.getByRole('option', { name: sandbox }).waitFor();
    await Promise.all([popup.waitForEvent('close'), press('Cancel')]);
    await suite.expectExit({ reason: 'closed', code: null });
  });
});
