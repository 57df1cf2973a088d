import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listProofs, listThreats, splitProof } from '../attack/threats/list-threats.ts';
import type { Threat } from '../attack/threats/threat.ts';
import { findTestGap } from '../support/test-names.ts';

const threats = listThreats();

const findGaps = (threat: Threat) =>
  listProofs(threat).flatMap((proof) => {
    const { file, name } = splitProof(proof);
    return findTestGap(file, name);
  });

describe('every threat has existing tests', () => {
  it.each(threats.map((threat) => [threat.number, threat.title, threat] as const))(
    '%i: %s',
    (_, __, threat) => {
      expect(threat.tests.length).toBeGreaterThan(0);
      expect(findGaps(threat)).toEqual([]);
    },
  );

  it('and a separate number, without a gap', () => {
    expect(threats.map(({ number }) => number)).toEqual(threats.map((_, index) => index + 1));
  });

  it('a missing test is reported', () => {
    const control = 'attack/one-outcome.test.ts › by a double click opens one session';
    const weakened = 'attack/gone.test.ts › works';
    expect(findGaps({ title: '', tests: [control], control, weakened })).toHaveLength(1);
    expect(findGaps({ title: '', tests: [control], control, weakened: { none: '' } })).toEqual([]);
  });
});

it('SECURITY.md says how to run them', () => {
  expect(readFileSync('SECURITY.md', 'utf8')).toContain('npm run attack');
});
