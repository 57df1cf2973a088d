import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  expectRealFlowCompletes,
  findFrame,
  reachLogin,
  readTold,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { serveBridgePage, serveHostPage, servePeer } from '../support/host-page.ts';
import type { Lies } from '../support/page-scripts.ts';

const suite = useBrowserSuite();

/** Scripts of the page do not hear that a document has loaded in a frame. */
const hideLoads = `<script>
  document.addEventListener('load', (event) => {
    if (event.target instanceof HTMLIFrameElement) event.stopImmediatePropagation();
  }, true);
</script>`;

describe('a frame that navigates elsewhere during a session', () => {
  it('ends in connection_lost, receives nothing, and Try again starts a new flow', {
    tags: ['threat-9'],
  }, async () => {
    const blind = await navigateFromLogin('blind', hideLoads);
    const { page, evil, connectUrl } = await navigateFromLogin('host');

    // Further actions of the user go to a closed port.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('option', { name: 'Beta' }).click();
    await expect
      .poll(() => readTold(page))
      .toMatchObject({ failures: ['connection_lost'], codeLengths: [], outcomes: [] });
    expect(await evil.evaluate(() => window.peer.heard)).toEqual([]);
    // The same happened before where the browser reports no loads.
    expect((await readTold(blind.page)).failures).toEqual([]);

    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('option', { name: 'Alpha' }).click();
    const connectFrame = await findFrame(page, connectUrl);
    await expect
      .poll(() => connectFrame.evaluate(() => window.connectPage.selected))
      .toEqual(['alpha']);
    await connectFrame.evaluate(() => window.connectPage.sendCode());
    await expect
      .poll(() => readTold(page))
      .toMatchObject({ codeLengths: [21], exits: [], outcomes: ['connected'] });
  });

  it('does not end the session when it comes back to Connect in time', {
    tags: ['control-9'],
  }, async () => {
    const { page, evil, connectUrl } = await navigateFromLogin('host');
    await evil.evaluate((url) => location.replace(url), `${connectUrl}?client_id=app`);
    await page.getByRole('option', { name: 'Alpha' }).click();
    await expectRealFlowCompletes(page, await findFrame(page, connectUrl));
  });
});

describe('a welcome that is under way while the frame navigates elsewhere', () => {
  it('does not reach the new document', { tags: ['threat-8'] }, async () => {
    const evil = await overtakeWelcome();
    expect(await evil.evaluate(() => window.peer.heard)).toEqual([]);
  });

  it('reaches it where the browser delivers to any origin', {
    tags: ['undefended-8'],
  }, async () => {
    const evil = await overtakeWelcome({ reachesAnyOrigin: true });
    expect(await evil.evaluate(() => window.peer.heard)).toMatchObject([{ ports: 1 }]);
  });
});

/** A session at its login, whose frame then shows a foreign document. */
async function navigateFromLogin(host: string, head = '') {
  const evilUrl = servePeer(suite.sites, 'evil');
  const connectUrl = serveBridgePage(suite.sites, 'connect');
  const page = await suite.openPage(serveHostPage(suite.sites, host, { connectUrl, head }));
  const frame = await reachLogin(page, connectUrl);
  await frame.evaluate((url) => location.replace(url), evilUrl);
  return { page, evil: await findFrame(page, evilUrl), connectUrl };
}

/**
 * Sends hello and navigates at once, while the host is too busy to answer. When the host answers, the
 * foreign document is already in the frame.
 *
 * @returns the frame, with the answer in it if there is one
 */
async function overtakeWelcome(lies: Lies = {}): Promise<Frame> {
  const { sites } = suite;
  const evilUrl = servePeer(sites, 'evil');
  const connectUrl = servePeer(sites, 'connect', { path: '/connect' });
  sites.serve('host', '/is-over', { body: 'no' });
  const page = await suite.openPage(serveHostPage(sites, 'host', { connectUrl, lies }));
  await page.evaluate(() => void window.openConnect());
  await expect.poll(() => readTold(page).then(({ events }) => events)).toContain('opened');
  const frame = await findFrame(page, connectUrl);

  const busy = page.evaluate(() => {
    const isOver = () => {
      const request = new XMLHttpRequest();
      request.open('GET', '/is-over', false);
      request.send();
      return request.responseText === 'yes';
    };
    while (!isOver());
  });
  const busyUrl = `${sites.originOf('host')}/is-over`;
  await expect.poll(() => sites.urls.includes(busyUrl)).toBe(true);
  await frame.evaluate((url) => {
    window.peer.hello(parent);
    location.replace(url);
  }, evilUrl);
  const evil = await findFrame(page, evilUrl);
  await evil.waitForFunction(() => window.peer !== undefined);
  sites.serve('host', '/is-over', { body: 'yes' });
  await busy;
  await evil.evaluate(() => window.passFence(parent));
  return evil;
}
