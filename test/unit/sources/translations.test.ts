import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { findTypeErrors } from './find-type-errors.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const catalogues = [
  {
    what: 'the modal',
    folder: join(root, 'src/sdk/ui/locales/'),
    type: 'Texts',
    imports:
      "import type { Texts } from './create-translation.ts';\nimport { texts as es } from './es.ts';\n",
  },
  {
    what: 'the Connect page',
    folder: join(root, 'src/connect/page/locales/'),
    type: 'PageText',
    imports: "import type { PageText } from './en.ts';\nimport { text as es } from './es.ts';\n",
  },
];

/** For each: a language that has everything, and one without "Close". One compilation for all. */
const planted = new Map(
  catalogues.flatMap(({ folder, type, imports }) => [
    [`${folder}whole.ts`, `${imports}export const planted: ${type} = { ...es };`],
    [
      `${folder}gap.ts`,
      `${imports}const { close: _, ...rest } = es;\nexport const planted: ${type} = rest;`,
    ],
  ]),
);

describe('the type check', () => {
  let errors: ReadonlyMap<string, string> = new Map();

  beforeAll(() => {
    errors = findTypeErrors(planted);
  }, 60_000);

  it.each(catalogues)('accepts a language of $what that is whole', ({ folder }) => {
    expect(errors.get(`${folder}whole.ts`)).toBe('');
  });

  it.each(catalogues)('fails for a language of $what that lacks a text', ({ folder }) => {
    expect(errors.get(`${folder}gap.ts`)).toMatch(/Property 'close' is missing/);
  });
});
