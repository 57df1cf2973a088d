// `npm run soak`: a steady load of complete connections on PostgreSQL, with troubles in between.
//
//   node test/tools/soak/run.mjs                                4 minutes, 12 connections a second
//   node test/tools/soak/run.mjs --minutes=60 --per-second=30   longer, with more connections
//   node test/tools/soak/run.mjs --no-build                     uses dist/ as it is
//
// Exit code 1 when a token was lost, a code worked twice, or an error belongs to no trouble.
import { loadAfterBuild } from '../../support/load-after-build.mjs';

const args = process.argv.slice(2);
const isBuilt = args.includes('--no-build');
/** @type {typeof import('./main.ts')} */
const { runSoak } = await loadAfterBuild('test/tools/soak/main.ts', { isBuilt });
process.exitCode = await runSoak({
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
