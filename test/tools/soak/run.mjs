// `npm run soak`: a long load on several processes and PostgreSQL, with troubles in between.
//
//   node test/tools/soak/run.mjs                                consents in every order, with kills and cuts, for ten minutes
//   node test/tools/soak/run.mjs --per-second=20 --seconds=60 --people=100
//   node test/tools/soak/run.mjs --no-build                     uses dist/ as it is
//
// Exit code 1: a consent or token was lost or came back, a code worked twice, a grant was forgotten, an answer was
// wrong or too late.
import { loadAfterBuild } from '../../support/load-after-build.mjs';

const args = process.argv.slice(2);
const isBuilt = args.includes('--no-build');
/** @type {typeof import('./consents/main.ts')} */
const { runSoak } = await loadAfterBuild('test/tools/soak/consents/main.ts', { isBuilt });
process.exitCode = await runSoak(readNumber);

/** @type {import('./fleet.ts').ReadOption} */
function readNumber(name, standard) {
  const text = args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  const value = Number(text ?? standard);
  if (value > 0) return value;
  throw new Error(`--${name}: a number above 0.`);
}
