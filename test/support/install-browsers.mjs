// Runs before `npm test`: makes sure of a Chromium. Looks for one, else installs the system's
// (Debian, as root or with sudo that asks for no password), else takes Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium } from './find-browsers.mjs';

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
  const isDebian =
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  const prefix = findRootPrefix();
  if (!isDebian || prefix === undefined) return undefined;
  const aptGet = [...prefix, 'apt-get', '-o', 'DPkg::Lock::Timeout=120'];
  process.stdout.write('Installing Chromium with apt-get …\n');
  run([...aptGet, 'update', '-qq']);
  run([...aptGet, 'install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  return findChromium();
}

function installFromPlaywright() {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const libraries = findRootPrefix() === undefined ? [] : ['--with-deps'];
  process.stdout.write("Installing Chromium with Playwright's installer …\n");
  run([process.execPath, join(folder, 'cli.js'), 'install', ...libraries, 'chromium']);
  return findChromium();
}

/** @returns {string[] | undefined} what to put before a command that root alone may run */
function findRootPrefix() {
  if (process.getuid?.() === 0) return [];
  const canSudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return canSudo ? ['sudo', '-n'] : undefined;
}

/**
 * A failure shows on the terminal; whether it mattered, the next look for a browser tells.
 *
 * @param {string[]} command - a program and its arguments
 */
function run([program = '', ...args]) {
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
