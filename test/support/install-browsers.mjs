// Runs before `npm test`: makes sure of a Chromium. Looks for one, else installs the system's
// (Debian, as root or with sudo that asks for no password), else takes Playwright's own.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium } from './find-browsers.mjs';
import { findRootPrefix, installDebianPackage, isDebian, run } from './system-packages.mjs';

const found = findChromium() ?? installFromSystem() ?? installFromPlaywright();
if (found === undefined) {
  process.stderr.write(
    'The tests need Chromium, and none could be installed (the lines above say why).\n' +
      'Install it with your system, or set TAX_CONNECT_CHROMIUM to the path of one.\n',
  );
  process.exit(1);
}
process.stdout.write(`Browser: ${found.version} (${found.path})\n`);

/** Ubuntu's packages of that name only point to a snap, which a container cannot run. */
function installFromSystem() {
  if (!isDebian() || !installDebianPackage('chromium')) return undefined;
  return findChromium();
}

function installFromPlaywright() {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const libraries = findRootPrefix() === undefined ? [] : ['--with-deps'];
  process.stdout.write("Installing Chromium with Playwright's installer …\n");
  run([process.execPath, join(folder, 'cli.js'), 'install', ...libraries, 'chromium']);
  return findChromium();
}
