// `npm test`: builds, runs every suite, and ends with the line `N passed, N failed`.
//
//   node test/run.mjs                        everything but test/sources, which `npm run check` runs
//   node test/run.mjs --project unit …       arguments go to Vitest
//   node test/run.mjs --long                 with test/sources, every case and many more repetitions: test/support/extent.ts
//
// The exit code is 1 when a test failed, when no test ran, or when a part of the run crashed. Such a part is
// a suite that could not be loaded, code outside a test, a build or a runner.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'test/.output/results.json');
rmSync(results, { force: true });

const args = process.argv.slice(2);
const isLong = args.includes('--long');
const choice = args.filter((arg) => arg !== '--long');
const isChosen = isLong || choice.length > 0;

const { passed, failed } = runEverything();
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function runEverything() {
  const isBuilt = runNode(['src/build/build.mjs', 'all', '--if-stale']) === 0;
  if (!isBuilt) {
    process.stdout.write('The build failed: nothing was tested.\n');
    return { passed: 0, failed: 1 };
  }
  const status = runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...(isChosen ? choice : ['--project', '!sources']),
  ]);
  return countResults(status);
}

/**
 * Counts tests. A file that could not be loaded counts as one failure. A run that Vitest reports as failed although
 * no test failed counts as one, too.
 *
 * @param {number | null} status - exit code of the run; null when a signal ended it
 */
function countResults(status) {
  if (!existsSync(results)) {
    process.stdout.write('The test runner ended without a result.\n');
    return { passed: 0, failed: 1 };
  }
  const report = JSON.parse(readFileSync(results, 'utf8'));
  const brokenFiles = report.testResults.filter(isBroken);
  for (const { name } of brokenFiles) process.stdout.write(`could not be run: ${name}\n`);
  for (const name of findSecondTries(report)) {
    process.stdout.write(`passed on the second try only: ${name}\n`);
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
  const failed = report.numFailedTests + brokenFiles.length;
  const hasUncountedFailure = status !== 0 && failed === 0;
  if (hasUncountedFailure) process.stdout.write('An error outside any test failed the run.\n');
  return { passed: report.numPassedTests, failed: failed + (hasUncountedFailure ? 1 : 0) };
}

/**
 * Vitest keeps the error of the first try.
 *
 * @param {{ testResults: { assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 * @returns {string[]} names of tests that failed, and then passed
 */
function findSecondTries({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => fullName);
}

/**
 * @param {{ status: string, assertionResults: { status: string }[] }} file - a file in Vitest's report
 * @returns {boolean} whether it failed without a failing test, because of an import, a hook or the lack of tests
 */
function isBroken(file) {
  return (
    file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')
  );
}

/**
 * @param {string[]} args - the arguments of Node
 * @returns {number | null} its exit code
 */
function runNode(args) {
  const env = isLong ? { ...process.env, TEST_EXTENT: 'long' } : process.env;
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  if (error !== undefined) process.stdout.write(`${error.message}\n`);
  return status;
}
