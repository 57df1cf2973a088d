import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../src/build/release.mjs', import.meta.url));
let folder: string;

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: folder,
  });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

function release(...options: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr };
}

/** A package whose check, test and build write a file each, so that a test sees how far a release got. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tax-connect-release-test-'));
  const log = (word: string) => `echo ${word} >> .git/steps`;
  const build = 'mkdir -p dist && echo {} > dist/sbom.cdx.json && date +%N > .git/now';
  const scripts = { check: log('check'), test: log('test'), prepack: build };
  const manifest = { name: 'a-package-for-a-test', version: '1.2.3', files: ['dist'], scripts };
  write('package.json', JSON.stringify(manifest));
  const lock = { name: manifest.name, version: '1.2.3', lockfileVersion: 3, packages: {} };
  write('package-lock.json', JSON.stringify(lock));
  write('CHANGELOG.md', '# Changelog\n\n## [1.2.3]\n');
  write('.gitignore', 'dist\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('refuses uncommitted changes, before it runs a step', () => {
  write('new.txt', '');
  const { status, stderr } = release();
  expect([status, stderr]).toEqual([1, expect.stringContaining('?? new.txt')]);
});

it('refuses a version without a section in the changelog', () => {
  write('CHANGELOG.md', '# Changelog\n');
  git('commit', '--quiet', '-a', '-m', 'second');
  expect(release().stderr).toContain('CHANGELOG.md has no section [1.2.3]');
});

it.each([
  [['--publish', '--no-tests'], '--publish runs the tests'],
  [['--publish'], 'this commit has no tag v1.2.3'],
  [['--force'], 'unknown option --force'],
])('refuses %j', (args, reason) => {
  expect(release(...args)).toEqual({ status: 1, stderr: expect.stringContaining(reason) });
});

it('refuses when two builds differ, and names the file', () => {
  const text = JSON.stringify({
    prepack: 'mkdir -p dist && date +%N > dist/now && cp dist/now dist/sbom.cdx.json',
  });
  const manifest = { name: 'a-package-for-a-test', version: '1.2.3', files: ['dist'] };
  write('package.json', JSON.stringify({ ...manifest, scripts: JSON.parse(text) }));
  git('commit', '--quiet', '-a', '-m', 'second');
  const { status, stderr } = release('--no-tests');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/two builds differ in: .*dist\/now/)]);
});
