// Runs a script for package.json after it has installed what the script needs: always the packages, and
// what `--needs` names, by `test/support/install-*.mjs`. It uses plain Node, because it runs before any
// package is installed. It imports the script, so that signals reach it.
//
//   node src/build/run.mjs [--needs=browsers,postgres] script.mjs [argument …]
import { fileURLToPath } from 'node:url';
import './install-packages.mjs';

const root = new URL('../../', import.meta.url);
const words = process.argv.slice(2);
const needs = words[0]?.startsWith('--needs=') ? words.shift().slice('--needs='.length) : '';
for (const need of needs.split(',').filter(Boolean)) {
  await import(`../../test/support/install-${need}.mjs`);
}
const [script, ...args] = words;
const file = new URL(script, root);
process.argv = [process.argv[0], fileURLToPath(file), ...args];
await import(file.href);
