import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listProofs, listThreats, type NumberedThreat, splitProof } from './list-threats.ts';
import type { Proof } from './threat.ts';

/** A test result of Vitest's JSON reporter. */
interface TestResult {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
}

/** Test results by file, below `test/`. */
type Results = ReadonlyMap<string, readonly TestResult[]>;

/** The result of a proof's tests. */
type Verdict = 'passed' | 'failed' | 'not run';

const output = 'test/.output/attacks.json';

/**
 * Runs the tests of threats, and prints a table: threat, attacks, control, weakened build, result.
 *
 * @param wanted - numbers of threats; empty: all of them
 * @returns whether every defence held
 */
export function tryThreats(wanted: readonly string[]): boolean {
  const threats = listThreats().filter(
    ({ number }) => wanted.length === 0 || wanted.includes(String(number)),
  );
  const results = runTests(threats);
  printTable(threats, results);
  const broken = threats.flatMap(listProofs).filter((proof) => judge(proof, results) !== 'passed');
  for (const proof of new Set(broken)) {
    process.stdout.write(`${judge(proof, results)}: ${proof}\n`);
  }
  return threats.length > 0 && broken.length === 0;
}

function runTests(threats: readonly NumberedThreat[]): Results {
  rmSync(output, { force: true });
  const files = new Set(threats.flatMap(listProofs).map((proof) => splitProof(proof).file));
  const paths = [...files].map((file) => `test/${file}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', ...reporters, ...paths], {
    stdio: 'inherit',
    env: { TEST_EXTENT: 'threats', ...process.env },
  });
  return readResults();
}

/** A file of service tests is in the report twice, once for each database. */
function readResults(): Results {
  const results = new Map<string, TestResult[]>();
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { name: string; assertionResults: TestResult[] }[];
  };
  for (const { name, assertionResults } of report.testResults) {
    const file = name.slice(name.lastIndexOf('/test/') + '/test/'.length);
    results.set(file, [...(results.get(file) ?? []), ...assertionResults]);
  }
  return results;
}

function judge(proof: Proof, results: Results): Verdict {
  const { file, name } = splitProof(proof);
  const pattern = toPattern(name);
  const found = (results.get(file) ?? []).filter(
    ({ title, ancestorTitles, status }) =>
      status !== 'skipped' && [title, ...ancestorTitles].some((text) => pattern.test(text)),
  );
  if (found.length === 0) return 'not run';
  return found.every(({ status }) => status === 'passed') ? 'passed' : 'failed';
}

/** Vitest has replaced `%s` and similar placeholders by values. */
function toPattern(name: string): RegExp {
  const parts = name.split(/%[a-z]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.*'), 's');
}

function printTable(threats: readonly NumberedThreat[], results: Results): void {
  const width = Math.max(...threats.map(({ title }) => title.length));
  const print = (...[number, title, attacks, control, weakened, result]: readonly string[]) =>
    process.stdout.write(
      `${number?.padStart(2)}  ${title?.padEnd(width)}  ${attacks?.padEnd(10)}  ${control?.padEnd(7)}  ${weakened?.padEnd(14)}  ${result}\n`,
    );
  print('#', 'threat', 'attacks', 'control', 'weakened build', 'result');
  for (const { number, title, tests, control, weakened } of threats) {
    const verdicts = tests.map((test) => judge(test, results));
    const held = verdicts.filter((verdict) => verdict === 'passed').length;
    const controlVerdict = judge(control, results);
    const broke = typeof weakened === 'string' ? judge(weakened, results) : undefined;
    const isHeld =
      held === tests.length && controlVerdict === 'passed' && (broke ?? 'passed') === 'passed';
    print(
      String(number),
      title,
      `${held} of ${tests.length}`,
      controlVerdict === 'passed' ? 'works' : controlVerdict,
      describeWeakened(broke),
      isHeld ? 'held' : 'NOT HELD',
    );
  }
  for (const { number, weakened } of threats) {
    if (typeof weakened !== 'string') {
      process.stdout.write(`${String(number).padStart(2)}  no weakened build: ${weakened.none}\n`);
    }
  }
}

/** A test of a weakened build passes when the attack succeeds there. */
function describeWeakened(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'not applicable';
  return verdict === 'passed' ? 'broken' : `withstood (${verdict})`;
}
