// Runs a script of package.json. First installs missing packages, and what `--needs` names, with
// `test/support/install-*.mjs`. This file uses only Node's own modules, because it may run before any package is
// installed. It imports the script instead of starting a process, so that the script gets signals.
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
