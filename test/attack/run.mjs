// `npm run attack`: tries every threat, and prints a table of the results.
//
//   node test/attack/run.mjs             all threats
//   node test/attack/run.mjs 7 12 44     these ones
//
// The exit code is 1 when an attack succeeded, a control failed, a weakened build resisted, or a test did
// not run.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

const build = ['src/build/build.mjs', 'all', '--if-stale'];
if (spawnSync(process.execPath, build, { stdio: 'inherit' }).status === 0) {
  /** @type {{ module: typeof import('./threats/try-threats.ts') }} */
  const { module } = await runnerImport(`${root}test/attack/threats/try-threats.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  process.exitCode = module.tryThreats(process.argv.slice(2)) ? 0 : 1;
} else {
  process.stderr.write('The build failed, so no threat was tried.\n');
  process.exitCode = 1;
}
