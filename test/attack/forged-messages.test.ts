import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  expectRealFlowCompletes,
  findFrame,
  reachLogin,
  readTold,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { createGate } from '../support/gate.ts';
import { serveBridgePage, serveHostPage, servePeer } from '../support/host-page.ts';
import type { Lies } from '../support/page-scripts.ts';

const suite = useBrowserSuite();

describe('a hostile frame in the host page', () => {
  it('changes nothing and receives nothing, before, during and after the handshake', {
    tags: ['threat-7'],
  }, async () => {
    const { sites } = suite;
    const evilUrl = servePeer(sites, 'evil');
    const { page, connectUrl, release } = await openHeld(`<iframe src="${evilUrl}"></iframe>`);
    const evil = await findFrame(page, evilUrl);

    await page.evaluate(() => void window.openConnect());
    await startForging(evil);
    await evil.evaluate(() => window.passFence(parent));
    release();
    await page.getByRole('option', { name: 'Alpha' }).click();
    const connectFrame = await findFrame(page, connectUrl);
    await expect
      .poll(() => readTold(page).then((told) => told.events))
      .toContain('provider_selected');
    await evil.evaluate(() => window.passFence(parent));
    await evil.evaluate(() => window.passFence(parent[1] ?? window));
    expect(
      await connectFrame.evaluate(() => window.connectPage.sessions.map(({ origin }) => origin)),
    ).toEqual([sites.originOf('host')]);
    expect(await connectFrame.evaluate(() => window.connectPage.selected)).toEqual(['alpha']);
    await expectRealFlowCompletes(page, connectFrame);

    expect((await readTold(page)).events).toEqual(await runCalmly());
    expect(await evil.evaluate(() => window.peer.heard)).toEqual([]);
    expect(await evil.evaluate(() => window.peer.heardOnPorts)).toEqual([]);
    // The control: it could have received a message.
    await page.evaluate(() => window[0]?.postMessage('to the hostile frame', '*'));
    await expect.poll(() => evil.evaluate(() => window.peer.heard.length)).toBe(1);
  });

  it('ends the session where the browser calls every sender Connect', {
    tags: ['undefended-7'],
  }, async () => {
    const evilUrl = servePeer(suite.sites, 'evil');
    const { page, release } = await openHeld(`<iframe src="${evilUrl}"></iframe>`, {
      sender: 1,
      origin: suite.sites.originOf('connect'),
    });
    const evil = await findFrame(page, evilUrl);
    await page.evaluate(() => void window.openConnect());
    await startForging(evil);
    await expect
      .poll(() => readTold(page).then(({ failures }) => failures))
      .toEqual(['unsupported_version']);
    release();
  });
});

/** A host page with a separate frame. Its Connect page does not load before it is released. */
async function openHeld(body: string, lies: Lies = {}) {
  const { sites } = suite;
  const { opened: released, open: release } = createGate();
  const connectUrl = serveBridgePage(sites, 'connect', { released });
  const page = await suite.openPage(serveHostPage(sites, 'host', { connectUrl, body, lies }));
  return { page, connectUrl, release };
}

/** The host's events of a whole session without an attack. */
async function runCalmly(): Promise<string[]> {
  const connectUrl = serveBridgePage(suite.sites, 'connect');
  const page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl }));
  await expectRealFlowCompletes(page, await reachLogin(page, connectUrl));
  const { events: names } = await readTold(page);
  expect(names).toContain('code_received');
  return names;
}

/**
 * Sends valid messages to every window in reach, with and without a port, repeatedly. The hostile frame is
 * the host's first; the session's frame is the second.
 */
function startForging(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const envelope = { protocol: 'tax-connect', version: 1 };
    const application = { name: 'Forged', environment: 'live' };
    const welcome = {
      session_id: 'forged',
      nonce: 'n'.repeat(43),
      state: null,
      surface: 'frame',
      selector: 'host',
      provider_id: 'beta',
      locale: 'en',
      theme: 'dark',
    };
    const messages = [
      { type: 'hello' },
      { type: 'hello', version: 2 },
      { type: 'welcome', ...welcome },
      { type: 'ready', application },
      { type: 'providers', providers: [] },
      { type: 'provider_selected', provider_id: 'beta' },
      { type: 'step', step: 'consent' },
      { type: 'code', code: 'forged', nonce: 'n'.repeat(43) },
      { type: 'exit', reason: 'denied' },
      { type: 'exit_requested' },
      { type: 'leaving' },
      { type: 'error', code: 'server_error', message: '', retryable: false },
      { type: 'select_provider', provider_id: 'beta' },
      { type: 'back' },
      { type: 'code_received' },
      { type: 'close' },
    ].flatMap((message) => [message, { ...envelope, ...message }]);
    const forge = () => {
      for (const message of messages) {
        for (const target of [parent, parent[1]]) {
          target?.postMessage(message, '*');
          target?.postMessage(message, '*', [window.peer.makePort()]);
        }
      }
    };
    forge();
    setInterval(forge, 25);
  });
}
