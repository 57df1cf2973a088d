import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findMissingOptionalPackages } from '../support/package-lock.mjs';

const lock = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, unknown> };

it('package-lock.json lists every optional package, so that npm ci accepts it on any machine', () => {
  // If this fails, run: node test/support/complete-package-lock.mjs
  expect(findMissingOptionalPackages(lock)).toEqual([]);
});

it('a lock file without one of them fails', () => {
  const { 'node_modules/@biomejs/cli-darwin-arm64': _, ...packages } = lock.packages;
  expect(findMissingOptionalPackages({ packages }).map(({ path }) => path)).toEqual([
    'node_modules/@biomejs/cli-darwin-arm64',
  ]);
});
