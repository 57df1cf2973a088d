import { readComments } from './extract.ts';
import type { ProseProblem } from './find-problems.ts';

const engine = /\b(?:Chrom(?:e|ium)|Firefox|Safari|WebKit(?:GTK)?)\b/;
const source = /https?:\/\/|\bmeasured\b/;

/**
 * @param path - relative to the repository; only what is published is checked
 * @returns comments about the behaviour of one browser that neither link its bug or specification, nor
 *   say in which version it was measured
 */
export function findUnlinkedOddities(path: string, text: string): readonly ProseProblem[] {
  if (!path.startsWith('src/') || path.endsWith('.md')) return [];
  return readComments(path, text)
    .filter((comment) => engine.test(comment.text) && !source.test(comment.text))
    .map(({ line, text: comment }) => ({
      line,
      message: `link the bug or specification, or say "measured in …": ${comment.slice(0, 60)}…`,
    }));
}
