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
});
