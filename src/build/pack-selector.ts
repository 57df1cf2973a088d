import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';

const pathOf = (relative: string): string =>
  fileURLToPath(new URL(`../sdk/${relative}`, import.meta.url));

/** The modules that the selector's file contains. It uses the script tag's copy of all other modules. */
const own = [
  'host/selector/selector-in-page.ts',
  'host/selector/list-flow.ts',
  'host/selector/watch-interest.ts',
  'ui/embedded-selector.tsx',
  'ui/embedded-selector.css',
].map(pathOf);
const fileName = 'tax-connect-selector.js';

/** A value, such as a function, that the script tag's script passes to the selector's file. */
interface Part {
  readonly name: string;
  /** The path of the module that exports the value. */
  readonly from: string;
}

/** Builds a file that the script loads when needed. The script has the file's hash, and passes it each {@link Part}. */
export function packSelector(): Plugin {
  return {
    name: 'pack-selector',
    async load(id) {
      if (id !== pathOf('host/selector/selector-file.ts')) return null;
      const { source, parts } = await buildFile();
      this.emitFile({ type: 'asset', fileName, source });
      const hash = createHash('sha256').update(source).digest('base64');
      const imports = parts.map(
        ({ name, from }, index) => `import { ${name} as part${index} } from '${from}';`,
      );
      return `${imports.join('\n')}
        export const parts = [${parts.map((_, index) => `part${index}`).join(', ')}];
        export const integrity = 'sha256-${hash}';`;
    },
  };
}

async function buildFile(): Promise<{ source: string; parts: readonly Part[] }> {
  const taken = new Map<string, Part>();
  const result = await build({
    configFile: false,
    root: pathOf('.'),
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [provideScript(), takeFromScript(taken)],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        optimization: { inlineConst: { mode: 'all' } },
        output: { format: 'iife', minify: true, comments: false },
      },
    },
  });
  const [chunk] = ([result].flat() as Rollup.RollupOutput[]).flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error(`${fileName} was not built.`);
  // Sorts the parts, because the bundler transforms modules in any order. The same sources must give the same file.
  const parts = [...taken].sort(([, a], [, b]) => (identify(a) < identify(b) ? -1 : 1));
  const source = parts.reduce(
    (code, [key], index) => code.replaceAll(`.${key}`, `[${index}]`),
    chunk.code,
  );
  return { source, parts: parts.map(([, part]) => part) };
}

/** @returns a name for a part that does not depend on where the repository is stored */
const identify = ({ from, name }: Part): string => `${relative(pathOf('.'), from)} ${name}`;

const entry = '\0selector-entry';
const script = '\0script';

/** Provides modules that read what the script has attached to this file's element, and pass it `drawSelector`. */
function provideScript(): Plugin {
  const modules: Readonly<Record<string, string>> = {
    // Reads the property as `readDocument` does. That function is itself a part, so it is not available yet.
    [script]: `
      const element = Reflect.get(HTMLDocument.prototype, 'currentScript', document);
      element.remove();
      export const { parts, take } = element.taxConnect;`,
    [entry]: `
      import { take } from '${script}';
      import { drawSelector } from '${pathOf('host/selector/selector-in-page.ts')}';
      take(drawSelector);`,
  };
  return {
    name: 'provide-script',
    resolveId: (id) => (id in modules ? id : null),
    load: (id) => modules[id] ?? null,
  };
}

/** Replaces each import from a module that is not in {@link own} by a part, and adds the part to `taken`. */
function takeFromScript(taken: Map<string, Part>): Plugin {
  const take = (part: Part): string => {
    const key = `part_${createHash('sha256').update(identify(part)).digest('hex').slice(0, 12)}`;
    taken.set(key, part);
    return key;
  };
  return {
    name: 'take-from-script',
    async transform(code, id) {
      if (!own.includes(id) || id.endsWith('.css')) return null;
      let rewritten = code;
      // Replaces the last import first, so that the positions of the imports before it stay valid.
      for (const node of [...this.parse(code).body].reverse()) {
        if (node.type !== 'ImportDeclaration') continue;
        const from = (await this.resolve(node.source.value, id))?.id ?? '';
        if (own.includes(from.replace(/\?.*/, ''))) continue;
        const names = node.specifiers.map((specifier) => {
          if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') {
            throw new Error(`${id} imports more than names from ${from}.`);
          }
          return `${specifier.local.name} = parts.${take({ name: specifier.imported.name, from })}`;
        });
        const constants = `const ${names.join(', ')};`;
        rewritten = rewritten.slice(0, node.start) + constants + rewritten.slice(node.end);
      }
      return { code: `import { parts } from '${script}';\n${rewritten}`, map: null };
    },
  };
}
