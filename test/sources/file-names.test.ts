import { describe, expect, it } from 'vitest';
import { findSimilarFiles } from './file-names.ts';
import { readSources } from './source-files.ts';

const paths = readSources(
  ['src', 'demo', 'test'],
  /^(?!.*(?:locales|examples|api)\/).*\.(?:tsx?|mjs|css)$/,
).map(([path]) => path);

describe('the files of a folder', () => {
  it('have names that differ by more than a letter or a plural', () => {
    expect(paths.length).toBeGreaterThan(500);
    expect(findSimilarFiles(paths)).toEqual([]);
  });

  it.each([
    ['a/fail.ts', 'a/fails.tsx'],
    ['a/failure.ts', 'a/failures.ts'],
    ['a/application-view.tsx', 'a/applications-view.tsx'],
    ['a/entry.ts', 'a/entries.ts'],
    ['a/races.test.ts', 'a/traces.test.ts'],
    ['a/pace.ts', 'a/page.tsx'],
  ])('are found when they are too similar: %s and %s', (one, other) => {
    expect(findSimilarFiles([one, other])).toEqual([[one, other]]);
  });

  it.each([
    ['a/fail.ts', 'b/fails.ts'],
    ['a/login.ts', 'a/login.test.ts'],
    ['a/contract-section-1.ts', 'a/contract-section-2.ts'],
    ['a/theme.ts', 'a/locale.ts'],
  ])('may be called %s and %s', (one, other) => {
    expect(findSimilarFiles([one, other])).toEqual([]);
  });
});
