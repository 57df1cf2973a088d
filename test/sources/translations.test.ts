import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileSnippets } from '../support/compile-snippets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const catalogues = [
  {
    what: 'the modal',
    imports: `import type { Texts as Catalogue } from '${root}src/sdk/ui/locales/create-translation.ts';
import { texts as es } from '${root}src/sdk/ui/locales/es.ts';
`,
  },
  {
    what: 'the Connect page',
    imports: `import type { PageText as Catalogue } from '${root}src/connect/page/locales/en.ts';
import { text as es } from '${root}src/connect/page/locales/es.ts';
`,
  },
];

/** For each catalogue: a complete language, and one without "Close". One compilation for all. */
const planted = catalogues.flatMap(({ imports }) => [
  `${imports}export const planted: Catalogue = { ...es };`,
  `${imports}const { close: _, ...rest } = es;\nexport const planted: Catalogue = rest;`,
]);

describe('the type check', () => {
  let errors: readonly (readonly string[])[] = [];

  beforeAll(() => {
    errors = compileSnippets(planted.map((source) => ({ source })));
  }, 60_000);

  it.each([...catalogues.entries()])('accepts a complete language: %i, $what', (index) => {
    expect(errors[2 * index]).toEqual([]);
  });

  it.each([...catalogues.entries()])(
    'fails for a language that lacks a text: %i, $what',
    (index) => {
      expect(errors[2 * index + 1]).toEqual([
        expect.stringContaining("Property 'close' is missing"),
      ]);
    },
  );
});
