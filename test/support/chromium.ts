import { type Browser, chromium } from 'playwright-core';
import { findChromium, findChromiumShell } from './find-browsers.mjs';

/** The address bar of every new window uses ten times the CPU of a page with Connect (Chromium 156). */
const unusedFeatures = [
  'Translate',
  'OptimizationHints',
  'MediaRouter',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** A process for the next site. Pages cannot notice it; it takes an eighth of the CPU (Chromium 156). */
const spareProcess = 'SpareRendererForSitePerProcess';

/** Chromium uses only the last list. Playwright's switches off the partitioning of storage. */
function switchOff(features: readonly string[]): string {
  return `--disable-features=${features.join(',')}`;
}

/** Quiet and reproducible: no background requests, no GPU, no QUIC. */
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Switches off features that users have. With them, a test of one would pass vacuously. */
const unrealisticArguments = [
  '--disable-popup-blocking',
  '--disable-back-forward-cache',
  '--hide-scrollbars',
];

/** The shell keeps all sites in one process. Users have a process for each site. */
const shellArguments = ['--site-per-process'];

/** Options for starting the browser. */
export interface ChromiumOptions {
  /** Popup blocking, back-forward cache and scrollbars, as for users. Default false: faster. */
  readonly isRealistic?: boolean;
  /**
   * Chromium's shell, if it is installed: the same engine without a browser around it, for a third of the
   * CPU. It blocks no popups and has no back-forward cache, unlike users' browsers. Default: unless
   * realistic.
   */
  readonly isShell?: boolean;
  /** True to keep a process that waits for the next site, as for users. Measurements need it. Default false. */
  readonly hasSpareProcess?: boolean;
  /** Further command line switches. */
  readonly args?: readonly string[];
}

/** Browsers that the files of this worker share, by their options. */
const shared = new Map<string, Promise<Browser>>();

/** One Chromium for all files of a worker with the same options; a new one after a crash. */
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

/** Starts a headless Chromium, which the caller closes. @throws when it is not installed */
export function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  const isRealistic = options.isRealistic === true;
  const shell = (options.isShell ?? !isRealistic) ? findChromiumShell() : undefined;
  const found = shell ?? findChromium();
  if (found === undefined) {
    throw new Error('Chromium is not installed: run node test/support/install-browsers.mjs');
  }
  const args = [
    ...quietArguments,
    switchOff(options.hasSpareProcess ? unusedFeatures : [...unusedFeatures, spareProcess]),
    ...(shell ? shellArguments : []),
    ...(options.args ?? []),
  ];
  return chromium.launch({
    executablePath: found.path,
    args,
    ...(isRealistic ? { ignoreDefaultArgs: unrealisticArguments } : {}),
  });
}
