// Where the browsers of the tests are. TAX_CONNECT_CHROMIUM and TAX_CONNECT_FIREFOX name one; else the
// system's, else the one that Playwright's installer put into its cache. WebKit is the system's.
// Chromium also comes as a shell without windows, which needs a third of the CPU.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const firefoxNames = ['firefox-esr', 'firefox'];

/**
 * Finds a Chromium that starts.
 *
 * @returns {{ path: string, version: string } | undefined} its program and what it calls itself
 */
export function findChromium() {
  return findBrowser(process.env.TAX_CONNECT_CHROMIUM, chromiumNames, findChromiumInCache());
}

/**
 * Finds Chromium's shell: the same engine without a browser around it.
 *
 * @returns {{ path: string, version: string } | undefined} its program and what it calls itself
 */
export function findChromiumShell() {
  return findBrowser(process.env.TAX_CONNECT_CHROMIUM, shellNames, undefined);
}

/**
 * Finds a Firefox that starts.
 *
 * @returns {{ path: string, version: string } | undefined} its program and what it calls itself
 */
export function findFirefox() {
  return findBrowser(process.env.TAX_CONNECT_FIREFOX, firefoxNames, undefined);
}

/**
 * Finds WebKitGTK: its small browser, the program that drives it, and the screen it needs.
 *
 * @returns {{ path: string, driver: string } | undefined} programs; all of them are there
 */
export function findWebKit() {
  const driver = listSystemPaths(['WebKitWebDriver']).find(isExecutable);
  const path = listMiniBrowsers().find(isExecutable);
  const hasScreen = listSystemPaths(['Xvfb']).some(isExecutable);
  return driver !== undefined && path !== undefined && hasScreen ? { path, driver } : undefined;
}

/**
 * @param {string | undefined} chosen - by the environment: then no other is used
 * @param {string[]} names - of the system's programs
 * @param {string | undefined} cached - path of one that an installer may have left
 */
function findBrowser(chosen, names, cached) {
  const candidates =
    chosen !== undefined && chosen !== '' ? [chosen] : [...listSystemPaths(names), cached];
  for (const path of candidates) {
    const version = path !== undefined && isExecutable(path) ? readVersion(path) : undefined;
    if (path !== undefined && version !== undefined) return { path, version };
  }
  return undefined;
}

/** @param {string[]} names - of programs */
function listSystemPaths(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Distributions put it beside the library, with the library's version in the folder's name. */
function listMiniBrowsers() {
  const folders = ['/usr/libexec', '/usr/lib', '/usr/lib64'];
  const libraries = listFolder('/usr/lib').filter((name) => name.endsWith('-linux-gnu'));
  return [...folders, ...libraries.map((name) => join('/usr/lib', name))].flatMap((folder) =>
    listFolder(folder)
      .filter((name) => /^webkit(2)?gtk-\d/.test(name))
      .map((name) => join(folder, name, 'MiniBrowser')),
  );
}

/** @param {string} folder - that may not exist */
function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Playwright knows no Chromium for some systems, and says so by throwing. */
function findChromiumInCache() {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** @param {string} path - of a file that may not exist */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A placeholder that only tells to install something else has no version either.
 *
 * @param {string} path - of a program
 */
function readVersion(path) {
  const { status, stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: 15_000,
    env: { ...process.env, HOME: process.env.HOME || tmpdir() },
  });
  const version = status === 0 ? stdout.trim().split('\n').pop() : undefined;
  return version === '' ? undefined : version;
}
