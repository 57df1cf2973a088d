import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the compiler says of files that are not on the disk, with the settings of the repository. */
export function findTypeErrors(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
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
