import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Loads a module again that reads the environment when it is loaded. Files of a worker share their imports, so the
 * second file would get the settings of the first. The copy is removed when the process ends.
 *
 * @param module - the address of a file
 * @returns the path of a file with the same default export, which is evaluated again
 */
export function refreshModule(module: URL): string {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-module-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'module.mjs');
  writeFileSync(file, `export { default } from ${JSON.stringify(`${module.href}?${folder}`)};\n`);
  return file;
}
