// `npm run check`: every script of package.json whose name begins with `check:`, two at a time.
//
// The output of a part is printed when it has ended. The last line names the failed parts. The exit code is
// 1 when a part failed, or when there was no part at all.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const parts = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const waiting = [...parts];
/** @type {string[]} */
const failed = [];

await Promise.all([runWaiting(), runWaiting()]);
process.stdout.write(
  failed.length > 0 ? `failed: ${failed.join(', ')}\n` : `${parts.length} checks passed\n`,
);
process.exitCode = failed.length > 0 || parts.length === 0 ? 1 : 0;

async function runWaiting() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const start = performance.now();
    const { hasPassed, output } = await runScript(part);
    const seconds = Math.round((performance.now() - start) / 1000);
    const result = hasPassed ? 'passed' : 'FAILED';
    process.stdout.write(`${output.trim()}\n=== ${part} ${result} after ${seconds} s\n\n`);
    if (!hasPassed) failed.push(part);
  }
}

/**
 * @param {string} name - of a script in package.json
 * @returns {Promise<{ hasPassed: boolean, output: string }>}
 */
function runScript(name) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], {
      cwd: root,
      env: process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env,
      // On Windows, npm is a script.
      shell: process.platform === 'win32',
    });
    let output = '';
    const keep = (/** @type {string} */ text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) =>
      resolve({ hasPassed: false, output: `${output}\n${error.message}` }),
    );
    child.once('close', (code) => resolve({ hasPassed: code === 0, output }));
  });
}
