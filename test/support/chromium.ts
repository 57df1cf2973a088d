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
   * Chromium's shell, where there is one: the same engine without a browser around it, for a third of the
   * CPU. It blocks no popup, has no back-forward cache and is not what users have. Default: unless realistic.
   */
  readonly isShell?: boolean;
  /** More command line switches. */
  readonly args?: readonly string[];
}

/**
 * Starts a headless Chromium. The caller closes it, usually in `afterAll`.
 *
 * @param options - how
 * @returns the browser
 * @throws when there is none; `npm test` installs one
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
