import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'src/README.md',
  'demo/README.md',
];

/** Paths that a document links to, without fragments. */
function findPaths(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) => path);
}

it.each(documents)('every link of %s leads to a file', (document) => {
  const paths = findPaths(readFileSync(join(root, document), 'utf8'));
  const missing = paths.filter((path) => !existsSync(join(root, dirname(document), path)));

  expect(missing).toEqual([]);
});

it('the README has at most 200 lines, and none that has to be scrolled', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n');
  const long = lines.filter((line) => line.length > 100 && !/^\||^!\[/.test(line));

  expect(lines.length).toBeLessThanOrEqual(200);
  expect(long).toEqual([]);
});
