import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages of this repository by the paths of the root's tsconfig.json. */
function readPaths(): ts.MapLike<string[]> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { paths } = (config as { compilerOptions: { paths: ts.MapLike<string[]> } })
    .compilerOptions;
  return Object.fromEntries(
    Object.entries(paths).map(([name, files]) => [name, files.map((file) => join(root, file))]),
  );
}

/** The strictest settings that an application may have. */
const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: false,
  noImplicitReturns: true,
  noImplicitOverride: true,
  isolatedModules: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
};

/** A file that exists in memory only. */
export interface Snippet {
  readonly source: string;
  /** Default: `ts`. */
  readonly language?: 'ts' | 'tsx' | 'js' | 'jsx';
}

/**
 * Compiles snippets as an application at the root of the repository would. One call for many: each
 * reads the declarations of the libraries.
 *
 * @param snippets - each is a separate module
 * @param ambient - paths of declaration files that every snippet may use, relative to the root
 * @returns the compiler's complaints about each
 */
export function compileSnippets(
  snippets: readonly Snippet[],
  ambient: readonly string[] = [],
): readonly (readonly string[])[] {
  const files = new Map(
    snippets.map(({ source, language = 'ts' }, index) => [
      join(root, `snippet-${index}.${language}`),
      source,
    ]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.getCurrentDirectory = () => root;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const source = files.get(file);
    if (source === undefined) return getSourceFile(file, ...rest);
    return ts.createSourceFile(file, source, ts.ScriptTarget.ES2022);
  };
  const all = { ...options, paths: readPaths() };
  const names = [...files.keys(), ...ambient.map((file) => join(root, file))];
  const program = ts.createProgram(names, all, host);
  // Only the snippets: what they import is checked where it belongs.
  return [...files.keys()].map((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
    );
  });
}
