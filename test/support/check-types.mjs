// `npm run check:types`: every tsconfig.json of the repository, each for one runtime, two at a time.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const root = fileURLToPath(new URL('../..', import.meta.url));
// The tests see the whole repository, so they take longest: so they are checked first.
const waiting = findProjects('').sort((a, b) => Number(isOfTests(b)) - Number(isOfTests(a)));
const total = waiting.length;
let failures = 0;

await Promise.all([checkWaiting(), checkWaiting()]);
process.stdout.write(`types: ${total - failures} of ${total} projects are right\n`);
process.exitCode = failures > 0 || total === 0 ? 1 : 0;

async function checkWaiting() {
  // One compiler for several projects reads what they share only once.
  const worker = new Worker(new URL('./type-checker.mjs', import.meta.url));
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const errors = await checkProject(worker, project);
    if (errors === '') continue;
    failures += 1;
    process.stdout.write(`${project}\n${errors}\n`);
  }
  await worker.terminate();
}

/**
 * @param {Worker} worker - that is idle
 * @param {string} project - path of a tsconfig.json
 * @returns {Promise<string>} what the compiler says; empty when all is right
 */
function checkProject(worker, project) {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (errors) => {
      worker.off('error', reject);
      resolve(errors);
    });
    worker.postMessage(project);
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
