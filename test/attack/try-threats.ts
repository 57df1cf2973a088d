import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { threats } from './threats.ts';

/** A test result of Vitest's JSON reporter. */
interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly tags: readonly string[];
}

const output = 'test/.output/attacks.json';

/** Runs the tests of threats (none named: all), and prints a table. @returns whether all were held */
export function tryThreats(wanted: readonly string[]): boolean {
  const numbers = Object.keys(threats).filter((one) => wanted.length === 0 || wanted.includes(one));
  const results = runTests(numbers);
  const areHeld = printTable(numbers, results);
  for (const { fullName, status } of results) {
    if (status !== 'passed') process.stdout.write(`${status}: ${fullName}\n`);
  }
  return areHeld;
}

/** Only the files that have such tests, because Vitest would load every file. */
function runTests(numbers: readonly string[]): readonly TestResult[] {
  rmSync(output, { force: true });
  const mark = new RegExp(`-(?:${numbers.join('|')})'`);
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join('test', file))
    .filter((file) => mark.test(readFileSync(file, 'utf8')));
  const tags = numbers.map((number) => `*-${number}`).join(' or ');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', `--tags-filter=${tags}`, ...reporters, ...files], {
    stdio: 'inherit',
    env: { TEST_EXTENT: 'threats', ...process.env },
  });
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { assertionResults: TestResult[] }[];
  };
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
}

/** @returns whether every defence held */
function printTable(numbers: readonly string[], results: readonly TestResult[]): boolean {
  const width = Math.max(...numbers.map((number) => threats[Number(number)]?.[0].length ?? 0));
  const print = (...[number, title, attacks, control, undefended, result]: readonly string[]) =>
    process.stdout.write(
      `${number?.padStart(2)}  ${title?.padEnd(width)}  ${attacks?.padEnd(11)}  ${control?.padEnd(7)}  ${undefended?.padEnd(15)}  ${result}\n`,
    );
  print('#', 'threat', 'attacks', 'control', 'without defence', 'result');
  const held = numbers.filter((number) => {
    const [title = '', reason] = threats[Number(number)] ?? [];
    const attacks = count(results, `threat-${number}`);
    const control = count(results, `control-${number}`);
    const undefended = count(results, `undefended-${number}`);
    const isShown = undefended.total === 0 || undefended.isWhole;
    const isHeld = attacks.isWhole && control.isWhole && isShown;
    const absence = reason ? 'not applicable' : 'see the control';
    const shown = undefended.isWhole ? 'succeeds' : 'withstood';
    print(
      number,
      title,
      `${attacks.passed} of ${attacks.total}`,
      control.isWhole ? 'works' : 'fails',
      undefended.total > 0 ? shown : absence,
      isHeld ? 'held' : 'NOT HELD',
    );
    return isHeld;
  });
  for (const number of numbers) {
    const [, reason] = threats[Number(number)] ?? [];
    if (reason) process.stdout.write(`${number.padStart(2)}  without a defence: ${reason}\n`);
  }
  return held.length === numbers.length && numbers.length > 0;
}

/** Counts the tests with a tag. Whole: there are some, and all of them passed. */
function count(results: readonly TestResult[], tag: string) {
  const found = results.filter(({ tags }) => tags.includes(tag));
  const passed = found.filter(({ status }) => status === 'passed').length;
  return { passed, total: found.length, isWhole: passed > 0 && passed === found.length };
}
