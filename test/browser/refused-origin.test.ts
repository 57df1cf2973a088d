import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { fill } from '../../src/texts/fill.ts';
import { findFrame, readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { serveHostPage } from '../support/host-page.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';

const suite = useBrowserSuite();
// A live application, because test applications may be embedded from any loopback origin.
const world = useRunning(() =>
  startWorld({ environment: 'live', origins: [suite.sites.originOf('registered')] }),
);

type Display = 'auto' | 'frame' | 'popup';

/** A host page of this site, after Connect was opened by its button. */
async function openConnect(site: string, display: Display, headers = {}): Promise<Page> {
  const page = await suite.openPage(
    serveHostPage(suite.sites, site, {
      connectUrl: `${world.connectUrl}/connect`,
      clientId: world.application.client_id,
      display,
      headers,
    }),
  );
  await page.locator('#connect').click();
  return page;
}

/** The final outcome for the host. */
async function close(page: Page): Promise<unknown> {
  await page.getByRole('button', { name: en.close }).last().click();
  return page.evaluate(async () => {
    const outcome = await window.session.finished;
    if (outcome.status === 'connected') return outcome.status;
    return { code: outcome.error?.code, message: outcome.error?.message };
  });
}

const { title, advice } = en.notices.origin_not_allowed;

describe('a host whose origin is not registered', () => {
  it.each([
    ['a frame or a popup', 'auto', {}],
    // The SDK's frame sends its origin with any policy of the host.
    ['a frame, and sends no referrer itself', 'frame', { 'Referrer-Policy': 'no-referrer' }],
  ] as const)('gets the error at once in %s, with its origin', async (_, display, headers) => {
    const page = await openConnect('stranger', display, headers);

    // Far less than the 15 s until the time-out.
    await page.getByText(title, { exact: true }).waitFor({ timeout: 12_000 });
    // The application is not known yet, so the site's name is shown.
    const shown = fill(advice, { application: new URL(page.url()).hostname });
    await page.getByText(shown, { exact: true }).waitFor();

    expect(await page.getByRole('button', { name: en.retry }).count()).toBe(0);
    expect((await readTold(page)).failures).toEqual(['origin_not_allowed']);
    expect(await close(page)).toEqual({
      code: 'origin_not_allowed',
      message: expect.stringMatching(
        new RegExp(`^${suite.sites.originOf('stranger')} is not registered .*dashboard`),
      ),
    });
  });

  it('gets the error in a popup, too', async () => {
    const opening = suite.context.waitForEvent('page', {
      predicate: async (opened) => (await opened.opener()) !== null,
    });
    const page = await openConnect('stranger', 'popup');
    const popup = await opening;

    await page.getByText(title, { exact: true }).waitFor({ timeout: 12_000 });

    expect(await close(page)).toMatchObject({
      code: 'origin_not_allowed',
      message: expect.stringContaining(suite.sites.originOf('stranger')),
    });
    await expect.poll(() => popup.isClosed()).toBe(true);
  });
});

describe('a host that is itself in a frame', () => {
  /** The host's button, pressed in a frame of another page. */
  async function openFramed(display: Display, sandbox?: string): Promise<[Page, Frame]> {
    const address = serveHostPage(suite.sites, 'registered', {
      connectUrl: `${world.connectUrl}/connect`,
      clientId: world.application.client_id,
      display,
    });
    const rule = sandbox === undefined ? '' : `sandbox="${sandbox}"`;
    const body = `<!doctype html><iframe ${rule} width="800" height="700" src="${address}"></iframe>`;
    suite.sites.serve('console', '/', { body });
    const page = await suite.openPage(suite.sites.originOf('console'));
    const host = await findFrame(page, address);
    await host.locator('#connect').click();
    return [page, host];
  }
  const offer = (host: Frame) => host.getByRole('button', { name: en.open });
  const readSurfaces = (host: Frame) => host.evaluate(() => window.told.surfaces);

  it('offers the popup at once, which leads through the flow', async () => {
    const [page, host] = await openFramed('auto');

    await offer(host).waitFor({ timeout: 5000 });
    const opening = suite.context.waitForEvent('page');
    await offer(host).click();
    const popup = await opening;
    await popup.getByRole('option').first().click();
    await popup.getByLabel('Username').waitFor();

    // No frame was tried: the browser would refuse it.
    expect(page.frames().filter((frame) => frame.url().startsWith(world.connectUrl))).toEqual([]);
    expect(await readSurfaces(host)).toEqual(['popup frame_blocked']);
    expect(await host.evaluate(() => window.told.failures)).toEqual([]);
    expect(await host.getByRole('button', { name: en.here }).count()).toBe(0);
  });

  it('is told which permissions its own frame lacks for a popup', async () => {
    const [, host] = await openFramed('auto', 'allow-scripts allow-same-origin');

    await offer(host).click();
    await host.getByText(en.popup.blocked.title).waitFor();

    await expect
      .poll(() => suite.consoleLines.join('\n'))
      .toMatch(/TaxConnect: .*allow-popups allow-popups-to-escape-sandbox/);
  });
});
