// `npm run attack`: tries every threat, and prints a table of the results.
//
//   node test/attack/run.mjs             all threats
//   node test/attack/run.mjs 7 12 44     these ones
//
// The tags of tests name their threats: test/attack/threats.ts. The exit code is 1 when an attack succeeded, a
// control failed, an attack failed without the defence, or a threat has no test.
import { loadAfterBuild } from '../support/load-after-build.mjs';

/** @type {typeof import('./try-threats.ts')} */
const { tryThreats } = await loadAfterBuild('test/attack/try-threats.ts');
process.exitCode = tryThreats(process.argv.slice(2)) ? 0 : 1;
