import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';

const script = fileURLToPath(new URL('../tools/release/run.mjs', import.meta.url));
let folder: string;
let manifest: Readonly<Record<string, unknown>>;

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
  const address = 'https://forge.localhost/a-package';
  manifest = {
    name: 'a-package-for-a-test',
    version: '1.2.3',
    repository: { type: 'git', url: `git+${address}.git` },
    homepage: address,
    bugs: { url: address },
    files: ['dist'],
    scripts,
  };
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

it('publishes nothing while an address of the project is a placeholder or missing', () => {
  const publishWith = (change: object) => {
    const scripts = { check: 'exit 1' };
    write('package.json', JSON.stringify({ ...manifest, scripts, ...change }));
    git('commit', '--quiet', '-a', '-m', 'change');
    git('tag', '--force', 'v1.2.3');
    return release('--publish').stderr;
  };
  const placeholder = 'https://forge.example/a-package';

  expect(publishWith({ repository: { url: placeholder } })).toContain('address in repository.url.');
  expect(publishWith({ homepage: placeholder })).toContain('address in homepage.');
  expect(publishWith({ bugs: undefined })).toContain('address in bugs.url.');
  // The control: with every address, the release gets to its checks.
  expect(publishWith({})).toContain('npm run failed');
});

it.runIf(isLongRun)('refuses when two builds differ, and names the file', () => {
  const text = JSON.stringify({
    prepack: 'mkdir -p dist && date +%N > dist/now && cp dist/now dist/sbom.cdx.json',
  });
  write('package.json', JSON.stringify({ ...manifest, scripts: JSON.parse(text) }));
  git('commit', '--quiet', '-a', '-m', 'second');
  const { status, stderr } = release('--no-tests');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/two builds differ in: .*dist\/now/)]);
});
