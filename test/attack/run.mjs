// `npm run attack`: tries every threat, and prints a table of the results.
//
//   node test/attack/run.mjs             all threats
//   node test/attack/run.mjs 7 12 44     these ones
//
// The exit code is 1 when an attack succeeded, a control failed, a weakened build resisted, or a test did
// not run.
import { loadAfterBuild } from '../support/load-after-build.mjs';

/** @type {typeof import('./threats/try-threats.ts')} */
const { tryThreats } = await loadAfterBuild('test/attack/threats/try-threats.ts');
process.exitCode = tryThreats(process.argv.slice(2)) ? 0 : 1;
