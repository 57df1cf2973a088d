import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ShownCode } from '../../src/sdk/ui/notices.tsx';
import { texts as en } from '../../src/texts/en.json?modal';
import { fill } from '../../src/texts/fill.ts';
import {
  expectRealFlowCompletes,
  findFrame,
  pickAlpha,
  readTold,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { byExtent, triesThreats } from '../support/extent.ts';
import { type Fault, startFaultyServer } from '../support/faulty-server.ts';
import { createGate } from '../support/gate.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { useRunning } from '../support/use-running.ts';

const suite = useBrowserSuite();
const timeoutMs = 15_000;
const server = useRunning(() => startFaultyServer(suite.sites.originOf('connect')));
let connectUrl: string;

beforeAll(() => {
  serveBridgePage(suite.sites, 'connect');
  connectUrl = `${server.origin}/connect`;
});

afterEach(() => server.set('none'));

type HostState = Awaited<ReturnType<typeof readHost>>;

function readHost(page: Page) {
  return page.evaluate(() => ({
    markup: document.documentElement.outerHTML,
    focus: document.activeElement?.id,
    sheets: document.adoptedStyleSheets.length,
  }));
}

/** A host page with a controllable clock, after Connect was opened by its button. */
async function openConnect(options: { headers?: Record<string, string>; display?: 'auto' } = {}) {
  const page = await suite.context.newPage();
  await page.clock.install();
  const settings = {
    connectUrl,
    display: 'frame' as const,
    body: '<p style="margin: 3px">Text</p>',
    ...options,
  };
  await page.goto(serveHostPage(suite.sites, 'host', settings));
  await page.locator('#connect').focus();
  const before = await readHost(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => readTold(page).then(({ events }) => events)).toContain('opened');
  return { page, before };
}

/** The error's own text, Try again and Close are visible. */
async function expectFailure(page: Page, code: ShownCode): Promise<void> {
  await expect.poll(() => readTold(page).then(({ failures }) => failures)).toEqual([code]);
  const { title, advice } = en.notices[code];
  await page.getByText(title, { exact: true }).waitFor();
  // The application is not known yet, so the site's name is shown.
  const shown = fill(advice, { application: new URL(page.url()).hostname });
  await page.getByText(shown, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Close' }).count()).toBeGreaterThan(0);
}

/** Completes the flow, and checks that the host is unchanged. */
async function expectRecovery(page: Page, before: HostState): Promise<void> {
  const frame = await pickAlpha(page, connectUrl);
  await page.evaluate(() => {
    window.told.failures.length = 0;
  });
  await expectRealFlowCompletes(page, frame);
  expect(await readHost(page)).toEqual(before);
}

const silentFaults: readonly Fault[] = [
  'never answering',
  'refused',
  'blank page',
  'X-Frame-Options',
  'internal error',
  'wrong page',
  'no content',
  'download',
  'cut mid-body',
  'frame-ancestors',
];

describe('a Connect page that does not load', () => {
  it.each([
    // The control: a service that accepts the connection is waited for.
    ['never answering', []],
    ['refused', ['load_timeout']],
  ] as const)(
    'on this machine is known after two seconds if it was %s',
    async (fault, failures) => {
      await server.set(fault);
      const { page } = await openConnect();
      await page.clock.fastForward(2000);
      if (fault === 'refused') {
        await expectFailure(page, 'load_timeout');
        await expect
          .poll(() => suite.consoleLines.join())
          .toContain(`The browser cannot reach ${server.origin}. Likely causes`);
      }
      // Time for an answer, and far less than the time-out.
      await page.clock.fastForward(2000);
      expect((await readTold(page)).failures).toEqual(failures);
    },
  );
});

describe('a Connect page that does not load, with popups allowed', () => {
  it.each(byExtent(['internal error'], silentFaults))(
    '%s: shows the error, the reference, then Try again, a popup and Close',
    async (fault) => {
      await server.set(fault);
      const hits = server.hits;
      const { page, before } = await openConnect({ display: 'auto' });
      if (fault !== 'refused') await expect.poll(() => server.hits).toBeGreaterThan(hits);
      await page.clock.fastForward(timeoutMs);
      await expectFailure(page, 'load_timeout');
      const buttons = page.locator('.center').getByRole('button');
      await expect
        .poll(() => buttons.allTextContents())
        .toEqual([en.copy, en.retry, en.open, en.close]);
      const id = await page.evaluate(() => window.session.id);
      const reference = page.getByText(`${id.slice(0, 4)}-${id.slice(4, 8)}`, { exact: true });
      expect(await reference.evaluate((code) => getComputedStyle(code).userSelect)).toBe('all');

      await server.set('none');
      await page.getByRole('button', { name: en.retry }).click();
      await expectRecovery(page, before);
    },
  );

  it('connects in a popup if the page refuses to be framed', async () => {
    await server.set('X-Frame-Options');
    const { page, before } = await openConnect({ display: 'auto' });
    await page.clock.fastForward(timeoutMs);
    await expectFailure(page, 'load_timeout');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: en.open }).click(),
    ]);
    // The window begins empty.
    await popup.waitForFunction(() => window.connectPage?.sessions.length > 0);
    await page.evaluate(() => {
      window.expectedCode = 'code-of-the-real-page';
      window.told.failures.length = 0;
    });
    await popup.evaluate(() => window.connectPage.sendCode());
    await expect
      .poll(() => readTold(page))
      .toMatchObject({ areExpected: [true], exits: [], outcomes: ['connected'] });
    expect((await readTold(page)).surfaces).toEqual(['popup load_timeout']);
    expect(await readHost(page)).toEqual(before);
  });
});

