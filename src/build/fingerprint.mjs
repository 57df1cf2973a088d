// Tells whether a part must be built again, by the content of its sources. Their dates are ignored, because
// a checkout changes dates without changing files.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder is in node_modules, so that a new installation leads to a new build. */
const memory = 'node_modules/.cache/tax-connect';

/**
 * @param {string} root - the repository
 * @param {string[]} inputs - files and folders, relative to the root
 * @param {string[]} settings - the other values that the output depends on
 * @returns {string} a hash that changes when any of them changes
 */
export function createFingerprint(root, inputs, settings) {
  const hash = createHash('sha256').update(JSON.stringify([process.version, ...settings]));
  for (const file of inputs.flatMap((input) => listFiles(root, input)).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} root - the repository
 * @param {{ name: string, outputs: string[] }} part - the part to build
 * @param {string} fingerprint - the current fingerprint of its inputs
 * @returns {boolean} whether every output exists and was built from these inputs
 */
export function isFresh(root, part, fingerprint) {
  const file = join(root, memory, part.name);
  return (
    existsSync(file) &&
    readFileSync(file, 'utf8') === fingerprint &&
    part.outputs.every((output) => existsSync(join(root, output)))
  );
}

/** Records that a part was built. Call it after the build, so that a failed build is repeated. */
export function rememberFingerprint(root, part, fingerprint) {
  mkdirSync(join(root, memory), { recursive: true });
  writeFileSync(join(root, memory, part.name), fingerprint);
}

/** Lists all files below a path, except those that builds write. */
function listFiles(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => name !== 'dist' && name !== '.data')
    .flatMap((name) => listFiles(root, `${path}/${name}`));
}
