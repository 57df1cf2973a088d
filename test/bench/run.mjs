// `npm run bench`: builds what is stale, then measures what is built and prints ratios.
//
//   node test/bench/run.mjs                    everything: 40 rounds in the browser, 3 of the servers
//   node test/bench/run.mjs open code          only these; the others: `selector`, `size`, `exchange`, `deletion`
//   node test/bench/run.mjs peers              installs and measures other packages; writes demo/docs/comparison.md
//   node test/bench/run.mjs --rounds=100       another number of rounds, as with BENCH_ROUNDS
//   node test/bench/run.mjs exchange --exchanges=2000 --rows=100000      a shorter run
//   node test/bench/run.mjs --times            also prints the medians behind the ratios
//   node test/bench/run.mjs --no-build         uses dist/ and demo/dist/ as they are
//
// Exit code 1 only for an error. Times are never asserted, because machines differ.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const args = process.argv.slice(2);
process.chdir(root);

if (args.includes('--no-build') || build()) {
  /** @type {{ module: typeof import('./main.ts') }} */
  const { module } = await runnerImport(`${root}test/bench/main.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  process.exitCode = await module.runBenchmarks(args.filter((arg) => arg !== '--no-build'));
} else {
  process.stderr.write('The build failed: nothing was measured.\n');
  process.exitCode = 1;
}

function build() {
  const command = ['src/build/build.mjs', 'all', '--if-stale'];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}
