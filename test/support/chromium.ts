import { type Browser, chromium } from 'playwright-core';
import { findChromium, findChromiumShell } from './find-browsers.mjs';

/** Quiet and reproducible: nothing fetched in the background, no GPU, no QUIC. */
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What Playwright switches off and users have: a test about any of these passes vacuously else. */
const unrealisticArguments = [
  '--disable-popup-blocking',
  '--disable-back-forward-cache',
  '--hide-scrollbars',
];

/**
 * Chromium takes the last list of features only, so this replaces Playwright's, which switches the
 * partitioning of third-party storage off.
 */
const realisticFeatures = '--disable-features=Translate,OptimizationHints,MediaRouter';

/** The shell keeps sites in one process, where users have a process for each. */
const shellArguments = ['--site-per-process'];

/** How to start the browser. */
export interface ChromiumOptions {
  /**
   * Popup blocking, back-forward cache, scrollbars and partitioned storage as users have them.
   * Default false: faster, and enough where none of these is what the test is about.
   */
  readonly isRealistic?: boolean;
  /**
   * Chromium's shell, if it is installed: the same engine without a browser around it, for a third of the
   * CPU. It blocks no popup, has no back-forward cache and is not what users have. Default: unless realistic.
   */
  readonly isShell?: boolean;
  /** More command line switches. */
  readonly args?: readonly string[];
}

/** Browsers that files of this worker share, by how they were started. */
const shared = new Map<string, Promise<Browser>>();

/**
 * One headless Chromium for all files of a worker that start it alike; it ends with the worker. Each test
 * has to have a context, and to close it.
 *
 * @returns the browser; another one after a crash
 * @throws when no Chromium is installed; `npm test` installs one
 */
export async function shareChromium(options: ChromiumOptions = {}): Promise<Browser> {
  const key = JSON.stringify(options);
  const known = shared.get(key);
  if (known !== undefined) return await known;
  const launched = launchChromium(options);
  shared.set(key, launched);
  try {
    const browser = await launched;
    browser.on('disconnected', () => shared.delete(key));
    return browser;
  } catch (error) {
    shared.delete(key);
    throw error;
  }
}

/**
 * Starts a headless Chromium. The caller closes it, usually in `afterAll`.
 *
 * @returns the browser
 * @throws when it is not installed; `npm test` installs it
 */
export function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  const isRealistic = options.isRealistic === true;
  const shell = (options.isShell ?? !isRealistic) ? findChromiumShell() : undefined;
  const found = shell ?? findChromium();
  if (found === undefined) {
    throw new Error('no Chromium: run node test/support/install-browsers.mjs');
  }
  const args = [
    ...quietArguments,
    ...(shell ? shellArguments : []),
    ...(isRealistic ? [realisticFeatures] : []),
    ...(options.args ?? []),
  ];
  return chromium.launch({
    executablePath: found.path,
    args,
    ...(isRealistic ? { ignoreDefaultArgs: unrealisticArguments } : {}),
  });
}
