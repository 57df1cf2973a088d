import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('tsconfig.json refers to every other one, so that `npx tsc -b` checks all', () => {
  const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as {
    readonly references: readonly { readonly path: string }[];
  };
  const files = execFileSync('git', ['ls-files', '*/tsconfig.json'], { encoding: 'utf8' });

  const paths = references.map(({ path }) => `${path}/tsconfig.json`);
  expect(paths.sort()).toEqual(files.trim().split('\n').sort());
});
