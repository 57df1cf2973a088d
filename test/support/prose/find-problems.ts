import { toString as toPlainText } from 'nlcst-to-string';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { extractFromCode, extractFromMarkdown, type Passage } from './extract.ts';
import { bannedConstructions, longestSentence } from './rules.ts';

/** A problem in a file. */
export interface ProseProblem {
  readonly line: number;
  readonly message: string;
}

const english = unified().use(retextEnglish).use(retextIndefiniteArticle).use(retextRepeatedWords);

/**
 * @param path - its ending says what it is
 * @returns banned constructions, wrong articles, repeated words and long sentences
 */
export function findProseProblems(path: string, source: string): readonly ProseProblem[] {
  const passages = path.endsWith('.md')
    ? extractFromMarkdown(source)
    : extractFromCode(path, source);
  return passages.flatMap((passage) => checkPassage(passage));
}

function checkPassage({ line, text }: Passage): readonly ProseProblem[] {
  const file = new VFile(text);
  const tree = english.parse(file);
  english.runSync(tree, file);
  return [
    ...file.messages
      .filter(({ reason }) => !/`(?:ident|https?|urls?)`/i.test(reason))
      .map(({ reason }) => ({ line, message: `${reason}: ${text.slice(0, 60)}…` })),
    ...findSentences(tree).flatMap((sentence) =>
      checkSentence(sentence).map((message) => ({ line, message })),
    ),
  ];
}

function findSentences(tree: ReturnType<typeof english.parse>): readonly string[] {
  return tree.children.flatMap((paragraph) =>
    'children' in paragraph
      ? paragraph.children
          .filter(({ type }) => type === 'SentenceNode')
          .map((sentence) => toPlainText(sentence))
      : [],
  );
}

function checkSentence(sentence: string): readonly string[] {
  const found = bannedConstructions.flatMap(({ pattern, advice }) => {
    const hit = new RegExp(pattern.source, 'i').exec(sentence)?.[0];
    return hit === undefined ? [] : [`"${hit.trim()}" in "${sentence}": ${advice}`];
  });
  const count = sentence.split(/\s+/).length;
  return count > longestSentence
    ? [...found, `a sentence of ${count} words: ${sentence.slice(0, 60)}…`]
    : found;
}
