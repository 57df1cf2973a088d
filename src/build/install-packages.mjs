// Runs before `npm start`, `npm test` and similar commands. Installs the packages of package-lock.json that
// are missing, and prints nothing if all are installed. It uses plain Node, because it runs before any
// package is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestMajor = 20;
const oldestMinor = 19;

assertNodeIsRecent();
installMissingPackages(fileURLToPath(new URL('../..', import.meta.url)));

/** Ends the process with a message when Node is too old. Otherwise a package would fail with a syntax error. */
function assertNodeIsRecent() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(
    `Node ${process.versions.node} is too old: tax-connect needs ${oldestMajor}.${oldestMinor} or newer.`,
  );
}

/** @param {string} folder - with a package-lock.json */
export function installMissingPackages(folder) {
  const reason = findReasonToInstall(folder);
  if (reason !== undefined) installPackages(folder, reason);
}

/** @returns {string} npm's record of the installed packages */
function recordOf(/** @type {string} */ folder) {
  return join(folder, 'node_modules/.package-lock.json');
}

/**
 * Compares npm's record of node_modules with package-lock.json.
 *
 * @param {string} folder - with a package-lock.json
 * @returns {string | undefined} why packages must be installed, or undefined when all are installed
 */
function findReasonToInstall(folder) {
  const record = recordOf(folder);
  if (!existsSync(record)) return 'node_modules is missing';
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(record);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // npm does not install optional packages for another system or processor.
    if (found === undefined && entry.optional === true) continue;
    if (found === undefined) return `${path} is missing`;
    if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${path} is not the version in package-lock.json`;
    }
    if (!existsSync(join(folder, path, 'package.json'))) return `${path} is gone`;
  }
  return undefined;
}

/**
 * @param {string} file - a lock file, or npm's record
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>} by path
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

function installPackages(/** @type {string} */ folder, /** @type {string} */ why) {
  process.stdout.write(`Installing packages (${why}) …\n`);
  // `npm ci` would first remove all packages.
  const command = existsSync(recordOf(folder)) ? ['install', '--no-save'] : ['ci'];
  const result = spawnSync(
    'npm',
    [...command, '--no-audit', '--no-fund', '--no-update-notifier', '--include=dev'],
    {
      cwd: folder,
      stdio: 'inherit',
      env: createEnvironment(),
    },
  );
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) {
    fail('The packages could not be installed; the lines above say why. Is the network reachable?');
  }
}

/**
 * A native package without a prebuilt binary is compiled, and needs Node's headers. Most installations of Node
 * include them. Using them saves a download, which may be impossible.
 *
 * npm passes its options to the scripts that it runs, so with `npm pack --dry-run` nothing would be installed.
 */
function createEnvironment() {
  const { npm_config_dry_run: _, npm_config_json: __, ...environment } = process.env;
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = existsSync(join(prefix, 'include/node/node.h'));
  const isChosen = environment.npm_config_nodedir !== undefined;
  return hasHeaders && !isChosen ? { ...environment, npm_config_nodedir: prefix } : environment;
}

function fail(/** @type {string} */ sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
