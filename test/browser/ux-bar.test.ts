import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type BarLine, uxBar } from './ux-bar.ts';

/** By number. Line 30 has no entry. */
const lines = Array.from({ length: 29 }, (_, index) => index + 1);
const folder = fileURLToPath(new URL('..', import.meta.url));

/** What is missing of a line: its tests, or one of them. */
function findGaps(line: BarLine | undefined): string[] {
  if (!line || line.proofs.length === 0) return ['has no test'];
  return line.proofs.flatMap(([file, name]) => {
    const path = folder + file;
    if (!existsSync(path)) return [`test/${file} is not there`];
    return readTestNames(path).some((found) => found.includes(name))
      ? []
      : [`test/${file} has no test “${name}”`];
  });
}

/** Names of the tests of a file, and of the groups they are in; those that are skipped do not count. */
function readTestNames(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  // `it('name'`, `])('name'` behind `it.each([`, and `name: 'name'` of the cases for every engine.
  const calls = source.matchAll(
    /(?:\b(?:it|describe)\(|\)\(|^ {4}name: )\s*(['`])((?:(?!\1)[^\\]|\\.)*)\1/gm,
  );
  return [...calls].map(([, , name = '']) => name);
}

describe('every line of the bar has an existing test', () => {
  it.each(lines)('line %i', (number) => {
    expect(findGaps(uxBar[number])).toEqual([]);
  });

  it('and there is no other line', () => {
    expect(Object.keys(uxBar).map(Number)).toEqual(lines);
  });

  it('a line without one would be noticed, and so would a test that is gone', () => {
    const proofs = [['browser/ux-host.test.ts', 'does what no one ever wrote a test for']] as const;
    expect(findGaps(undefined)).toEqual(['has no test']);
    expect(findGaps({ promise: '', proofs: [] })).toEqual(['has no test']);
    expect(findGaps({ promise: '', proofs })).toHaveLength(1);
    expect(findGaps({ promise: '', proofs: [['browser/gone.test.ts', '']] })).toHaveLength(1);
  });
});
