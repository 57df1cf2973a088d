import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  expectRealFlowCompletes,
  reachLogin,
  readTold,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { launchChromium } from '../support/chromium.ts';
import { byExtent } from '../support/extent.ts';
import { serveBridgePage, serveHostPage, servePeer } from '../support/host-page.ts';

const suite = useBrowserSuite();
let connectUrl: string;

/** Sessions, one after the other; CYCLES sets another number. */
const cycles = byExtent(25, 1000);

beforeAll(() => {
  connectUrl = serveBridgePage(suite.sites, 'connect');
});

const openHost = () => suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl }));

/** Counts the objects that a page holds after a garbage collection. */
async function countHoldings(page: Page, cdp: CDPSession) {
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await cdp.send('HeapProfiler.collectGarbage');
  }
  const { nodes, jsEventListeners, documents } = await cdp.send('Memory.getDOMCounters');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const group = { objectGroup: 'counting' };
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: 'MessagePort.prototype',
    ...group,
  });
  const { objects } = await cdp.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    ...group,
  });
  const { result: ports } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    returnByValue: true,
    functionDeclaration: 'function () { return this.length; }',
  });
  await cdp.send('Runtime.releaseObjectGroup', group);
  return {
    nodes,
    documents,
    listeners: jsEventListeners,
    heapBytes: usedSize,
    ports: Number(ports.value),
  };
}

/** Counts the listeners of objects that outlive a session, by event, so that a leak has a name. */
async function countListeners(cdp: CDPSession): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const expression of ['window', 'document', 'visualViewport', 'hostSignal']) {
    const { result } = await cdp.send('Runtime.evaluate', { expression });
    const { objectId = '' } = result;
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId });
    for (const { type } of listeners) {
      const name = `${expression} ${type}`;
      found[name] = (found[name] ?? 0) + 1;
    }
    await cdp.send('Runtime.releaseObject', { objectId });
  }
  return found;
}

/** Opens and closes repeatedly: at once, when the modal is drawn, and when the page is ready, in turn. */
async function openAndClose(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let cycle = 0; cycle < count; cycle += 1) {
      const waitsFor = [undefined, 'opened', undefined, undefined, 'ready'][cycle % 5];
      await new Promise<void>((resolve) => {
        const onEvent = ({ name }: { name: string }) => name === waitsFor && resolve();
        window.hostSignal ??= new AbortController().signal;
        window.openConnect({ onEvent, signal: window.hostSignal });
        if (!waitsFor) resolve();
      });
      window.session.close();
      await window.session.finished;
    }
    window.told.exits.length = 0;
    window.told.outcomes.length = 0;
    // The host's own references to the last session do not count.
    Reflect.deleteProperty(window, 'session');
  }, times);
}

it('many sessions on one page leave no node, listener, frame or port behind, and less than a megabyte', {
  tags: ['threat-6'],
}, async () => {
  const page = await openHost();
  const cdp = await suite.context.newCDPSession(page);
  await openAndClose(page, 40);
  const listenersBefore = await countListeners(cdp);
  const before = await countHoldings(page, cdp);

  await openAndClose(page, cycles);
  const after = await countHoldings(page, cdp);

  expect(await countListeners(cdp)).toEqual(listenersBefore);
  const { heapBytes, ...counts } = after;
  const { heapBytes: heapBytesBefore, ...countsBefore } = before;
  expect(counts).toEqual(countsBefore);
  expect(page.frames()).toHaveLength(1);
  expect(heapBytes - heapBytesBefore).toBeLessThan(1_000_000);

  // The control: each of these counts detects one open session.
  await page.evaluate(() => void window.openConnect({ signal: window.hostSignal }));
  await page.getByRole('option', { name: 'Alpha' }).waitFor();
  expect(await countListeners(cdp)).toMatchObject({ 'hostSignal abort': 1 });
  const open = await countHoldings(page, cdp);
  for (const kind of ['nodes', 'listeners', 'ports'] as const) {
    expect(open[kind], kind).toBeGreaterThan(after[kind]);
  }
});

describe('a host that lives on while Connect is open', () => {
  it('removes the element of the modal: the session is closed, and no element stays inert', async () => {
    const page = await openHost();
    await reachLogin(page, connectUrl);
    await page.evaluate(() => document.documentElement.lastElementChild?.remove());
    await expect
      .poll(() => readTold(page))
      .toMatchObject({ exits: [{ reason: 'closed' }], outcomes: ['closed'] });
    await page.locator('#connect').click();
    await page.getByRole('option', { name: 'Alpha' }).waitFor();
  });

  it('replaces the root of the document: the session is closed, and the next one is a new one', async () => {
    const page = await openHost();
    await reachLogin(page, connectUrl);
    await page.evaluate(() => {
      const root = document.createElement('html');
      root.append(document.body.cloneNode(true));
      document.documentElement.replaceWith(root);
    });
    await expect.poll(() => readTold(page)).toMatchObject({ exits: [{ reason: 'closed' }] });
    await page.evaluate(() => {
      window.told.exits.length = 0;
      window.told.outcomes.length = 0;
    });
    await expectRealFlowCompletes(page, await reachLogin(page, connectUrl));
  });
});

it('the back-forward cache restores a page with an open session', async () => {
  const browser = await launchChromium({ isRealistic: true });
  try {
    const page = await browser.newPage();
    await page.goto(serveHostPage(suite.sites, 'host', { connectUrl }));
    await page.evaluate(() => {
      window.expectedCode = 'code-of-the-real-page';
      addEventListener('pageshow', ({ persisted }) => {
        Object.assign(window, { isPersisted: persisted });
      });
    });
    const frame = await reachLogin(page, connectUrl);
    // Playwright loses a frame in the cache. The page itself continues.
    await frame.evaluate(() => addEventListener('pageshow', () => window.connectPage.sendCode()));
    await page.goto(servePeer(suite.sites, 'elsewhere'));
    // Playwright's own goBack() waits for a load event, which a restored page does not have. In a timer,
    // because the call's answer would be lost with the page.
    await page.evaluate(() => setTimeout(() => history.back()));
    await page.waitForFunction(() => Reflect.get(window, 'isPersisted') === true);
    await expect
      .poll(() => readTold(page))
      .toMatchObject({ areExpected: [true], exits: [], outcomes: ['connected'] });
  } finally {
    await browser.close();
  }
});
