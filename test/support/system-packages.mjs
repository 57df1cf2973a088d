// Installs system packages: on Debian, as root or with sudo without a password.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** @returns {boolean} whether this is Debian itself */
export function isDebian() {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'));
}

/**
 * @param {string[]} names - of packages
 * @returns {boolean} whether installing was tried; the caller checks whether it worked
 */
export function installDebianPackages(...names) {
  const prefix = findRootPrefix();
  if (prefix === undefined) return false;
  const aptGet = [...prefix, 'apt-get', '-o', 'DPkg::Lock::Timeout=120'];
  process.stdout.write(`Installing ${names.join(' and ')} with apt-get …\n`);
  run([...aptGet, 'update', '-qq']);
  run([...aptGet, 'install', '-y', '-qq', '--no-install-recommends', ...names]);
  return true;
}

/**
 * Finds a program for the tests, or installs the package of Debian and Ubuntu that contains it. Ends the process when
 * there is none.
 *
 * @param {object} program
 * @param {string} program.name
 * @param {() => string | undefined} program.find - returns where it is, or its version
 * @param {string} program.debianPackage
 * @param {string} program.setting - the environment variable that names it, and what that is set to
 */
export function provideProgram({ name, find, debianPackage, setting }) {
  const found = find() ?? (installDebianPackages(debianPackage) ? find() : undefined);
  if (found === undefined) {
    process.stderr.write(
      `The tests need ${name}, and it could not be installed (the lines above say why).\n` +
        `Install it with your system, or set ${setting}.\n`,
    );
    process.exit(1);
  }
  process.stdout.write(`${name}: ${found}\n`);
}

/** @returns {string[] | undefined} the prefix for a command that only root may run */
export function findRootPrefix() {
  if (process.getuid?.() === 0) return [];
  const canSudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return canSudo ? ['sudo', '-n'] : undefined;
}

/**
 * A failure is printed to the terminal. The caller checks whether it matters.
 *
 * @param {string[]} command - a program and its arguments
 */
export function run([program = '', ...args]) {
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
