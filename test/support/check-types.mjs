// `npm run check:types`: every tsconfig.json of the repository, each for one runtime, two at a time.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const waiting = findProjects('');
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
 * @param {string} project - path of a tsconfig.json
 * @returns {Promise<{ code: number | null, output: string }>} of the compiler
 */
function checkProject(project) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, '-p', project, ...remember(project)], {
      cwd: root,
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * A second run looks only at what changed.
 *
 * @param {string} project - path of a tsconfig.json
 * @returns {string[]} arguments of the compiler
 */
function remember(project) {
  const name = project.replaceAll(/[\\/]/g, '-').replace('.json', '.tsbuildinfo');
  const file = join(root, 'node_modules/.cache/tax-connect', name);
  return ['--noEmit', '--incremental', '--tsBuildInfoFile', file];
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
