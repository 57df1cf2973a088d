import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the compiler says of a file that is not on the disk, with the settings of the repository. */
function findTypeErrors(path: string, source: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...more) =>
    name === path
      ? ts.createSourceFile(name, source, ts.ScriptTarget.Latest)
      : getSourceFile(name, ...more);
  const program = ts.createProgram(
    [path],
    { ...options, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] },
    host,
  );
  const file = program.getSourceFile(path);
  return program
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const catalogues = [
  {
    what: 'the modal',
    path: 'src/ui/locales/planted.ts',
    type: 'Texts',
    imports:
      "import type { Texts } from './create-translation.ts';\nimport { texts as es } from './es.ts';\n",
  },
  {
    what: 'the Connect page',
    path: 'demo/page/locales/planted.ts',
    type: 'PageText',
    imports: "import type { PageText } from './en.ts';\nimport { text as es } from './es.ts';\n",
  },
];

describe.each(catalogues)('a language of $what', ({ path, type, imports }) => {
  const find = (line: string) => findTypeErrors(join(root, path), imports + line);

  it('is accepted when it is whole', () => {
    expect(find(`export const planted: ${type} = { ...es };`)).toEqual([]);
  }, 30_000);

  it('fails the type check when a text is missing', () => {
    const line = `const { close: _, ...rest } = es;\nexport const planted: ${type} = rest;`;
    expect(find(line).join()).toMatch(/Property 'close' is missing/);
  }, 30_000);
});
