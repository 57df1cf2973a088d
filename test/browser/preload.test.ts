import type { Frame, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
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

beforeEach(async () => {
  connectUrl = serveBridgePage(suite.sites, 'connect');
  page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl }));
});

/** Preloads, and waits until the page has started its flow. */
async function preload(options: OpenConnect): Promise<Frame> {
  await page.evaluate((wanted) => void window.TaxConnect.preload({ clientId: 'app', ...wanted }), {
    ...options,
    connectUrl,
  });
  const frame = await findFrame(page, connectUrl);
  await expect.poll(() => readSessions(frame)).toHaveLength(1);
  // The page's messages have reached the host.
  await frame.evaluate(() => window.passFence(parent));
  return frame;
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

const options: OpenConnect = {
  state: 'state-of-the-user',
  locale: 'fr',
  appearance: { theme: 'dark' },
};

it('a page that was preloaded with the options of open has started its flow: open shows the selector from its earlier messages', async () => {
  const { length } = suite.sites.urls;
  const frame = await preload(options);
  const [session] = await readSessions(frame);
  expect(session).toMatchObject({ state: 'state-of-the-user', locale: 'fr', theme: 'dark' });
  expect((await readTold(page)).events).toEqual([]);
  const drawn = { options: 2, isOpen: false, hasFocus: false, isLocked: false };
  await expect.poll(readModal).toEqual(drawn);

  await page.evaluate((wanted) => void window.openConnect(wanted), options);
  await expect
    .poll(readModal)
    .toEqual({ options: 2, isOpen: true, hasFocus: true, isLocked: true });

  // No request is pending. The page could not even answer.
  expect(await page.evaluate(() => window.session.id)).toBe(session?.sessionId);
  await expectRealFlowCompletes(page, await pickAlpha(page, connectUrl));
  const { events, failures } = await readTold(page);
  const started = events.filter((name) => name === 'opened' || name === 'ready');
  expect([started, failures]).toEqual([['opened', 'ready'], []]);
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  const loads = suite.sites.urls.slice(length).filter((url) => url.startsWith(connectUrl));
  expect(loads).toHaveLength(1);
  expect(await page.evaluate(() => window.told.codeLengths.length)).toBe(1);
});

it('a preloaded frame sends no welcome to a page of another origin that has replaced its page', async () => {
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
