import type { Frame, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFrame, readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { triesThreats } from '../support/extent.ts';
import { renderPeer, serveHostPage, servePeer } from '../support/host-page.ts';
import type { Lies } from '../support/page-scripts.ts';

const suite = useBrowserSuite();

/** Documents in the session's own frame that are not of the Connect origin. */
const lookalikes: [string, (connectOrigin: string) => string][] = [
  ['another TCP port', (origin) => `${withPort(origin, 1)}/lookalike`],
  ['another scheme', (origin) => `${origin.replace('http:', 'https:')}/lookalike`],
  ['a trailing dot', (origin) => `${origin.replace('.localhost', '.localhost.')}/lookalike`],
  [
    'a suffix',
    (origin) => `${origin.replace('.localhost', '.localhost.evil.localhost')}/lookalike`,
  ],
  ['a prefix', (origin) => `${origin.replace('connect.', 'evilconnect.')}/lookalike`],
  ['a subdomain', (origin) => `${origin.replace('connect.', 'evil.connect.')}/lookalike`],
  [
    'the same address by number',
    (origin) => `${origin.replace('connect.localhost', '127.0.0.1')}/lookalike`,
  ],
  ['an opaque origin, sandboxed', (origin) => `${origin}/sandboxed`],
  [
    'an opaque origin, of a data address',
    () => `data:text/html,${encodeURIComponent(renderPeer())}`,
  ],
];

beforeEach(async () => {
  const { sites, context } = suite;
  servePeer(sites, 'connect', { path: '/connect', greets: true });
  servePeer(sites, 'connect', { path: '/other' });
  const headers = { 'Content-Security-Policy': 'sandbox allow-scripts' };
  servePeer(sites, 'connect', { path: '/sandboxed', headers });
  await context.route(
    ({ pathname }) => pathname === '/lookalike',
    (route) => route.fulfill({ contentType: 'text/html', body: renderPeer() }),
  );
});

// In the short run, another host name and an opaque origin.
const tried = triesThreats
  ? lookalikes
  : [lookalikes[0], lookalikes.at(-1)].filter((one) => one !== undefined);
describe.each(tried)('a document of %s in the frame of the session', (_, createAddress) => {
  it('is not answered', { tags: ['threat-7'] }, async () => {
    const { page, frame } = await navigateFrame(createAddress);
    await sayHellos(frame);
    expect(await frame.evaluate(() => window.peer.heard)).toEqual([]);
    expect((await readTold(page)).failures).toEqual([]);
  });

  it('gets a port where the browser calls it Connect, and delivers to any origin', async () => {
    const lies = { origin: suite.sites.originOf('connect'), reachesAnyOrigin: true } as const;
    const { frame } = await navigateFrame(createAddress, lies);
    await sayHellos(frame);
    expect(await frame.evaluate(() => window.peer.heard)).toMatchObject([{ ports: 1 }]);
  });
});

describe('the frame of the session', () => {
  it('is answered again after it navigated within the Connect origin', {
    tags: ['control-7'],
  }, async () => {
    const { page, frame } = await navigateFrame((origin) => `${origin}/other`);
    await sayHellos(frame);
    expect(await frame.evaluate(() => window.peer.heard)).toMatchObject([{ ports: 1 }]);
    expect((await readTold(page)).failures).toEqual(['unsupported_version']);
  });

  it('can end the session from another origin which the browser calls Connect', {
    tags: ['undefended-9'],
  }, async () => {
    const createAddress = (origin: string) => `${withPort(origin, 1)}/lookalike`;
    const lies = { origin: suite.sites.originOf('connect') };
    const { page, frame } = await navigateFrame(createAddress, lies);
    await sayHellos(frame);
    // The browser itself still withholds the welcome, because it names its exact target.
    expect(await frame.evaluate(() => window.peer.heard)).toEqual([]);
    expect((await readTold(page)).failures).toEqual(['unsupported_version']);
  });
});

/** A session whose frame was welcomed and then navigated to another address. */
async function navigateFrame(createAddress: (connectOrigin: string) => string, lies: Lies = {}) {
  const { sites } = suite;
  const connectUrl = `${sites.originOf('connect')}/connect`;
  const page: Page = await suite.openPage(serveHostPage(sites, 'host', { connectUrl, lies }));
  await page.evaluate(() => void window.openConnect());
  const first = await findFrame(page, connectUrl);
  await expect.poll(() => first.evaluate(() => window.peer.ports.length)).toBe(1);
  const address = createAddress(sites.originOf('connect'));
  await first.evaluate((target) => location.replace(target), address);
  return { page, frame: await findFrame(page, address) };
}

/** The first hello would get a port, and the second would end the session. */
async function sayHellos(frame: Frame): Promise<void> {
  await frame.evaluate(async () => {
    window.peer.hello(parent);
    await window.passFence(parent);
    window.peer.hello(parent, 2);
    await window.passFence(parent);
  });
}

function withPort(origin: string, offset: number): string {
  const url = new URL(origin);
  url.port = `${Number(url.port) + offset}`;
  return url.origin;
}
