import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProseProblems, isProse } from '../support/prose.ts';

const faults = [
  ['Whoever gets the window closes it.', 'name who does it'],
  [`The page ${'waits for a very long time '.repeat(6)}and then it says hello.`, 'a sentence of'],
  ['The page sends the the code.', 'repeated'],
  ['The page sends an code.', 'article'],
] as const;

describe('the check of prose', () => {
  it.each(faults)('finds in a document: %s', (sentence, complaint) => {
    const problems = findProseProblems('a.md', `# Title\n\nA good sentence. ${sentence}\n`);

    expect(problems).toContainEqual({ line: 3, message: expect.stringContaining(complaint) });
  });

  it('finds it in each kind of comment', () => {
    const sentence = 'Nobody hears this.';
    const block = `const a = 1;\n/**\n * Good.\n *\n * ${sentence}\n */\nconst b = 2;\n`;
    for (const source of [
      block,
      `const a = 1; // ${sentence}\n`,
      `/** @param a - ${sentence} */\n`,
    ]) {
      expect(findProseProblems('a.ts', source)).toHaveLength(1);
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
    try {
      writeFileSync(file, 'People read this.\n\nNobody reads this.\n');
      const { status, stdout } = spawnSync(
        process.execPath,
        ['test/support/check-prose.mjs', relative('.', file)],
        { encoding: 'utf8' },
      );

      expect(status).toBe(1);
      expect(stdout).toContain('a.md:3: "Nobody"');
      expect(stdout).toContain('1 files, 1 problems');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
