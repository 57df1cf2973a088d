import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFingerprint } from '../../src/build/fingerprint.mjs';

it('a part is built again when a file or a setting changes, or a file is renamed', () => {
  const root = mkdtempSync(join(tmpdir(), 'sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src'));
  const file = join(root, 'src/a.ts');
  writeFileSync(file, 'one');
  const read = (...settings: string[]) => createFingerprint(root, ['src'], settings);
  const first = read();
  const withSetting = read('https://connect.example');
  utimesSync(file, 0, 0);
  const touched = read();
  writeFileSync(file, 'two');
  const changed = read();
  renameSync(file, join(root, 'src/b.ts'));

  expect(touched).toBe(first);
  expect(new Set([first, withSetting, changed, read()]).size).toBe(4);
});
