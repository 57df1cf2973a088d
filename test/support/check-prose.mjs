// `npm run check:prose`: the English of documents, comments and texts. The linters of this repository read no prose. No rule depends on a name or a path of the sources.
//
//   node test/support/check-prose.mjs [path …]     default: every file of the repository that has prose
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const settings = {
  configFile: /** @type {const} */ (false),
  root,
  logLevel: /** @type {const} */ ('warn'),
};
const { findProseProblems, isProse } = (
  await runnerImport(`${root}test/support/prose.ts`, settings)
).module;

const named = process.argv.slice(2);
const listed = () => execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const files = named.length > 0 ? named : listed().filter(isProse);
let count = 0;
for (const file of files.filter((name) => existsSync(`${root}${name}`))) {
  for (const { line, message } of findProseProblems(file, readFileSync(`${root}${file}`, 'utf8'))) {
    count += 1;
    process.stdout.write(`${file}:${line}: ${message}\n`);
  }
}
process.stdout.write(`prose: ${files.length} files, ${count} problems\n`);
process.exitCode = count > 0 || files.length === 0 ? 1 : 0;
