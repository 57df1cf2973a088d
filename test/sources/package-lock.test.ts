import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findMissingOptionalPackages } from '../support/package-lock.mjs';

const readLock = (name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as {
    packages: Record<string, unknown>;
  };

it('each package-lock.json lists every optional package, so that npm ci accepts it on any machine', () => {
  // If this fails, run: node test/support/complete-package-lock.mjs
  expect(findMissingOptionalPackages(readLock('../../package-lock.json'))).toEqual([]);
  expect(findMissingOptionalPackages(readLock('../packages/package-lock.json'))).toEqual([]);
});
