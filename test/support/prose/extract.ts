import createMarkdownIt, { type Token } from 'markdown-it';
import ts from 'typescript';

/** A piece of prose: a paragraph, a cell, a comment or a text. */
export interface Passage {
  /** Line of the file where it begins, from 1. */
  readonly line: number;
  readonly text: string;
}

const markdown = createMarkdownIt();
const address = /https?:\/\/[^\s)]+/g;

/**
 * @param source - Markdown
 * @returns paragraphs, items, cells and headings; code is one word
 */
export function extractFromMarkdown(source: string): readonly Passage[] {
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

/**
 * @param path - its ending says whether it has JSX
 * @param source - TypeScript, JavaScript or JSON
 * @returns comments, and strings that are sentences
 */
export function extractFromCode(path: string, source: string): readonly Passage[] {
  const passages: Passage[] = [];
  const comments = visitCode(path, source, (line, text) => passages.push({ line, text }));
  return [...passages, ...comments.flatMap(({ line, text }) => splitComment(text, line))];
}

/**
 * @param path - its ending says what it is: a style sheet, JSX or neither
 * @param source - CSS, TypeScript or JavaScript
 * @returns each comment whole, with its addresses
 */
export function readComments(path: string, source: string): readonly Passage[] {
  if (!path.endsWith('.css')) return visitCode(path, source, () => {});
  return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: text, index }) => ({
    line: source.slice(0, index).split('\n').length,
    text,
  }));
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
