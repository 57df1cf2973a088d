import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFrame, useBrowserSuite } from '../support/browser-suite.ts';
import { serveBridgePage, servePeer } from '../support/host-page.ts';
import type { Lies } from '../support/page-scripts.ts';
import { plainWelcome } from '../support/plain-welcome.ts';

const suite = useBrowserSuite();

/** A hand-written host page, which answers when the test says so. */
interface Stage {
  readonly page: Page;
  readonly evil: Frame;
  readonly connectFrame: Frame;
}

describe('a third-party frame that races the host for the Connect page', () => {
  it('is ignored, and the host is accepted', { tags: ['control-10'] }, async () => {
    const stage = await setStage();
    await expect.poll(() => stage.page.evaluate(() => window.peer.heard.length)).toBeGreaterThan(0);
    await welcome(stage.evil);
    expect(await readOrigins(stage)).toEqual([]);
    await welcome(stage.page.mainFrame());
    expect(await readOrigins(stage)).toEqual([suite.sites.originOf('host')]);
    expect(await stage.evil.evaluate(() => window.peer.heardOnPorts)).toEqual([]);
    await expect
      .poll(() => stage.page.evaluate(() => window.peer.heardOnPorts.join()))
      .toContain('"ready"');
  });

  it('captures the page where the browser calls every sender the host', {
    tags: ['undefended-10'],
  }, async () => {
    const stage = await setStage({ sender: 'parent', origin: suite.sites.originOf('host') });
    await welcome(stage.evil);
    expect(await readOrigins(stage)).toHaveLength(1);
    await expect
      .poll(() => stage.evil.evaluate(() => window.peer.heardOnPorts.join()))
      .toContain('"ready"');
  });
});

describe('a Connect page that is framed by a frame', () => {
  it('sends no message at all', { tags: ['threat-10'] }, async () => {
    const { sites } = suite;
    const middleUrl = servePeer(sites, 'middle');
    const connectUrl = serveBridgePage(sites, 'connect');
    servePeer(sites, 'host');
    const page = await suite.openPage(`${sites.originOf('host')}/`);
    await addFrame(page.mainFrame(), middleUrl);
    const middle = await findFrame(page, middleUrl);
    await addFrame(middle, connectUrl);
    const connectFrame = await findFrame(page, connectUrl);
    expect(await connectFrame.evaluate(() => window.connectPage)).toBeUndefined();
    await connectFrame.evaluate(() => window.passFence(parent));
    await connectFrame.evaluate(() => window.passFence(top ?? window));
    expect(await middle.evaluate(() => window.peer.heard)).toEqual([]);
    expect(await page.evaluate(() => window.peer.heard)).toEqual([]);
  });
});

/** A host page with a third-party frame and the Connect page, which has not been welcomed yet. */
async function setStage(lies: Lies = {}): Promise<Stage> {
  const { sites } = suite;
  const evilUrl = servePeer(sites, 'evil');
  const connectUrl = serveBridgePage(sites, 'connect', { lies });
  const page = await suite.openPage(servePeer(sites, 'host'));
  await addFrame(page.mainFrame(), evilUrl);
  const evil = await findFrame(page, evilUrl);
  await addFrame(page.mainFrame(), connectUrl);
  const connectFrame = await findFrame(page, connectUrl);
  return { page, evil, connectFrame };
}

function addFrame(parent: Frame, url: string): Promise<void> {
  return parent.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.append(frame);
  }, url);
}

/** Sends a welcome to the Connect page, the host's second frame, and waits until it was handled. */
function welcome(sender: Frame): Promise<void> {
  return sender.evaluate(async (data) => {
    const target = top?.[1] ?? window;
    target.postMessage(data, '*', [window.peer.makePort()]);
    await window.passFence(target);
  }, plainWelcome);
}

/** The origins that the Connect page has accepted as hosts, one for each accepted welcome. */
function readOrigins({ connectFrame }: Stage): Promise<string[]> {
  return connectFrame.evaluate(() => window.connectPage.sessions.map(({ origin }) => origin));
}
