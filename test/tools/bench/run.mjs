// `npm run bench`: builds what is stale, then measures what is built and prints ratios.
//
//   node test/tools/bench/run.mjs                    open, exchange and growth
//   node test/tools/bench/run.mjs open               `open` in Chromium beside pages written by hand: 40 rounds
//   node test/tools/bench/run.mjs exchange           exchanges beside oidc-provider with PostgreSQL: 3 rounds
//   node test/tools/bench/run.mjs growth             requests with 10,000,000 tokens beside some thousand; needs 10 GB of disk
//   node test/tools/bench/run.mjs peers              installs and measures other packages; writes demo/docs/comparison.md
//   node test/tools/bench/run.mjs --rounds=100       another number of rounds, as with BENCH_ROUNDS
//   node test/tools/bench/run.mjs exchange --exchanges=2000             shorter turns
//   node test/tools/bench/run.mjs growth --tokens=100000 --exchanges=600
//   node test/tools/bench/run.mjs --no-build         uses dist/ and demo/dist/ as they are
//
// Exit code 1 is only for an error. Times are never asserted, because machines differ.
//
// Contenders take turns, and every other round goes in the opposite order. The package tinybench takes all samples of
// one contender before those of the next. A function that was registered twice was then 22 % apart, in turns 2 %.
import { loadAfterBuild } from '../../support/load-after-build.mjs';

const args = process.argv.slice(2);
const isBuilt = args.includes('--no-build');
/** @type {typeof import('./main.ts')} */
const { runBenchmarks } = await loadAfterBuild('test/tools/bench/main.ts', { isBuilt });
process.exitCode = await runBenchmarks(args.filter((arg) => arg !== '--no-build'));
