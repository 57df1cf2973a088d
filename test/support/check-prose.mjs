// `npm run check:prose`: the English of documents, comments, texts and commit subjects. The linters of this
// repository read no prose. No rule depends on a name or a path of the sources.
//
//   node test/support/check-prose.mjs [path …]     default: every file of the repository that has prose
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const load = async (/** @type {string} */ file) => {
  return (
    await runnerImport(`${root}test/support/prose/${file}`, {
      configFile: false,
      root,
      logLevel: 'warn',
    })
  ).module;
};
const { findProseProblems } = await load('find-problems.ts');
const { findUnlinkedOddities } = await load('oddities.ts');
const { findSubjectProblems, listSubjects } = await load('commit-subjects.ts');
const { isProse } = await load('files.ts');

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
const named = process.argv.slice(2);
const listed = named.length > 0 ? named : git('ls-files').split('\n');
const files = listed.filter((file) => named.length > 0 || isProse(file));
const styled = listed.filter((file) => file.endsWith('.css'));

let count = 0;
for (const file of files.filter((name) => existsSync(`${root}${name}`))) {
  for (const { line, message } of findProseProblems(file, readFileSync(`${root}${file}`, 'utf8'))) {
    report(`${file}:${line}: ${message}`);
  }
}
for (const file of [...files, ...styled].filter((name) => existsSync(`${root}${name}`))) {
  for (const { line, message } of findUnlinkedOddities(
    file,
    readFileSync(`${root}${file}`, 'utf8'),
  )) {
    report(`${file}:${line}: ${message}`);
  }
}
if (named.length === 0) {
  for (const subject of listSubjects(git)) {
    for (const message of findSubjectProblems(subject)) report(`commit "${subject}": ${message}`);
  }
}
process.stdout.write(`prose: ${files.length} files, ${count} problems\n`);
process.exitCode = count > 0 || files.length === 0 ? 1 : 0;

function report(/** @type {string} */ text) {
  count += 1;
  process.stdout.write(`${text}\n`);
}
