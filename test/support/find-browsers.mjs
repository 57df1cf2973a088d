// Where the browsers of the tests are. TAX_CONNECT_CHROMIUM names one; else the system's, else the
// one that Playwright's installer put into its cache.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Finds a Chromium that starts.
 *
 * @returns {{ path: string, version: string } | undefined} its program and what it calls itself
 */
export function findChromium() {
  const chosen = process.env.TAX_CONNECT_CHROMIUM;
  const candidates =
    chosen !== undefined && chosen !== '' ? [chosen] : [...listSystemPaths(), findInCache()];
  for (const path of candidates) {
    const version = path !== undefined && isExecutable(path) ? readVersion(path) : undefined;
    if (path !== undefined && version !== undefined) return { path, version };
  }
  return undefined;
}

function listSystemPaths() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Playwright knows no Chromium for some systems, and says so by throwing. */
function findInCache() {
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
