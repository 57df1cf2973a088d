// Finds programs for the tests: a variable names one, or the system has it.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns {string | undefined} the program: TAX_CONNECT_NGINX, or one on the PATH or where Debian has it */
export const findNginx = () => findFile('nginx', process.env.TAX_CONNECT_NGINX);

/** @returns {string | undefined} the program: TAX_CONNECT_PGBOUNCER, or one on the PATH or where Debian has it */
export const findPgBouncer = () => findFile('pgbouncer', process.env.TAX_CONNECT_PGBOUNCER);

/** @returns {string | undefined} Prometheus's tool: TAX_CONNECT_PROMTOOL, or the one on the PATH; only if it runs */
export function findPromtool() {
  const path = process.env.TAX_CONNECT_PROMTOOL || 'promtool';
  return readVersion(path) === undefined ? undefined : path;
}

/** @param {string} path - of a file that may be missing */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} folder - may be missing
 * @returns {string[]} the names in it
 */
export function listFolder(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * @param {string} name - of the program
 * @param {string | undefined} own - the path that a variable names
 */
function findFile(name, own) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].filter(Boolean);
  const files = [own ?? '', ...folders.map((folder) => join(folder, name))];
  return files.find((file) => file !== '' && existsSync(file));
}

/**
 * @param {string} path - of a program
 * @returns {string | undefined} what it says of its version; undefined when it does not run
 */
function readVersion(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? stdout : undefined;
}
