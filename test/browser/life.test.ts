import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import {
  expectRealFlowCompletes,
  findFrame,
  pickAlpha,
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

/** The number of objects that a page holds after a garbage collection. */
interface Holdings {
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
  readonly ports: number;
  readonly heapBytes: number;
}

async function countHoldings(page: Page, cdp: CDPSession): Promise<Holdings> {
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

/**
 * Opens and closes repeatedly: at once, when the modal is drawn, and when the page is ready, in turn.
 */
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

describe('many sessions on one page', () => {
  it('leave no node, listener, frame or port behind, and less than a megabyte', {
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
});

it('a session whose service was asked why it is silent leaves no listener behind', async () => {
  const silentUrl = servePeer(suite.sites, 'silent', { path: '/connect' });
  const page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl: silentUrl }));
  await page.evaluate(() => {
    window.hostSignal = new AbortController().signal;
  });
  const cdp = await suite.context.newCDPSession(page);
  const before = await countListeners(cdp);

  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.evaluate(() => void window.openConnect());
  await asked;
  await page.evaluate(() => {
    window.session.close();
    return window.session.finished;
  });

  expect(await countListeners(cdp)).toEqual(before);
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

  it.each(byExtent(['opened'], ['preloaded', 'opened']))(
    'removes the element as soon as Connect is %s: it is attached again, and connects',
    async (moment) => {
      const page = await openHost();
      await page.evaluate(
        ([when, url]) => {
          if (when === 'preloaded') window.TaxConnect.preload({ clientId: 'app', connectUrl: url });
          else window.openConnect();
          // Some routers replace the document's content like this.
          document.documentElement.lastElementChild?.remove();
          if (when === 'preloaded') window.openConnect();
        },
        [moment, connectUrl] as const,
      );
      await page.getByRole('option', { name: 'Alpha' }).click();
      await expectRealFlowCompletes(page, await findFrame(page, connectUrl));
    },
  );

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

describe('a host that is reloaded past the selector', () => {
  const note = en.interrupted;
  const readStored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const open = async (page: Page, options: object = {}) => {
    await page.evaluate((more) => void window.openConnect(more), options);
    await page.getByRole('dialog').waitFor();
  };

  it('shows that Connect starts again, can finish, and shows it no more', async () => {
    const page = await openHost();
    await reachLogin(page, connectUrl);
    const seen = [await readStored(page)];
    await page.reload();

    await open(page);
    await page.getByRole('option', { name: 'Alpha' }).waitFor();
    expect(await page.locator('section > .note').textContent()).toBe(note);
    // The note is announced to screen readers, too.
    await page.getByRole('status').getByText(note).waitFor({ state: 'attached' });
    const frame = await pickAlpha(page, connectUrl);
    await page.locator('section > .note').waitFor({ state: 'detached' });
    seen.push(await readStored(page));
    await page.evaluate(() => {
      const { setItem } = Storage.prototype;
      Object.assign(window, { written: [] });
      Storage.prototype.setItem = function set(...parts) {
        Reflect.get(window, 'written').push(...parts);
        setItem.apply(this, parts);
      };
    });
    await expectRealFlowCompletes(page, frame);
    seen.push(await readStored(page));
    seen.push(JSON.stringify(await page.evaluate(() => Reflect.get(window, 'written'))));

    const marker = { 'tax-connect': `${connectUrl}?client_id=app` };
    expect(seen.slice(0, 3)).toEqual([JSON.stringify(marker), JSON.stringify(marker), '{}']);
    // The control: the marker during the flow was seen, and it contains no code.
    expect(seen.at(-1)).toContain(marker['tax-connect']);
    expect(seen.join()).not.toContain('code-of-the-real-page');
    await open(page);
    await page.getByRole('option', { name: 'Alpha' }).waitFor();
    expect(await page.locator('section > .note').count()).toBe(0);
  });
});

describe('the back-forward cache', () => {
  it('restores a page with an open session', async () => {
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
});
