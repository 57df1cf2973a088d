import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = 'src/build/install-packages.mjs';

/** A fresh clone, and an npm that only records its arguments. */
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'clone-'));
  mkdirSync(join(clone, dirname(script)), { recursive: true });
  cpSync(script, join(clone, script));
  writeFileSync(join(clone, 'package-lock.json'), '{ "packages": { "node_modules/a": {} } }');
  mkdirSync(join(clone, 'bin'));
  const npm = join(clone, 'bin/npm');
  writeFileSync(
    npm,
    '#!/bin/sh\necho "$1 dry-run=$npm_config_dry_run tag=$npm_config_tag" > asked\n',
  );
  chmodSync(npm, 0o755);
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

function install(environment: Readonly<Record<string, string>>): string {
  const PATH = `${join(clone, 'bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, ...environment, PATH };
  execFileSync(process.execPath, [join(clone, script)], { cwd: clone, env });
  return readFileSync(join(clone, 'asked'), 'utf8').trim();
}

it('installs before a build in a fresh clone', () => {
  expect(install({ npm_config_tag: 'next' })).toBe('ci dry-run= tag=next');
});

it('installs only what is missing beside what is installed', () => {
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{ "packages": {} }');

  expect(install({ npm_config_tag: 'next' })).toBe('install dry-run= tag=next');
});

it('installs for npm pack --dry-run, too, which must build the files that it lists', () => {
  expect(install({ npm_config_dry_run: 'true', npm_config_tag: 'next' })).toBe(
    'ci dry-run= tag=next',
  );
});
