import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFrame, useBrowserSuite } from '../support/browser-suite.ts';
import { servePeer } from '../support/host-page.ts';
import { plainWelcome } from '../support/plain-welcome.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld, type World } from '../support/world.ts';

const suite = useBrowserSuite();
const start = (environment: 'live' | 'test') =>
  startWorld({ environment, origins: [suite.sites.originOf('registered')] });
const world = useRunning(() => start('live'));
/** Its test application may be embedded from any name of this machine. */
const openWorld = useRunning(() => start('test'));

function addressOf({ connectUrl, application }: World): string {
  return `${connectUrl}/connect?client_id=${application.client_id}`;
}

const surfaces = [
  ['frame', (page: Page) => frameConnect(page)],
  ['popup', (page: Page) => openConnectWindow(page)],
] as const;

describe.each(surfaces)(
  'a page that shows the hosted Connect page by itself, in a %s',
  (...row) => {
    const [surface, show] = row;

    it('is told only that its origin is not registered', { tags: ['threat-11'] }, async () => {
      const page = await openSite('evil');
      await show(page);
      await answerHello(page);
      await expectRefusal(page);
      if (surface === 'popup') return;
      const frame = await findFrame(page, addressOf(world));
      const text = (await frame.locator('body').textContent()) ?? '';
      expect(text).toContain(`${suite.sites.originOf('evil')} is not registered`);
      expect(text).not.toContain(world.application.name);
      expect(await frame.locator('button, form, input, a').count()).toBe(0);
    });

    it('gets a hello and, after an answer, a flow when its origin is registered', {
      tags: ['control-11'],
    }, async () => {
      const page = await openSite('registered');
      await show(page);
      await answerHello(page);
      await expectFirstWord(page).toContain('"ready"');
    });
  },
);

describe('a page whose origin is not registered', () => {
  it('is shown nothing and told nothing when it hides its origin', {
    tags: ['threat-17'],
  }, async () => {
    const page = await openSite('evil');
    await frameConnect(page, 'no-referrer');
    await expect.poll(() => suite.consoleLines.join('\n')).toContain('frame-ancestors');
    expect(await page.evaluate(() => window.peer.heard)).toEqual([]);
    const connectFrames = page.frames().filter((frame) => frame.url().startsWith(world.connectUrl));
    expect(connectFrames).toEqual([]);
  });

  it('gets a flow from a service that accepts any origin', {
    tags: ['undefended-11'],
  }, async () => {
    const page = await openSite('evil');
    await openConnectWindow(page, addressOf(openWorld));
    await answerHello(page);
    await expectFirstWord(page).toContain('"ready"');
  });

  it('cannot claim the registered origin in a message', async () => {
    const page = await openSite('evil');
    await openConnectWindow(page);
    await answerHello(page, { origin: suite.sites.originOf('registered') });
    await expectRefusal(page);
  });
});

function openSite(name: string): Promise<Page> {
  return suite.openPage(servePeer(suite.sites, name));
}

function frameConnect(page: Page, referrerPolicy: ReferrerPolicy = ''): Promise<void> {
  const settings = { src: addressOf(world), referrerPolicy };
  return page.evaluate((own) => {
    document.body.append(Object.assign(document.createElement('iframe'), own));
  }, settings);
}

async function openConnectWindow(page: Page, target = addressOf(world)): Promise<void> {
  await page.evaluate((url) => void window.open(url, 'connect', 'popup'), target);
}

/** Waits for the hello, which is sent to any window, and answers it as a host does. */
async function answerHello(page: Page, more: object = {}): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.peer.heard.length)).toBeGreaterThan(0);
  const heard = await page.evaluate(() => window.peer.heard);
  const hello = '{"protocol":"tax-connect","version":1,"type":"hello"}';
  for (const { data, ports } of heard) expect({ data, ports }).toEqual({ data: hello, ports: 0 });
  await page.evaluate(
    (welcome) => {
      const target = window[0] ?? window.open('', 'connect');
      target?.postMessage(welcome, '*', [window.peer.makePort()]);
    },
    { ...plainWelcome, ...more },
  );
}

function expectFirstWord(page: Page) {
  return expect.poll(() => page.evaluate(() => window.peer.heardOnPorts[0]));
}

/** One error and nothing else: no application, no provider, no code. */
async function expectRefusal(page: Page): Promise<void> {
  await expectFirstWord(page).toContain('"origin_not_allowed"');
  const heard = await page.evaluate(() => window.peer.heardOnPorts);
  const types = heard.map((text) => JSON.parse(text).type);
  // A resize is for the page's own error message.
  expect(types.filter((type) => type !== 'resize')).toEqual(['error']);
  expect(heard.join()).not.toContain(world.application.name);
}