it.runIf(triesThreats)(
  'a Connect page that loads late shows after a second that it is loading, after three that it still is, and continues',
  {
    tags: ['control-16'],
  },
  async () => {
    const gate = createGate();
    serveBridgePage(suite.sites, 'connect', { released: gate.opened });
    const { page, before } = await openConnect();
    await page.clock.fastForward(1000);
    await page.getByRole('status').getByText(en.loading).waitFor();
    await page.clock.fastForward(2000);
    await page.getByRole('status').getByText(en.waiting).waitFor();
    gate.open();
    await expectRecovery(page, before);
    serveBridgePage(suite.sites, 'connect');
  },
);

describe('hosts that cannot show a frame', () => {
  it('a policy without Connect: frame_blocked at once', { tags: ['threat-16'] }, async () => {
    const { page } = await openConnect({
      headers: { 'Content-Security-Policy': "frame-src 'self'" },
    });
    await expectFailure(page, 'frame_blocked');
  });

  it.each(byExtent(['require-corp'], ['require-corp', 'credentialless']))(
    'COEP %s: load_timeout unless the Connect page sends both headers',
    async (policy) => {
      const headers = { 'Cross-Origin-Embedder-Policy': policy };
      const { page } = await openConnect({ headers });
      await page.clock.fastForward(timeoutMs);
      await expectFailure(page, 'load_timeout');
      // The control: with both headers it is shown.
      await server.set('embeddable');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('option', { name: 'Alpha' }).waitFor();
    },
  );

  it('a sandboxed host has no origin to bind to: origin_not_allowed at once', async () => {
    const headers = { 'Content-Security-Policy': 'sandbox allow-scripts allow-forms' };
    const { page } = await openConnect({ headers });
    await expectFailure(page, 'origin_not_allowed');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });
});

describe('a callback that forwardCode posts to', () => {
  // As by a proxy before the callback, for visitors who are not signed in.
  it('fails when it sends to a login page that answers 200', async () => {
    const { sites } = suite;
    const name = 'redirecting';
    sites.serve(name, '/callback', { body: '', status: 302, headers: { Location: '/login' } });
    sites.serve(name, '/login', { body: 'Sign in' });
    const address = serveHostPage(sites, name, {
      connectUrl: `${sites.originOf('connect')}/connect`,
    });
    const page = await suite.openPage(address);

    await page.evaluate(() => void window.openConnect({ callback: 'forward' }));
    await page.getByRole('option', { name: 'Alpha' }).click();
    const frame = await findFrame(page, sites.originOf('connect'));
    await expect.poll(() => readTold(page).then(({ events }) => events)).toContain('step_changed');
    await frame.evaluate(() => window.connectPage.sendCode());

    const wanted = { failures: ['callback_failed'], outcomes: [] };
    await expect.poll(() => readTold(page)).toMatchObject(wanted);
    expect(sites.urls).not.toContain(`${sites.originOf(name)}/login`);
  });
});
