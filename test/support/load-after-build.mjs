// Used by the commands that measure or attack built files, because plain Node loads no TypeScript.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Makes the root the working folder, builds what is stale there, and loads a module. Ends the process when
 * the build fails.
 *
 * @template Module
 * @param {string} file - the module, from the root
 * @param {{ isBuilt?: boolean }} [options] - `isBuilt`: uses what is built as it is
 * @returns {Promise<Module>} the module
 */
export async function loadAfterBuild(file, { isBuilt = false } = {}) {
  process.chdir(root);
  const build = ['src/build/build.mjs', 'all', '--if-stale'];
  if (!isBuilt && spawnSync(process.execPath, build, { stdio: 'inherit' }).status !== 0) {
    process.stderr.write('The build failed, so nothing was run.\n');
    process.exit(1);
  }
  const settings = { root, configFile: /** @type {const} */ (false) };
  const { module } = await runnerImport(`${root}${file}`, { ...settings, logLevel: 'error' });
  return /** @type {Module} */ (module);
}
