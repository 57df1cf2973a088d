import { beforeAll, describe, expect, it } from 'vitest';
import { findFrame, readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { serveHostPage, servePeer } from '../support/host-page.ts';

const suite = useBrowserSuite();
let connectUrl: string;

beforeAll(() => {
  // Sends hello once: a host that forgets it gets no other.
  connectUrl = servePeer(suite.sites, 'connect', { path: '/connect', greets: true });
});

/** Opens a host page that has received this noise since it preloaded Connect. */
async function preloadIn(noise: 'none' | 'messages' | 'violations') {
  const headers = { 'Content-Security-Policy-Report-Only': "img-src 'none'" };
  const page = await suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl, headers }));
  await page.evaluate(
    async ([kind, url]) => {
      window.TaxConnect.preload({ clientId: 'app', connectUrl: url });
      if (kind === 'none') return;
      const type = kind === 'messages' ? 'message' : 'securitypolicyviolation';
      // Polyfills of setImmediate cause such messages, and pages that try out a policy cause such reports.
      await new Promise<void>((resolve) => {
        let left = 200;
        addEventListener(type, () => {
          left -= 1;
          if (left === 0) resolve();
        });
        for (let index = 0; index < 200; index += 1) {
          if (kind === 'messages') postMessage(index, '*');
          else new Image().src = `/noise-${index}.png`;
        }
      });
    },
    [noise, connectUrl] as const,
  );
  const frame = await findFrame(page, connectUrl);
  // All its messages have reached the host.
  await frame.evaluate(() => window.passFence(parent));
  return { page, frame };
}

describe('a preloaded page that said hello once', () => {
  it.each(['none', 'messages', 'violations'] as const)('is welcomed at open: %s', async (noise) => {
    const { page, frame } = await preloadIn(noise);

    await page.evaluate(() => void window.openConnect());

    await expect.poll(() => frame.evaluate(() => window.peer.ports.length)).toBe(1);
    await page.evaluate(() => window.session.close());
    expect((await readTold(page)).failures).toEqual([]);
  });
});
