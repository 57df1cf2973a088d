import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A module that reads the environment as it is loaded, for another load. Files of a worker share what they
 * import, so the second file would get the settings of the first. Removed when the process ends.
 *
 * @param module - address of a file
 * @returns path of a file that exports the same default, loaded anew
 */
export function refreshModule(module: URL): string {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-module-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'module.mjs');
  writeFileSync(file, `export { default } from ${JSON.stringify(`${module.href}?${folder}`)};\n`);
  return file;
}
