// `npm run mutation`: changes the code of src/sdk in small ways, and counts which changes no unit test notices.
//
//   node test/tools/mutation/run.mjs                       all folders, one after the other
//   node test/tools/mutation/run.mjs channel page          these only: folders.mjs has the list
//   node test/tools/mutation/run.mjs --survivors server    prints what the last run did not notice
//
// Stryker changes `<` to `<=`, a condition to `true`, a body to nothing, and runs the unit tests that reach the changed
// line. A change that no test notices is a hole in the tests, or has no effect. Tests in browsers do not count here.
//
// It takes minutes for each folder. A second run tries only what has changed since the last one. Exit code 1 when the
// tests notice less than 85 % in a folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { folders } from './folders.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const leastPercent = 85;
process.chdir(root);

const args = process.argv.slice(2);
const wanted = args.filter((arg) => arg !== '--survivors');
const unknown = wanted.find((name) => !Object.hasOwn(folders, name));
if (unknown !== undefined)
  throw new Error(`${unknown} is not a folder of test/tools/mutation/folders.mjs.`);
const chosen = wanted.length > 0 ? wanted : Object.keys(folders);

if (args.includes('--survivors')) {
  for (const folder of chosen) printSurvivors(folder);
} else {
  process.exitCode = chosen.map(measure).every((percent) => percent >= leastPercent) ? 0 : 1;
}

/**
 * @param {string} folder - a folder of src/sdk
 * @returns {number} its score, in percent
 */
function measure(folder) {
  const command = ['test/node_modules/@stryker-mutator/core/bin/stryker.js', 'run'];
  const { status } = spawnSync(
    process.execPath,
    [...command, 'test/tools/mutation/stryker.config.mjs'],
    {
      stdio: 'inherit',
      env: { ...process.env, MUTATED_FOLDER: folder },
    },
  );
  if (status !== 0) throw new Error(`Stryker failed for ${folder}.`);
  const mutants = readMutants(folder);
  const count = (/** @type {string[]} */ ...statuses) =>
    mutants.filter((mutant) => statuses.includes(mutant.status)).length;
  const noticed = count('Killed', 'Timeout');
  const unnoticed = count('Survived', 'NoCoverage');
  const percent = (100 * noticed) / (noticed + unnoticed);
  process.stdout.write(`${folder}: ${percent.toFixed(1)} %, ${unnoticed} unnoticed\n`);
  return percent;
}

/**
 * @param {string} folder - a folder of src/sdk
 * @returns {{ file: string, line: string, status: string, mutatorName: string, replacement?: string,
 *   location: { start: { line: number } } }[]} of the last run
 */
function readMutants(folder) {
  const report = `test/.output/mutation/${folder}.json`;
  if (!existsSync(report)) throw new Error(`${folder} has not been measured on this machine.`);
  /** @type {[string, { source: string, mutants: any[] }][]} */
  const files = Object.entries(JSON.parse(readFileSync(report, 'utf8')).files);
  return files.flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map((mutant) => {
      return { ...mutant, file, line: lines[mutant.location.start.line - 1]?.trim() };
    });
  });
}

/** @param {string} folder - a folder of src/sdk */
function printSurvivors(folder) {
  for (const mutant of readMutants(folder)) {
    if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue;
    const place = `${mutant.file}:${mutant.location.start.line}`;
    const change = mutant.replacement?.replaceAll(/\s+/g, ' ') ?? '';
    process.stdout.write(`${place} ${mutant.mutatorName}\n  ${mutant.line}\n  → ${change}\n`);
  }
}
