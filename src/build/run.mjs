// Installs missing packages, and what `--needs` names, with `test/support/install-*.mjs`. Imports the script, so
// that it gets signals. Uses only Node's own modules, because it may run before any package is installed.
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
