import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the compiler says of files that are not on the disk, with the settings of the repository. */
function findTypeErrors(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, ...more) => {
    const source = files.get(name);
    if (source === undefined) return getSourceFile(name, ...more);
    return ts.createSourceFile(name, source, ts.ScriptTarget.Latest);
  };
  const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts'];
  const program = ts.createProgram([...files.keys()], { ...options, lib }, host);
  const describe = (path: string) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
      .join();
  return new Map([...files.keys()].map((path) => [path, describe(path)]));
}

const catalogues = [
  {
    what: 'the modal',
    folder: join(root, 'src/ui/locales/'),
    type: 'Texts',
    imports:
      "import type { Texts } from './create-translation.ts';\nimport { texts as es } from './es.ts';\n",
  },
  {
    what: 'the Connect page',
    folder: join(root, 'demo/page/locales/'),
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
  let errors: ReturnType<typeof findTypeErrors> = new Map();

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
