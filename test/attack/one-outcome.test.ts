import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFrame, readTold, reloadFrame, useBrowserSuite } from '../support/browser-suite.ts';
import { serveHostPage, servePeer } from '../support/host-page.ts';
import type { OpenConnect } from '../support/page-scripts.ts';

const suite = useBrowserSuite();

const exit = { type: 'exit', reason: 'denied' };
const error = { type: 'error', code: 'server_error', message: '', retryable: true };
/** The page of the test inserts the session's nonce. */
const code = { type: 'code', code: 'first', nonce: 'own' };
const secondCode = { type: 'code', code: 'the-second', nonce: 'own' };

describe('a page that reports more than one outcome', () => {
  it('delivers its first code once', { tags: ['threat-1'] }, async () => {
    const { page, connectFrame } = await openPeer();
    const rest = [exit, error, { type: 'exit_requested' }];
    await say(connectFrame, [code, code, secondCode, ...rest, secondCode]);
    await expectOutcome(page, 'connected');
    const { codeLengths, areExpected, exits, failures, events } = await readTold(page);
    expect({ codeLengths, areExpected, exits, failures }).toEqual({
      codeLengths: [5],
      areExpected: [true],
      exits: [],
      failures: [],
    });
    expect(events.filter((name) => name === 'closed')).toHaveLength(1);
  });

  it('of an exit, then a code, delivers nothing', { tags: ['threat-1'] }, async () => {
    const { page, connectFrame } = await openPeer();
    await say(connectFrame, [exit, code, error]);
    await expectOutcome(page, 'denied');
    const { codeLengths, exits, failures } = await readTold(page);
    expect({ codeLengths, failures }).toEqual({ codeLengths: [], failures: [] });
    expect(exits).toHaveLength(1);
  });

  it('of the second code alone delivers it', { tags: ['control-1'] }, async () => {
    const { page, connectFrame } = await openPeer();
    await say(connectFrame, [secondCode]);
    await expectOutcome(page, 'connected');
    expect((await readTold(page)).codeLengths).toEqual([10]);
  });
});

it('a page that reloads its frame while the host’s callback is pending gives one outcome', async () => {
  const { page, connectFrame } = await openPeer('pending');
  await say(connectFrame, [code]);
  await expect.poll(() => readTold(page).then(({ codeLengths }) => codeLengths)).toEqual([5]);
  await reloadFrame(page, connectFrame);
  await expect.poll(() => connectFrame.evaluate(() => window.peer?.heard.length)).toBe(1);
  await say(connectFrame, [secondCode]);
  await page.evaluate(() => window.settleCallback(true));
  await expectOutcome(page, 'connected');
  expect(await readTold(page)).toMatchObject({ codeLengths: [5], exits: [] });
});

async function openHost(): Promise<Page> {
  const connectUrl = servePeer(suite.sites, 'connect', { path: '/connect', greets: true });
  const page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl }));
  await page.evaluate(() => {
    window.expectedCode = 'first';
  });
  return page;
}

/** A welcomed session whose Connect page the test controls. */
async function openPeer(
  callback: OpenConnect['callback'] = 'return',
): Promise<{ page: Page; connectFrame: Frame }> {
  const page = await openHost();
  await page.evaluate((kind) => void window.openConnect({ callback: kind }), callback);
  const connectFrame = await findFrame(page, suite.sites.originOf('connect'));
  await expect.poll(() => connectFrame.evaluate(() => window.peer.ports.length)).toBe(1);
  return { page, connectFrame };
}

/** Sends the messages over the session's port, one after the other. */
function say(frame: Frame, messages: readonly object[]): Promise<void> {
  return frame.evaluate((list) => {
    const { nonce } = JSON.parse(window.peer.heard.at(-1)?.data ?? '{}');
    // The press runs in another task, because the outcome removes the frame, and automation would wait for its
    // answer.
    setTimeout(() => {
      for (const message of list) {
        window.peer.say('nonce' in message ? { ...message, nonce } : message);
      }
    });
  }, messages);
}

async function expectOutcome(page: Page, outcome: string): Promise<void> {
  await expect.poll(() => readTold(page).then(({ outcomes }) => outcomes)).toEqual([outcome]);
}
