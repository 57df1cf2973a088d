import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param file - of tests, below `test/`
 * @param name - a part of a test's name or of its group's name, as in the source
 * @returns the problem of a reference to that test: a sentence, or nothing
 */
export function findTestGap(file: string, name: string): string[] {
  const path = folder + file;
  if (!existsSync(path)) return [`test/${file} does not exist`];
  return readTestNames(path).some((found) => found.includes(name))
    ? []
    : [`test/${file} has no test “${name}”`];
}

/** Names of the tests and groups of a file. Skipped ones do not count. */
function readTestNames(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  // `it('name'`, `])('name'` behind `it.each([`, and `name: 'name'` of the cases for every engine.
  const calls = source.matchAll(
    /(?:\b(?:it|describe)\(|\)\(|^ {4}name: )\s*(['`])((?:(?!\1)[^\\]|\\.)*)\1/gm,
  );
  return [...calls].map(([, , name = '']) => name);
}
