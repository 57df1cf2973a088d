import createMarkdownIt, { type Token } from 'markdown-it';
import { toString as toPlainText } from 'nlcst-to-string';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import ts from 'typescript';
import { unified } from 'unified';
import { VFile } from 'vfile';

/** The constructions that documents, comments and texts may not have, with the replacement. `i` is added. */
const bannedConstructions: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\b(?:whoever|whomever|whosoever)\b/, 'name who does it: the caller, the page, a client'],
  [
    /\b(?:nobody|anybody|somebody|everybody)\b/,
    'name the person or thing, or use the passive: "no one is logged in" is "unauthenticated"',
  ],
  [
    /\b(?:that|which|who) (?:is|are) (?:none|no(?!t\b)\w*)\b(?! longer)/,
    'name it: invalid, missing, unknown',
  ],
  [/(?<!ticks )\bwhat is none\b/, 'name it: invalid, missing, unknown'],
  [/\b(?:comes?|came|becomes?|became) of (?:it|them|this|that)\b/, 'say what happens'],
  [/\b(?:for )?(?:its |the )?want of\b/, 'say what is missing'],
  [/\bthat (?:is|are|was|were) there\b/, 'leave it out, or say "existing"'],
  [
    /\ban? (?:\w+ )?\w+ of (?:its|their|his|her|our|my|your) own\b|\bof (?:its|their|his|her|our|my|your) own\b(?! \w)/,
    'leave it out, or say "separate"',
  ],
  [/\bstay(?:s|ed)? away\b/, 'say what does not happen'],
  [
    /\b(?:is|are|it is|that is) no (?:error|trouble|news|fault|credential|matter)\b/,
    'write "is not an error"',
  ],
  [
    /\b(?:for|to|by|of|with|from) who\b(?! (?:is|are|can)\b.*\?)/,
    'name who: "for people who …", "the person who …"',
  ],
  [/(?:^|[.;] )who(?: [^ ?]+){8,}(?!.*\?)/, 'name who: "A person who …"'],
  [
    /\bno trouble of\b|\bgoes? by itself\b|\bby themselves\b(?= again)|\bwants? less\b/,
    'say what happens',
  ],
  [/\bis to be (?:\w+ed|looked|read|sent|seen)\b/, 'say who must do it'],
  [/\bthose that nobody\b|\bthat of which\b|\bwhat of it\b/, 'name the thing'],
  [
    /\bbrought up to date\b|\bput in (?:its|their) place\b|\btakes? no accident\b/,
    'use the plain verb: update, replace',
  ],
  [
    /(?:^|[.;] )so (?:is|are|was|were|do|does|did|has|have|can|will)\b(?! it\b)/,
    'name both in one sentence: "A is refused, and B, too"',
  ],
  [/, of which\b/, 'begin a new sentence'],
  [/\bwhere there (?:is|are) (?:none|one)\b/, 'say "if any", or name the case: "without a window"'],
  [/\blet(?:s|ting)? go\b/, 'say what ends: closes the port, stops listening, has no opener'],
  [
    /\bwhatever (?:else|follows|it is|they are|is)\b/,
    'say "every", "in any case", or name the thing',
  ],
  [
    /\ball the same\b|\bas good as\b|\b(?:will|would) do\b(?= ?[.,;:("]| in\b| for\b| on\b|$)/,
    'use the plain word: still, anyway, is enough, counts as',
  ],
  [/\bis no (?:sign|use|word)\b(?! to\b)|\bare no (?:words|languages)\b/, 'write "is not a …"'],
  [
    /\b(?:speaks?|spoke) of (?:its|the|a) (?:own|other)\b|\bthe (?:first|last) word of\b/,
    'say "message", or name what is meant',
  ],
];

/** Sentences with more words are listed. */
const longestSentence = 35;

/** Skipped files: the rules, and their test. */
const foreign = /^test\/(?:support|sources)\/prose(?:\.test)?\.ts$/;

/** @returns whether the check of prose reads this path of the repository */
export function isProse(path: string): boolean {
  return /\.(?:md|tsx?|mjs|js)$|^src\/texts\/en\.json$/.test(path) && !foreign.test(path);
}

/** A problem in a file. */
interface ProseProblem {
  readonly line: number;
  readonly message: string;
}

const english = unified().use(retextEnglish).use(retextIndefiniteArticle).use(retextRepeatedWords);

/** @returns banned constructions, wrong articles, repeated words and long sentences */
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
  const found = bannedConstructions.flatMap(([pattern, advice]) => {
    const hit = new RegExp(pattern.source, 'i').exec(sentence)?.[0];
    return hit === undefined ? [] : [`"${hit.trim()}" in "${sentence}": ${advice}`];
  });
  const count = sentence.split(/\s+/).length;
  return count > longestSentence
    ? [...found, `a sentence of ${count} words: ${sentence.slice(0, 60)}…`]
    : found;
}

/** A piece of prose: a paragraph, a cell, a comment or a text. */
interface Passage {
  /** Line of the file where it begins, from 1. */
  readonly line: number;
  readonly text: string;
}

const markdown = createMarkdownIt();
const address = /https?:\/\/[^\s)]+/g;

