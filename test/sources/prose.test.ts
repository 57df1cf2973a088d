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

  it('reads documents and code, but no other languages', () => {
    const paths = ['README.md', 'src/a.ts', 'src/texts/en.json', 'src/texts/de.json'];

    expect(paths.filter(isProse)).toEqual(paths.slice(0, 3));
  });
});
