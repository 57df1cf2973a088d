import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSubjectProblems } from '../support/prose/commit-subjects.ts';
import { isProse } from '../support/prose/files.ts';
import { findProseProblems } from '../support/prose/find-problems.ts';
import { findUnlinkedOddities } from '../support/prose/oddities.ts';
import { bannedConstructions } from '../support/prose/rules.ts';

const long = `The page ${'waits for a very long time '.repeat(6)}and then it says hello.`;
const faults = [
  ...bannedConstructions.map(({ example, advice }) => [example, advice] as const),
  [long, 'a sentence of'],
  ['The page sends the the code.', 'repeated'],
  ['The page sends an code.', 'article'],
] as const;

describe('the check of prose', () => {
  it.each(faults)('finds in a document: %s', (sentence, complaint) => {
    const problems = findProseProblems('a.md', `# Title\n\nA good sentence. ${sentence}\n`);

    expect(problems).toContainEqual({ line: 3, message: expect.stringContaining(complaint) });
  });

  it.each(faults)('finds in a comment: %s', (sentence, complaint) => {
    const block = `const a = 1;\n/**\n * Good.\n *\n * ${sentence}\n */\nconst b = 2;\n`;
    const line = `const a = 1; // ${sentence}\n`;
    const param = `/** @param a - ${sentence} */\n`;

    for (const source of [block, line, param]) {
      expect(findProseProblems('a.ts', source).map(({ message }) => message)).toContainEqual(
        expect.stringContaining(complaint),
      );
    }
  });

  it('finds it in texts for people, also in JSX', () => {
    const text = "throw new Error('Nobody has set the password.');";

    expect(findProseProblems('a.ts', text)).toHaveLength(1);
    expect(findProseProblems('a.tsx', '<p title="A window of its own."/>')).toHaveLength(1);
  });

  it('accepts plain sentences, code, addresses and questions', () => {
    const good = [
      'Who draws the selector?',
      'Write `nobody` and `of its own`.',
      'See https://a.example/whoever.',
      'Anyone with the password has full access.',
      'The person who cancels ends the session.',
      'It keeps its own style sheet.',
    ];
    const source = good.map((sentence) => `// ${sentence}\nconst a = 1;\n`).join('');

    expect(findProseProblems('a.md', good.join('\n\n'))).toEqual([]);
    expect(findProseProblems('a.ts', source)).toEqual([]);
    expect(findProseProblems('a.ts', "get('/connect?client_id=nobody');")).toEqual([]);
  });

  it('reads documents and code, but no other languages', () => {
    const paths = ['README.md', 'src/a.ts', 'src/texts/en.json', 'src/texts/de.json'];

    expect(paths.filter(isProse)).toEqual(paths.slice(0, 3));
  });

  it('fails as a command, and names file and line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'prose-'));
    const file = join(folder, 'a.md');
    const check = () =>
      spawnSync(process.execPath, ['test/support/check-prose.mjs', relative('.', file)], {
        encoding: 'utf8',
      });
    try {
      writeFileSync(file, 'Nobody reads this.\n');
      const failed = check();
      writeFileSync(file, 'People read this.\n');

      expect(failed.status).toBe(1);
      expect(failed.stdout).toContain('a.md:1: "Nobody"');
      expect(check().status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
});

describe('a comment on the behaviour of one browser', () => {
  it.each([
    '// Firefox does not focus it.\n// https://bugzilla.example/1\nconst a = 1;',
    '/**\n * Safari does not.\n *\n * @see https://webkit.org/b/22261\n */\nconst a = 1;',
    'const a = 1; // Chromium logs an error (measured in Chromium 156).',
    '// The browser does this by itself.\nconst a = 1;',
    "const a = 'Firefox';",
  ])('links its source, or says where it was measured: %s', (source) => {
    expect(findUnlinkedOddities('src/a.ts', source)).toEqual([]);
  });

  it.each([
    ['src/a.ts', 'const a = 1;\n// Firefox does not focus it.\nconst b = 2;'],
    ['src/a.tsx', 'const a = 1;\n/** Chromium forgets it. */\nconst b = <i />;'],
    ['src/a.css', 'a {}\n/* WebKit paints it. */\nb {}'],
  ])('is found without either in %s', (path, source) => {
    expect(findUnlinkedOddities(path, source)).toEqual([
      { line: 2, message: expect.stringContaining('link the bug or specification') },
    ]);
  });
});

describe('the subject of a commit', () => {
  it.each([
    'fix(host): reject an aborted signal before opening a window',
    'docs: keep decisions as dated files',
    'feat(service)!: require a secret of 32 characters',
    'test: process each case once',
  ])('may be: %s', (subject) => {
    expect(findSubjectProblems(subject)).toEqual([]);
  });

  it.each([
    ['Fixed a bug', 'begin with one type'],
    ['fix(host): rejected the signal', 'imperative'],
    ['fix(host): rejects the signal', 'imperative'],
    ['fix(host): rejecting the signal', 'imperative'],
    [`fix: ${'x'.repeat(70)}`, '72 characters'],
  ])('is refused: %s', (subject, complaint) => {
    expect(findSubjectProblems(subject)).toEqual([expect.stringContaining(complaint)]);
  });
});
