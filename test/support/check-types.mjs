// `npm run check:types`: every tsconfig.json of the repository, each for one runtime, two at a time.
//
// TypeScript 7 is the compiler here, because it needs a quarter of the time. Version 6 stays for tools
// that call the compiler from JavaScript, which version 7 does not offer.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nativeTypescript } from './native-typescript.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// The tests include the whole repository, so they take longest and start first.
const waiting = findProjects('').sort((a, b) => Number(isOfTests(b)) - Number(isOfTests(a)));
const total = waiting.length;
let failures = 0;

await Promise.all([checkWaiting(), checkWaiting()]);
process.stdout.write(`types: ${total - failures} of ${total} projects are right\n`);
process.exitCode = failures > 0 || total === 0 ? 1 : 0;

async function checkWaiting() {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const { code, output } = await checkProject(project);
    if (code === 0) continue;
    failures += 1;
    process.stdout.write(`${project}\n${output}\n`);
  }
}

/**
 * A second run checks only changed files.
 *
 * @param {string} project - path of a tsconfig.json
 * @returns {Promise<{ code: number | null, output: string }>} the result of the compiler
 */
function checkProject(project) {
  const name = project.replaceAll(/[\\/]/g, '-').replace('.json', '.tsbuildinfo');
  const buildInfo = join(root, 'node_modules/.cache/tax-connect', name);
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', buildInfo];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [nativeTypescript, '--project', project, ...options], {
      cwd: root,
    });
    let output = '';
    const keep = (/** @type {string} */ text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** @param {string} project - path of a tsconfig.json */
function isOfTests(project) {
  return project.startsWith('test');
}

/**
 * @param {string} folder - relative to the root
 * @returns {string[]} paths of the projects in it
 */
function findProjects(folder) {
  const own = join(folder, 'tsconfig.json');
  return [
    ...(existsSync(join(root, own)) ? [own] : []),
    ...readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isForeign(entry.name))
      .flatMap((entry) => findProjects(join(folder, entry.name))),
  ];
}

/** @param {string} name - of a folder */
function isForeign(name) {
  return name === 'node_modules' || name === 'dist' || name.startsWith('.');
}
