// Decides by the content of its sources whether a part must be built again, because Git changes the dates of files.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of what a build remembers. It is in node_modules, so that a new installation builds everything again. */
export const memory = 'node_modules/.cache/tax-connect';

/**
 * Computes a hash that changes when an input (a file or folder below the root), a setting or Node's version changes.
 *
 * @type {(root: string, inputs: string[], settings: string[]) => string}
 */
export function createFingerprint(root, inputs, settings) {
  const hash = createHash('sha256').update(JSON.stringify([process.version, ...settings]));
  for (const file of inputs.flatMap((input) => listFiles(root, input)).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** @type {(root: string, part: { name: string, lastOutput: string }, fingerprint: string) => boolean} */
export function isFresh(root, part, fingerprint) {
  const file = join(root, memory, part.name);
  return (
    existsSync(file) &&
    readFileSync(file, 'utf8') === fingerprint &&
    existsSync(join(root, part.lastOutput))
  );
}

/** Not called after a failed build. @type {(root: string, name: string, text: string) => void} */
export function remember(root, name, text) {
  mkdirSync(join(root, memory), { recursive: true });
  writeFileSync(join(root, memory, name), text);
}

/** Leaves out what builds write. @type {(root: string, path: string) => string[]} */
function listFiles(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => name !== 'dist' && name !== '.data')
    .flatMap((name) => listFiles(root, `${path}/${name}`));
}
