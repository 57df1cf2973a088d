import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** A repository with `npm run check` and some scripts only. */
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
  mkdirSync(join(folder, 'test'));
  cpSync('test/check.mjs', join(folder, 'test/check.mjs'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(scripts: Readonly<Record<string, string>>) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  const script = join(folder, 'test/check.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

it('passes when every part does', () => {
  const { status, lines } = check({
    'check:one': 'echo seen',
    'check:two': 'echo',
    other: 'exit 1',
  });
  expect(lines).toContain('seen');
  expect([status, lines.at(-1)]).toEqual([0, '2 checks passed']);
});

it('fails when one part does, names it, shows its output, and still runs the others', () => {
  const { status, lines } = check({
    'check:one': 'echo wrong; exit 3',
    'check:two': 'echo seen',
    'check:three': 'no-such-command',
  });
  expect(lines).toEqual(expect.arrayContaining(['wrong', 'seen']));
  expect([status, lines.at(-1)]).toEqual([1, expect.stringMatching(/^failed: /)]);
  expect(lines.at(-1)?.slice('failed: '.length).split(', ').sort()).toEqual([
    'check:one',
    'check:three',
  ]);
});

it('fails when there is nothing to check', () => {
  expect(check({ other: 'echo' }).status).toBe(1);
});
