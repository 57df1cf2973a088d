// Runs before `npm start`, `npm test` and similar commands. Installs the packages of package-lock.json that
// are missing, and prints nothing if all are installed. It uses plain Node, because it runs before any
// package is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** npm's record of the installed packages. */
const record = join(root, 'node_modules/.package-lock.json');
const oldestNode = [20, 19];

assertNodeIsRecent();
const reason = findReasonToInstall();
if (reason !== undefined) installPackages(reason);

/** Ends the process with a message when Node is too old. Otherwise a package would fail with a syntax error. */
function assertNodeIsRecent() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  fail(
    `Node ${process.versions.node} is too old: tax-connect needs ${oldestNode.join('.')} or newer.`,
  );
}

/**
 * Compares npm's record of node_modules with package-lock.json.
 *
 * @returns {string | undefined} why packages must be installed, or undefined when all are installed
 */
function findReasonToInstall() {
  if (!existsSync(record)) return 'node_modules is missing';
  const wanted = readPackages(join(root, 'package-lock.json'));
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
    if (!existsSync(join(root, path, 'package.json'))) return `${path} is gone`;
  }
  return undefined;
}

/** @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>} by path */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

function installPackages(why) {
  process.stdout.write(`Installing packages (${why}) …\n`);
  // `npm ci` would first remove all packages.
  const command = existsSync(record) ? ['install', '--no-save'] : ['ci'];
  const result = spawnSync(
    'npm',
    [...command, '--no-audit', '--no-fund', '--no-update-notifier', '--include=dev'],
    {
      cwd: root,
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

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
