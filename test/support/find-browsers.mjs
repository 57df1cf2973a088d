// Finds the browsers of the tests. TAX_CONNECT_CHROMIUM and TAX_CONNECT_FIREFOX name one. Otherwise the
// system's browser is used, or the one in the cache of Playwright's installer. WebKit is always the
// system's. Chromium's shell without windows needs a third of the CPU.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { isExecutable, listFolder } from './find-programs.mjs';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const firefoxNames = ['firefox-esr', 'firefox'];

/**
 * Finds a Chromium that starts.
 *
 * @returns {{ path: string, version: string } | undefined} its path and version
 */
export function findChromium() {
  return findBrowser(process.env.TAX_CONNECT_CHROMIUM, chromiumNames, findChromiumInCache());
}

/**
 * Finds Chromium's shell: the same engine without a browser around it.
 *
 * @returns {{ path: string, version: string } | undefined} its path and version
 */
export function findChromiumShell() {
  return findBrowser(process.env.TAX_CONNECT_CHROMIUM, shellNames, undefined);
}

/**
 * Finds a Firefox that starts.
 *
 * @returns {{ path: string, version: string } | undefined} its path and version
 */
export function findFirefox() {
  return findBrowser(process.env.TAX_CONNECT_FIREFOX, firefoxNames, undefined);
}

/**
 * Finds WebKitGTK: its small browser, its driver, and a virtual screen.
 *
 * @returns {{ path: string, driver: string } | undefined} the programs, if all of them exist
 */
export function findWebKit() {
  const driver = listSystemPaths(['WebKitWebDriver']).find(isExecutable);
  const path = listMiniBrowsers().find(isExecutable);
  const hasScreen = listSystemPaths(['Xvfb']).some(isExecutable);
  return driver !== undefined && path !== undefined && hasScreen ? { path, driver } : undefined;
}

/**
 * @param {string | undefined} chosen - from the environment; then no other one is used
 * @param {string[]} names - names of the system's programs
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

/** @param {string[]} names - names of programs */
function listSystemPaths(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Distributions put it beside the library, in a folder with the library's version. */
function listMiniBrowsers() {
  const folders = ['/usr/libexec', '/usr/lib', '/usr/lib64'];
  const libraries = listFolder('/usr/lib').filter((name) => name.endsWith('-linux-gnu'));
  return [...folders, ...libraries.map((name) => join('/usr/lib', name))].flatMap((folder) =>
    listFolder(folder)
      .filter((name) => /^webkit(2)?gtk-\d/.test(name))
      .map((name) => join(folder, name, 'MiniBrowser')),
  );
}

/** Playwright has no Chromium for some systems, and throws there. */
function findChromiumInCache() {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * A placeholder that only recommends another package has no version.
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
