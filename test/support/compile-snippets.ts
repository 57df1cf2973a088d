import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nativeTypescript } from './native-typescript.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The strictest settings of an application. Packages are found by the paths of the root's settings. */
const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: false,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noUnusedLocals: false,
  noUnusedParameters: false,
  verbatimModuleSyntax: false,
  erasableSyntaxOnly: false,
  isolatedModules: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  moduleDetection: 'force',
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  jsxImportSource: 'react',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
};

/** A module of an application. */
export interface Snippet {
  readonly source: string;
  /** Default: `ts`. */
  readonly language?: 'ts' | 'tsx' | 'js' | 'jsx';
}

/**
 * Compiles snippets as an application beside this repository's packages would. Use one call for many
 * snippets, because each call reads the libraries' declarations.
 *
 * @param snippets - each is a separate module
 * @param ambient - declaration files that every snippet may use, relative to the root
 * @returns the compiler's errors in each snippet; errors in imported files are left out
 * @throws when the compiler cannot start, or reports errors in its settings
 */
export function compileSnippets(
  snippets: readonly Snippet[],
  ambient: readonly string[] = [],
): readonly (readonly string[])[] {
  const output = join(root, 'test/.output');
  mkdirSync(output, { recursive: true });
  const folder = mkdtempSync(join(output, 'snippets-'));
  try {
    const names = snippets.map(({ language = 'ts' }, index) => `snippet-${index}.${language}`);
    for (const [index, { source }] of snippets.entries()) {
      writeFileSync(join(folder, names[index] ?? ''), source);
    }
    const settings = {
      extends: '../../../tsconfig.json',
      compilerOptions: options,
      include: [],
      files: [...names, ...ambient.map((file) => join(root, file))],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const complaints = runCompiler(folder);
    return names.map((name) => complaints.get(name) ?? []);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns errors by file name, each without its position and code */
function runCompiler(folder: string): ReadonlyMap<string, readonly string[]> {
  const { error, stdout } = spawnSync(process.execPath, [nativeTypescript, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  const complaints = new Map<string, string[]>();
  // An error begins at the start of a line. Its explanation is indented.
  for (const text of stdout.split(/\n(?=\S)/).filter((line) => line.trim() !== '')) {
    const [, name, message] = /^(.+?)\(\d+,\d+\): error TS\d+: (.*)$/s.exec(text.trimEnd()) ?? [];
    if (name === undefined || message === undefined) throw new Error(text);
    complaints.set(name, [...(complaints.get(name) ?? []), message]);
  }
  return complaints;
}
