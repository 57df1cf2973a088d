// Runs before `npm test` and `npm run bench`: finds the browsers, or installs them. It uses the system's
// package (Debian, as root or with sudo without a password), else Playwright's Chromium. Without Chromium
// no test can run. Without Firefox or WebKit their tests are skipped, and `npm test` counts them.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium, findChromiumShell, findFirefox, findWebKit } from './find-browsers.mjs';
import { findRootPrefix, installDebianPackages, isDebian, run } from './system-packages.mjs';

const chromium =
  findChromium() ?? installFromSystem(findChromium, ['chromium']) ?? installFromPlaywright();
const shell =
  findChromiumShell() ?? installFromSystem(findChromiumShell, ['chromium-headless-shell']);
const firefox = findFirefox() ?? installFromSystem(findFirefox, ['firefox-esr']);
const webkit = findWebKit() ?? installWebKit();

report('Chromium', chromium);
reportShell(shell);
report('Firefox', firefox);
report('WebKit', webkit);
if (chromium === undefined) {
  process.stderr.write(
    'The tests need Chromium, and none could be installed (the lines above say why).\n' +
      'Install it with your system, or set TAX_CONNECT_CHROMIUM to the path of one.\n',
  );
  process.exit(1);
}

/**
 * @param {string} name - the name of the engine
 * @param {{ path: string, version?: string } | undefined} found - the installed browser
 */
function report(name, found) {
  if (found) process.stdout.write(`${name}: ${found.version ?? 'found'} (${found.path})\n`);
  else process.stderr.write(`${name}: NOT INSTALLED, so its tests are skipped.\n`);
}

/** @param {{ path: string, version: string } | undefined} found - Chromium's shell */
function reportShell(found) {
  if (found) process.stdout.write(`Chromium's shell: ${found.version} (${found.path})\n`);
  else
    process.stdout.write(
      'The shell of Chromium is not installed: the complete browser replaces it, which is slower.\n',
    );
}

/** Installs packages that Debian and Ubuntu both have. */
function installWebKit() {
  return installDebianPackages('webkit2gtk-driver', 'xvfb') ? findWebKit() : undefined;
}

/**
 * Ubuntu's packages of these names only point to snaps, which containers cannot run.
 *
 * @template Found
 * @param {() => Found | undefined} find - finds the browser
 * @param {string[]} packages - the packages that contain it
 * @returns {Found | undefined} the browser
 */
function installFromSystem(find, packages) {
  if (!isDebian() || !installDebianPackages(...packages)) return undefined;
  return find();
}

function installFromPlaywright() {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const libraries = findRootPrefix() === undefined ? [] : ['--with-deps'];
  process.stdout.write("Installing Chromium with Playwright's installer …\n");
  run([process.execPath, join(folder, 'cli.js'), 'install', ...libraries, 'chromium']);
  return findChromium();
}