/** Paragraphs, items, cells and headings, in which code is one word. */
function extractFromMarkdown(source: string): readonly Passage[] {
  let line = 1;
  return markdown.parse(source, {}).flatMap((token) => {
    if (token.map) line = token.map[0] + 1;
    return token.type === 'inline' ? [{ line, text: toText(token) }] : [];
  });
}

function toText({ children }: Token): string {
  return (children ?? [])
    .map(({ content, type }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return type === 'code_inline' ? 'Ident' : content.replaceAll(address, 'Ident');
    })
    .join('');
}

/** @returns comments, and strings that are sentences, of TypeScript, JavaScript or JSON */
function extractFromCode(path: string, source: string): readonly Passage[] {
  const passages: Passage[] = [];
  const comments = visitCode(path, source, (line, text) => passages.push({ line, text }));
  return [...passages, ...comments.flatMap(({ line, text }) => splitComment(text, line))];
}

/** Calls `takeText` with each string that is a sentence, and returns the comments. */
function visitCode(
  path: string,
  source: string,
  takeText: (line: number, text: string) => void,
): readonly Passage[] {
  const code = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const kind = path.endsWith('.json') ? ts.ScriptKind.JSON : code;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true, kind);
  const comments = new Map<number, ts.CommentRange>();
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ]) {
      comments.set(range.pos, range);
    }
    if (isSentence(node)) takeText(lineOf(node.getStart()), node.text);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return mergeLines([...comments.values()], source).map(({ pos, end }) => ({
    line: lineOf(pos),
    text: source.slice(pos, end),
  }));
}

/** Strings of at least four words are for people; names, selectors and addresses have fewer. */
function isSentence(node: ts.Node): node is ts.StringLiteralLike {
  return (
    ts.isStringLiteralLike(node) &&
    /^[A-Za-z“][^{}<>\n=]*$/.test(node.text) &&
    node.text.split(' ').length >= 4
  );
}

/** Comments of single lines that follow each other are one. */
function mergeLines(ranges: readonly ts.CommentRange[], source: string) {
  const merged: { pos: number; end: number }[] = [];
  for (const { pos, end, kind } of [...ranges].sort((a, b) => a.pos - b.pos)) {
    const last = merged.at(-1);
    const isNext = last !== undefined && /^\s*$/.test(source.slice(last.end, pos));
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    if (last && isNext && isLine && source.startsWith('//', last.pos)) last.end = end;
    else merged.push({ pos, end });
  }
  return merged;
}

/** Paragraphs and tags of a comment are passages. */
function splitComment(comment: string, line: number): readonly Passage[] {
  const text = comment
    .replace(/^\/\*+|\*\/$/g, '')
    .replaceAll(/^\s*(?:\*|\/\/)/gm, '')
    // Indented lines are commands.
    .replaceAll(/^ {3,}(?:node|npm|npx) .*$/gm, '')
    .replaceAll(address, 'Ident')
    .replaceAll(/`[^`]*`/g, 'Ident')
    .replaceAll(/\{@link [^}]*\}/g, 'Ident')
    .replaceAll(/^\s*@\w+\b(?:\s*\{[^}]*\})?(?:\s+[\w.]+\s+-)?/gm, '\n\n');
  return text
    .split(/\n\s*\n|\n(?=\s*(?:\d+\.|-) )/)
    .map((part) => ({ line, text: part.replaceAll(/\s+/g, ' ').trim() }))
    .filter((passage) => passage.text !== '');
}
