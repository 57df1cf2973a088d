import type { Frame, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectRealFlowCompletes,
  findFrame,
  pickAlpha,
  readTold,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { serveBridgePage, serveHostPage, servePeer } from '../support/host-page.ts';
import type { OpenConnect } from '../support/page-scripts.ts';

const suite = useBrowserSuite();
let connectUrl: string;
let page: Page;
let loadsBefore: number;

/** Options for both `preload` and `openConnect`; without callbacks. */
type Wanted = Pick<OpenConnect, 'state' | 'locale' | 'provider' | 'appearance' | 'display'>;

beforeEach(async () => {
  connectUrl = serveBridgePage(suite.sites, 'connect');
  page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl }));
  loadsBefore = countLoads();
});

/** The number of requests for the Connect page. */
function countLoads(): number {
  return suite.sites.urls.filter((url) => url.startsWith(`${connectUrl}?`)).length;
}

const loads = () => countLoads() - loadsBefore;

async function callPreload(options: Wanted = {}, clientId = 'app'): Promise<void> {
  await page.evaluate(
    ([wanted, id, url]) => {
      Object.assign(window, {
        release: window.TaxConnect.preload({ clientId: id, connectUrl: url, ...wanted }),
      });
    },
    [options, clientId, connectUrl] as const,
  );
}

/** Preloads, and waits until the page has started its flow. */
async function preload(options: Wanted = {}): Promise<Frame> {
  await callPreload(options);
  const frame = await findFrame(page, connectUrl);
  await expect.poll(() => readSessions(frame)).toHaveLength(1);
  // The page's messages have reached the host.
  await frame.evaluate(() => window.passFence(parent));
  return frame;
}

async function open(options: Wanted = {}): Promise<void> {
  await page.evaluate((wanted) => void window.openConnect(wanted), options);
}

function readSessions(frame: Frame) {
  return frame.evaluate(() => window.connectPage?.sessions ?? []);
}

/** The drawn parts of the modal, and its effects on the page. */
function readModal() {
  return page.evaluate(() => {
    const root = document.documentElement.lastElementChild?.shadowRoot;
    return {
      options: root?.querySelectorAll('[role=option]').length,
      isOpen: root?.querySelector('dialog')?.open,
      hasFocus: document.activeElement === root?.host,
      isLocked: getComputedStyle(document.documentElement).overflow === 'hidden',
    };
  });
}

/** Completes the session; the host must have seen no error. */
async function expectToConnect(): Promise<void> {
  await expectRealFlowCompletes(page, await pickAlpha(page, connectUrl));
  const { events, failures } = await readTold(page);
  expect(events.filter((name) => name === 'opened' || name === 'ready')).toEqual([
    ...['opened', 'ready'],
  ]);
  expect(failures).toEqual([]);
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
}

const options: Wanted = {
  state: 'state-of-the-user',
  locale: 'fr',
  appearance: { theme: 'dark' },
};

describe('a page that was preloaded with the options of open', () => {
  it('has started its flow: open shows the selector from its earlier messages', async () => {
    const frame = await preload(options);
    const [session] = await readSessions(frame);
    expect(session).toMatchObject({ state: 'state-of-the-user', locale: 'fr', theme: 'dark' });
    expect((await readTold(page)).events).toEqual([]);
    await expect.poll(readModal).toMatchObject({ options: 2, isOpen: false });
    const before = await readModal();
    expect(before).toMatchObject({ hasFocus: false, isLocked: false });

    await open(options);
    await expect.poll(readModal).toMatchObject({ options: 2, isOpen: true, hasFocus: true });
    expect((await readModal()).isLocked).toBe(true);

    // No request is pending. The page could not even answer.
    expect(await page.evaluate(() => window.session.id)).toBe(session?.sessionId);
    await expectToConnect();
    expect(loads()).toBe(1);
    expect(await page.evaluate(() => window.told.codeLengths.length)).toBe(1);
  });
});

/**
 * Ends the session, and forgets its events.
 *
 * @param framesLeft - the remaining number of frames, including the page itself
 */
async function close(framesLeft = 1): Promise<void> {
  await page.evaluate(async () => {
    window.session.close();
    await window.session.finished;
    for (const list of Object.values(window.told)) list.length = 0;
  });
  // The driver is notified later, and would mistake the closed session's frame for the next one's.
  await expect.poll(() => page.frames()).toHaveLength(framesLeft);
}

describe('a preloaded page that can no longer be used', () => {
  it('does not send its welcome to a page of another origin that has replaced it', async () => {
    const frame = await preload({ state: 'secret-state' });
    const peerUrl = servePeer(suite.sites, 'foreign', { path: '/connect', greets: true });
    await frame.evaluate((url) => location.replace(url), peerUrl);
    const peer = await findFrame(page, peerUrl);
    await peer.evaluate(() => window.passFence(parent));
    expect(await peer.evaluate(() => window.peer.ports.length)).toBe(0);
    // The control: the Connect page itself is welcomed when it returns.
    await peer.evaluate((url) => location.replace(url), `${connectUrl}?client_id=app`);
    const back = await findFrame(page, connectUrl);
    await expect.poll(() => readSessions(back)).toHaveLength(1);
  });
});

describe('preload around other calls', () => {
  it('is not used by a popup, and remains for the frame', async () => {
    const framed: string[] = [];
    page.on('request', (request) => {
      if (request.frame().parentFrame() !== null && request.isNavigationRequest()) {
        framed.push(request.url());
      }
    });
    await preload();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      (async () => {
        await page.evaluate(() => {
          window.clickOptions = { display: 'popup' };
        });
        await page.locator('#connect').click();
      })(),
    ]);
    await expect.poll(() => popup.evaluate(() => window.connectPage?.sessions.length)).toBe(1);
    // The page and the preloaded frame.
    await close(2);
    await expect.poll(() => popup.isClosed()).toBe(true);
    await open();
    await expectToConnect();
    // The only frame is the one that `preload` has created.
    expect(framed).toHaveLength(1);
  });
});
