import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of a worker share imports. @returns a copy that reads the environment when it is loaded */
export function refreshModule(module: URL): string {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-module-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'module.mjs');
  writeFileSync(file, `export { default } from ${JSON.stringify(`${module.href}?${folder}`)};\n`);
  return file;
}
