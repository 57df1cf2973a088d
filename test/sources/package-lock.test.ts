import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findMissingOptionalPackages } from '../support/package-lock.mjs';

const readLock = (name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as {
    packages: Record<string, unknown>;
  };
const lock = readLock('../../package-lock.json');

it('each package-lock.json lists every optional package, so that npm ci accepts it on any machine', () => {
  // If this fails, run: node test/support/complete-package-lock.mjs
  expect(findMissingOptionalPackages(lock)).toEqual([]);
  expect(findMissingOptionalPackages(readLock('../packages/package-lock.json'))).toEqual([]);
});

it('a lock file without one of them fails', () => {
  const { 'node_modules/@biomejs/cli-darwin-arm64': _, ...packages } = lock.packages;
  expect(findMissingOptionalPackages({ packages }).map(({ path }) => path)).toEqual([
    'node_modules/@biomejs/cli-darwin-arm64',
  ]);
});
