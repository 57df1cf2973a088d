import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Lines that a rule of this repository refuses. */
const refused = {
  'no-literal-spread': [
    'export const a = { ...{ b: 1 } };',
    'export const a = <b {...{ c: 1 }} />;',
  ],
  'no-word-pattern': [
    'export const a = /^(ready|error)$/.test(b);',
    'export const a = /^(?:ready|error)$/i.test(b);',
    'export const a = /^ready$|^error$/.test(b);',
  ],
  'no-undefined-in-array': ["export const a = [undefined, 'b'].includes(c);"],
} as const;

/** Similar lines that are valid. */
const taken = {
  'no-literal-spread': ['export const a = { ...b, ...c(), ...(d ? { e } : {}) };'],
  'no-word-pattern': [
    'export const a = /^(ready|error) [0-9]+$/.test(b);',
    'export const a = /^[a-z]+$/.test(b);',
    'export const a = /ready|error/.test(b);',
    'export const a = /^(draw[A-Z]|alert)$/.test(b);',
  ],
  'no-undefined-in-array': [
    "export const a = ['b', 'c'].includes(d);",
    'export const a = [() => undefined].includes(b);',
    'export const a = [undefined].map(b);',
  ],
} as const;

type Rule = keyof typeof refused;

const rules = Object.keys(refused) as Rule[];
const support = resolve('test/support');
let folder: string;
/** Names of the planted files that Biome reports. */
let complaints: ReadonlySet<string | undefined>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  for (const rule of rules) {
    cpSync(join(support, `${rule}.grit`), join(folder, `${rule}.grit`));
    refused[rule].forEach((line, index) => {
      writeFileSync(join(folder, `${rule}-refused-${index}.tsx`), `${line}\n`);
    });
    taken[rule].forEach((line, index) => {
      writeFileSync(join(folder, `${rule}-taken-${index}.tsx`), `${line}\n`);
    });
  }
  const plugins = rules.map((rule) => `./${rule}.grit`);
  const config = { plugins, linter: { rules: { preset: 'none' } } };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--reporter=github', '--max-diagnostics=none'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  complaints = new Set([...stdout.matchAll(/([\w-]+\.tsx),line=/g)].map(([, name]) => name));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('every rule of this repository has a planted violation', () => {
  const files = readdirSync(support).filter((name) => name.endsWith('.grit'));
  expect(files).toEqual(rules.map((rule) => `${rule}.grit`).sort());
});

describe.each(rules)('the rule %s', (rule) => {
  it.each(refused[rule].map((line, index) => [line, index] as const))('refuses %s', (_, index) => {
    expect(complaints).toContain(`${rule}-refused-${index}.tsx`);
  });

  it.each(taken[rule].map((line, index) => [line, index] as const))('takes %s', (_, index) => {
    expect(complaints).not.toContain(`${rule}-taken-${index}.tsx`);
  });
});
