import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The number of lines that a newcomer reads in one sitting. A document that gains lines has to lose others. */
const limits: readonly (readonly [path: string, lines: number])[] = [
  ['README.md', 110],
  ['CHANGELOG.md', 60],
  ['CONTRIBUTING.md', 100],
  ['SECURITY.md', 130],
  ['src/README.md', 120],
];

function countLines(path: string): number {
  return readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
}

it.each(limits)('%s has at most %i lines', (path, limit) => {
  expect(countLines(path)).toBeLessThanOrEqual(limit);
});

it('the decisions have at most 1,000 lines', () => {
  const files = readdirSync(join(root, 'src/decisions'));
  const lines = files.map((file) => countLines(`src/decisions/${file}`));

  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1000);
});

it('no line of the README needs scrolling', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');

  expect(lines.filter((line) => line.length > 100 && !/^\||^!\[/.test(line))).toEqual([]);
});
