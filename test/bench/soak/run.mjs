// `npm run soak`: a steady load of complete connections on PostgreSQL, with troubles in between.
//
//   node test/bench/soak/run.mjs                                4 minutes, 12 connections a second
//   node test/bench/soak/run.mjs --minutes=60 --per-second=30   longer, with more connections
//   node test/bench/soak/run.mjs --no-build                     uses dist/ as it is
//
// Exit code 1 when a token was lost, a code worked twice, or an error belongs to no trouble.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const args = process.argv.slice(2);
process.chdir(root);

if (!args.includes('--no-build')) {
  const command = ['src/build/build.mjs', 'all', '--if-stale'];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed.');
}
/** @type {{ module: typeof import('./main.ts') }} */
const { module } = await runnerImport(`${root}test/bench/soak/main.ts`, {
  root,
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.runSoak({
  minutes: readNumber('minutes', 4),
  perSecond: readNumber('per-second', 12),
});

/**
 * @param {string} name - of the option
 * @param {number} standard - the default
 */
function readNumber(name, standard) {
  const given = args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  const value = Number(given ?? standard);
  if (value > 0) return value;
  throw new Error(`--${name}: a number above 0.`);
}
