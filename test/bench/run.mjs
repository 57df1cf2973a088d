// `npm run bench`: builds what is stale, then measures what is built and prints ratios.
//
//   node test/bench/run.mjs                    everything: 40 rounds in the browser, 3 of the servers
//   node test/bench/run.mjs open code          these only; the others: `selector`, `size`, `exchange`, `deletion`
//   node test/bench/run.mjs peers              the packages of others, which it installs; writes demo/docs/comparison.md
//   node test/bench/run.mjs --rounds=100       other rounds; BENCH_ROUNDS says the same
//   node test/bench/run.mjs exchange --exchanges=2000 --rows=100000      a shorter one
//   node test/bench/run.mjs --times            the medians behind the ratios, too
//   node test/bench/run.mjs --no-build         what dist/ and demo/dist/ hold already
//
// Exit code 1 only when something broke. A slow machine is no failure: times are never asserted.
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
