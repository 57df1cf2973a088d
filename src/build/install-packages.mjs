// Installs missing packages before `npm start`, `npm test` and similar commands; prints nothing if there are none. Uses
// only Node's own modules, because it may run before any package is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestMajor = 20;
const oldestMinor = 19;

assertNodeIsRecent();
installMissingPackages(fileURLToPath(new URL('../..', import.meta.url)));

/** Exits with a message if Node is too old. Otherwise a package would fail with a syntax error later. */
function assertNodeIsRecent() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(
    `Node ${process.versions.node} is too old: tax-connect needs ${oldestMajor}.${oldestMinor} or newer.`,
  );
}

/** @param {string} folder - the path of a folder that contains a package-lock.json */
export function installMissingPackages(folder) {
  const reason = findReasonToInstall(folder);
  if (reason !== undefined) installPackages(folder, reason);
}

/** @returns {string} the path of the file in which npm records the packages that it installed in a folder */
function recordOf(/** @type {string} */ folder) {
  return join(folder, 'node_modules/.package-lock.json');
}

/** Compares npm's record with package-lock.json. @type {(folder: string) => string | undefined} */
function findReasonToInstall(folder) {
  const record = recordOf(folder);
  if (!existsSync(record)) return 'node_modules is missing';
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(record);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // A missing optional package is fine, because npm does not install those for other systems or processors.
    if (found === undefined && entry.optional === true) continue;
    if (found === undefined) return `${path} is missing`;
    if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${path} is not the version in package-lock.json`;
    }
    if (!existsSync(join(folder, path, 'package.json'))) return `${path} is gone`;
  }
  return undefined;
}

/** @type {(file: string) => Record<string, { version?: string, integrity?: string, optional?: boolean }>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

function installPackages(/** @type {string} */ folder, /** @type {string} */ why) {
  process.stdout.write(`Installing packages (${why}). The first time takes minutes …\n`);
  // `npm ci` would first remove all packages. It is used only if npm has not installed any.
  const command = existsSync(recordOf(folder)) ? ['install', '--no-save'] : ['ci'];
  const options = ['--no-audit', '--no-fund', '--no-update-notifier', '--include=dev'];
  const env = createEnvironment();
  const result = spawnSync('npm', [...command, ...options], { cwd: folder, stdio: 'inherit', env });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) {
    fail('The packages could not be installed; the lines above say why. Is the network reachable?');
  }
}

/** Lets npm compile with Node's own headers. Drops options of an outer npm: --dry-run would install nothing. */
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
