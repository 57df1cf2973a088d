// `npm run soak`: a steady load of complete connections on PostgreSQL, with troubles in between.
//
//   node test/tools/soak/run.mjs                                4 minutes, 12 connections a second
//   node test/tools/soak/run.mjs --minutes=60 --per-second=30   longer, with more connections
//   node test/tools/soak/run.mjs events                         100,000 events to webhooks, with a kill -9 every 20 s
//   node test/tools/soak/run.mjs events --events=2000 --receivers=10 --per-second=100 --kill-every=5
//   node test/tools/soak/run.mjs failover                       the primary dies under 200 exchanges a second
//   node test/tools/soak/run.mjs failover --per-second=50 --seconds=15 --notice=1
//   node test/tools/soak/run.mjs consents                       consents in every order, with kills and cuts, for ten minutes
//   node test/tools/soak/run.mjs consents --per-second=20 --seconds=60 --people=100
//   node test/tools/soak/run.mjs --no-build                     uses dist/ as it is
//
// Exit code 1 when a token was lost, a code worked twice, or an error belongs to no trouble. Of events: when one
// was lost, came too often or too late. Of consents: when one was lost or came back, a grant was forgotten, or an answer
// was wrong or too late.
import { loadAfterBuild } from '../../support/load-after-build.mjs';

const args = process.argv.slice(2);
const isBuilt = args.includes('--no-build');
if (args.includes('events')) process.exitCode = await soakEvents();
else if (args.includes('failover')) process.exitCode = await soakFailover();
else if (args.includes('consents')) process.exitCode = await soakConsents();
else process.exitCode = await soakConnections();

async function soakConnections() {
  /** @type {typeof import('./main.ts')} */
  const { runSoak } = await loadAfterBuild('test/tools/soak/main.ts', { isBuilt });
  return await runSoak({
    minutes: readNumber('minutes', 4),
    perSecond: readNumber('per-second', 12),
  });
}

async function soakEvents() {
  /** @type {typeof import('./events/main.ts')} */
  const { runEventSoak } = await loadAfterBuild('test/tools/soak/events/main.ts', { isBuilt });
  return await runEventSoak({
    events: readNumber('events', 100_000),
    receivers: readNumber('receivers', 50),
    perSecond: readNumber('per-second', 400),
    killEvery: readNumber('kill-every', 20),
  });
}

async function soakFailover() {
  /** @type {typeof import('./failover/main.ts')} */
  const { runFailover } = await loadAfterBuild('test/tools/soak/failover/main.ts', { isBuilt });
  return await runFailover({
    perSecond: readNumber('per-second', 200),
    seconds: readNumber('seconds', 45),
    noticeSeconds: readNumber('notice', 2),
  });
}

async function soakConsents() {
  /** @type {typeof import('./consents/main.ts')} */
  const { runConsentSoak } = await loadAfterBuild('test/tools/soak/consents/main.ts', { isBuilt });
  return await runConsentSoak({
    perSecond: readNumber('per-second', 50),
    seconds: readNumber('seconds', 600),
    people: readNumber('people', 500),
  });
}

/**
 * @param {string} name - of the option
 * @param {number} standard - the default
 */
function readNumber(name, standard) {
  const text = args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  const value = Number(text ?? standard);
  if (value > 0) return value;
  throw new Error(`--${name}: a number above 0.`);
}
