import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-browsers.mjs';

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

/** How to start the browser. */
export interface ChromiumOptions {
  /**
   * Popup blocking, back-forward cache, scrollbars and partitioned storage as users have them.
   * Default false: faster, and enough where none of these is what the test is about.
   */
  readonly isRealistic?: boolean;
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
  const found = findChromium();
  if (found === undefined)
    throw new Error('no Chromium: run node test/support/install-browsers.mjs');
  const isRealistic = options.isRealistic === true;
  return chromium.launch({
    executablePath: found.path,
    args: [...quietArguments, ...(isRealistic ? [realisticFeatures] : []), ...(options.args ?? [])],
    ...(isRealistic ? { ignoreDefaultArgs: unrealisticArguments } : {}),
  });
}
