import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { postAsBackend } from './backend.ts';
import { readTold } from './browser-suite.ts';
import type { ChromiumOptions } from './chromium.ts';
import { driveWindow } from './drive-window.ts';
import { startHeaderProxy } from './header-proxy.ts';
import { type Sites, serveHostPage, startSites } from './host-page.ts';
import type { OpenConnect } from './page-scripts.ts';
import { type PageSuite, usePageSuite } from './page-suite.ts';
import { useRunning } from './use-running.ts';
import { type CodeWatch, watchCode } from './watch-code.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** Options of a host page. */
interface PopupHost {
  readonly headers?: Readonly<Record<string, string>>;
  /** The options of its button. */
  readonly options?: Omit<OpenConnect, 'callback' | 'signal' | 'onEvent' | 'onExit'>;
  /** Address of its Connect page; default: the world's. */
  readonly connectUrl?: string;
}

/** Options of the suite. */
interface PopupSuiteOptions extends Pick<WorldOptions, 'clock' | 'trustedProxies'> {
  /** Default: realistic. Chromium's shell (`{}`) is enough where no window has to be blocked. */
  readonly browser?: ChromiumOptions;
}

/** A real Connect service and any host pages, in a browser that blocks windows. The tab is the host's page. */
export interface PopupSuite extends PageSuite {
  readonly world: World;
  readonly sites: Sites;
  readonly watch: CodeWatch;
  /** Sets further headers of the Connect page. */
  setPageHeaders(headers: Readonly<Record<string, string>>): void;
  /** Opens a host page in `page`. */
  openHost(host?: PopupHost): Promise<void>;
  /** Performs an action that opens a window. @returns the window */
  openedBy(act: () => Promise<unknown>): Promise<Page>;
  /** Presses the host's button, which opens a window. @returns the window */
  openWindow(): Promise<Page>;
  /** Logs in and allows access, in a window that shows the login. */
  finishIn(popup: Page): Promise<void>;
  /** Picks Sandbox in a window that shows the selector, and connects. */
  connectIn(popup: Page): Promise<void>;
  /** The session ended in one code, which is valid for one token, and appears nowhere else. */
  expectConnected(providerId: string): Promise<void>;
  /** The session ended without a code. */
  expectExit(exit: { reason: string; code: string | null }): Promise<void>;
}

/** Registers the hooks. @returns the suite, whose parts are available from the first test on */
export function usePopupSuite(options: PopupSuiteOptions = {}): PopupSuite {
  // With other settings, no window is blocked, which most of these tests are about.
  const { browser = { isRealistic: true }, ...worldOptions } = options;
  const proxy = useRunning(startHeaderProxy);
  const world = useRunning(() =>
    startWorld({ environment: 'live', origins: [], proxy, ...worldOptions }),
  );
  const sites = useRunning(startSites);
  const suite = usePageSuite({ browser });
  let watch: CodeWatch;
  beforeEach(() => {
    proxy.headers = {};
    watch = watchCode(suite.context, suite.page);
  });

  const openedBy = async (act: () => Promise<unknown>) => {
    const [popup] = await Promise.all([suite.context.waitForEvent('page'), act()]);
    return popup;
  };
  const finishIn = async (popup: Page) => {
    const person = driveWindow(popup);
    await person.logIn({ username: 'user_good' });
    await person.allow();
  };
  const expectConnected = async (providerId: string) => {
    const { page } = suite;
    await expect.poll(() => readTold(page).then(({ outcomes }) => outcomes)).toEqual(['connected']);
    expect((await readTold(page)).exits).toEqual([]);
    await expect.poll(() => page.frames().length).toBe(1);
    await expectOneCode({ world, watch, providerId });
  };
  return {
    ...{ world, sites },
    get context() {
      return suite.context;
    },
    get page() {
      return suite.page;
    },
    get watch() {
      return watch;
    },
    setPageHeaders(headers) {
      proxy.headers = headers;
    },
    async openHost({ options = {}, connectUrl, ...host } = {}) {
      const { application } = world;
      const { page } = suite;
      const url = serveHostPage(sites, 'host', {
        ...host,
        clientId: application.client_id,
        connectUrl: connectUrl ?? `${world.connectUrl}/connect`,
      });
      // `evaluate` is not used, because it counts as the user's own action and would unblock windows.
      await page.addInitScript((clickOptions) => {
        window.clickOptions = { ...clickOptions, callback: 'forward' };
      }, options);
      await page.goto(url);
    },
    openedBy,
    openWindow: () => openedBy(() => suite.page.getByRole('button', { name: 'Connect' }).click()),
    finishIn,
    async connectIn(popup) {
      await driveWindow(popup).pick(/^Sandbox/);
      await finishIn(popup);
      await expectConnected('sandbox');
    },
    expectConnected,
    async expectExit({ reason, code }) {
      const { page } = suite;
      await expect
        .poll(() => readTold(page).then(({ exits }) => exits))
        .toMatchObject([{ reason, code }]);
      const { outcomes, codeLengths } = await readTold(page);
      expect(outcomes).toEqual([reason]);
      expect(codeLengths).toEqual([]);
      expect(watch.forwardedCodes()).toEqual([]);
    },
  };
}

async function expectOneCode(options: {
  readonly world: World;
  readonly watch: CodeWatch;
  readonly providerId: string;
}): Promise<void> {
  const { world, watch, providerId } = options;
  const codes = watch.forwardedCodes();
  expect(codes).toHaveLength(1);
  const [code = ''] = codes;
  const traces = await watch.collectTraces();
  expect(traces.filter((trace) => trace.includes(code))).toEqual([]);
  expect(world.logLines.filter((line) => line.includes(code))).toEqual([]);
  const response = await postAsBackend(world, '/auth/token', { code });
  expect(await response.json()).toMatchObject({ provider_id: providerId });
}
