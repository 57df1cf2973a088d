import { describe, expect, it } from 'vitest';
import { findTestGap } from '../support/test-names.ts';
import { type BarLine, uxBar } from './ux-bar.ts';

/** By number. */
const lines = Array.from({ length: 32 }, (_, index) => index + 1);

/** The gaps of a line: missing tests. */
function findGaps(line: BarLine | undefined): string[] {
  if (!line || line.proofs.length === 0) return ['has no test'];
  return line.proofs.flatMap(([file, name]) => findTestGap(file, name));
}

describe('every line of the bar has an existing test', () => {
  it.each(lines)('line %i', (number) => {
    expect(findGaps(uxBar[number])).toEqual([]);
  });

  it('and there is no other line', () => {
    expect(Object.keys(uxBar).map(Number)).toEqual(lines);
  });

  it('a line without tests, or with a missing test, would be found', () => {
    const proofs = [['browser/ux-host.test.ts', 'does what no one ever wrote a test for']] as const;
    expect(findGaps(undefined)).toEqual(['has no test']);
    expect(findGaps({ promise: '', proofs: [] })).toEqual(['has no test']);
    expect(findGaps({ promise: '', proofs })).toHaveLength(1);
    expect(findGaps({ promise: '', proofs: [['browser/gone.test.ts', '']] })).toHaveLength(1);
  });
});
