import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../../src/build/docs/highlight.ts';
import { compileSnippets, type Snippet } from '../../support/compile-snippets.ts';
import { readPublicValues } from './read-examples.ts';
import { type DocumentSnippet, findSnippets, readSnippets } from './read-snippets.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const scriptTag = 'src/sdk/script.ts';
const ambient = ['test/sources/docs/ambient.d.ts', scriptTag];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** Scripts inside a page; the page's own elements are not checked. */
function findScripts(html: string): string {
  const bodies = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...bodies].map(([, body = '']) => body).join('\n');
}

function toModule({ language, source }: DocumentSnippet): Snippet | undefined {
  if (language === 'html') {
    // Pages look up their own elements; the compiler cannot know that they exist.
    const body = findScripts(source).replaceAll(/(getElementById\([^)]*\))\./g, '$1?.');
    return { source: body, language: 'js' };
  }
  if (language === 'ts' || language === 'tsx' || language === 'js' || language === 'jsx') {
    return { source, language };
  }
  return undefined;
}

/** @param declared - files that declare names which the snippets do not define */
function check(
  snippets: readonly DocumentSnippet[],
  declared: readonly string[] = ambient,
): readonly string[] {
  const modules = snippets.flatMap((snippet) => {
    // An excerpt is checked where its file is built and run.
    const compiled = snippet.file === undefined ? toModule(snippet) : undefined;
    return compiled ? [{ place: snippet.place, compiled }] : [];
  });
  const complaints = compileSnippets(
    modules.map(({ compiled }) => compiled),
    declared,
  );
  return [
    ...modules.flatMap(({ place }, index) =>
      (complaints[index] ?? []).map((complaint) => `${place}: ${complaint}`),
    ),
    ...snippets.flatMap((snippet) =>
      checkOther(snippet).map((complaint) => `${snippet.place}: ${complaint}`),
    ),
  ];
}

function checkOther({ file, language, source }: DocumentSnippet): readonly string[] {
  if (!Object.hasOwn(languages, language)) return [`unknown language "${language}"`];
  if (file !== undefined) return checkExcerpt(join(root, file), source);
  if (language === 'json') return checkJson(source);
  if (language === 'sh') return checkShell(source);
  if (language === 'python')
    return run('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], source);
  if (language === 'yaml' || language === 'ini' || language === 'dockerfile') {
    return [`say which file it is from: \`\`\`${language} file=…`];
  }
  return [];
}

/** White space is ignored, because the formatter rewraps a document's blocks. */
function checkExcerpt(file: string, source: string): readonly string[] {
  const compact = (text: string) => text.replaceAll(/\s+/g, '');
  return compact(readFileSync(file, 'utf8')).includes(compact(source))
    ? []
    : [`${file} has no such lines`];
}

function checkJson(source: string): readonly string[] {
  try {
    JSON.parse(source);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** The syntax is valid, and the scripts of this package exist. */
function checkShell(source: string): readonly string[] {
  const missing = [...source.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(scripts, name));
  return [...run('bash', ['-n'], source), ...missing.map((name) => `no script "${name}"`)];
}

function run(command: string, args: readonly string[], input: string): readonly string[] {
  const { status, stderr, error } = spawnSync(command, args, { input, encoding: 'utf8' });
  return status === 0 ? [] : [error?.message ?? stderr];
}

const faults = [
  ['ts', "import { open } from 'tax-connect';\nopen({ clientID: 'a' });", 'clientID'],
  ['html', '<script>TaxConnect.opens();</script>', 'opens'],
  ['sh', 'npm run nothing', 'no script "nothing"'],
  ['yaml file=package.json', 'a: 1', 'no such lines'],
] as const;

describe('snippets', () => {
  let found: readonly string[];
  const written = readSnippets();
  const values = readPublicValues();

  beforeAll(() => {
    // One compilation for all cases, because each one reads the libraries' declarations.
    const planted = faults.map(([info, source], index) =>
      findSnippets(`${index}.md`, `\`\`\`${info}\n${source}\n\`\`\`\n`),
    );
    const examples = values.flatMap((value) => value.examples);
    found = check([...planted.flat(), ...written, ...examples]);
  });

  const isPlanted = (complaint: string) => /^\d+\.md,/.test(complaint);

  it('of every document, and every example of the API, are valid', () => {
    expect(written.length).toBeGreaterThan(5);
    expect(found.filter((complaint) => !isPlanted(complaint))).toEqual([]);
  });

  it('of the README define every name that they use', () => {
    const first = written.filter(({ place }) => place.startsWith('README.md'));
    const incomplete = findSnippets('0.md', '```ts\nconsole.log(saveSession);\n```\n');

    // The second one is a fault that must be found: only other documents may use this name.
    expect(check([...first, ...incomplete], [scriptTag])).toEqual([
      expect.stringMatching(/^0\.md.*saveSession/),
    ]);
  });

  it('are the examples of everything that the entries export', () => {
    const missing = values.filter(({ examples }) => examples.length === 0);

    expect(values.map(({ name }) => name)).toContain('exchangeCode');
    expect(missing.map(({ file, name }) => `${file}: ${name} has no @example`)).toEqual([]);
  });

  it.each(faults.map(([info, source], index) => [`${info}: ${source}`, index] as const))(
    'with a fault are reported: %s',
    (_, index) => {
      expect(found.filter((line) => line.startsWith(`${index}.md,`))).toEqual([
        expect.stringContaining(faults[index]?.[2] ?? ''),
      ]);
    },
  );
});
