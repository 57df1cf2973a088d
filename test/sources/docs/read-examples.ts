import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { type DocumentSnippet, findSnippets } from './read-snippets.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'src/sdk');

/** A value that an entry of the package exports. */
export interface PublicValue {
  readonly name: string;
  /** Relative to the root. */
  readonly file: string;
  /** The blocks of code in its `@example` tags. */
  readonly examples: readonly DocumentSnippet[];
}

/** @returns each value that the entries export, except texts such as `version` */
export function readPublicValues(): readonly PublicValue[] {
  const entries = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const values = entries.flatMap((entry) => findReExports(join(folder, entry)));
  const unique = new Map(values.map((value) => [`${value.file} ${value.name}`, value]));
  return [...unique.values()].flatMap(({ name, file }) => {
    const source = parse(file);
    const declaration = source.statements.find((statement) => isDeclarationOf(statement, name));
    if (declaration === undefined) throw new Error(`${file} does not declare ${name}.`);
    if (isText(declaration)) return [];
    const place = relative(root, file);
    return [{ name, file: place, examples: readExamples(declaration, `${place}, ${name}`) }];
  });
}

/** Entries only re-export, so their values are the specifiers without `type`. */
function findReExports(entry: string) {
  return parse(entry).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier) return [];
    if (!ts.isStringLiteral(moduleSpecifier)) return [];
    const file = join(dirname(entry), moduleSpecifier.text);
    return exportClause.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ name, propertyName }) => ({ name: (propertyName ?? name).text, file }));
  });
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

function isDeclarationOf(statement: ts.Statement, wanted: string): boolean {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return statement.name?.text === wanted;
  }
  return findVariable(statement)?.name.getText() === wanted;
}

function isText(statement: ts.Statement): boolean {
  return findVariable(statement)?.type?.kind === ts.SyntaxKind.StringKeyword;
}

function findVariable(statement: ts.Statement): ts.VariableDeclaration | undefined {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
}

function readExamples(declaration: ts.Statement, place: string): readonly DocumentSnippet[] {
  return ts
    .getJSDocTags(declaration)
    .filter(({ tagName }) => tagName.text === 'example')
    .flatMap(({ comment }) => findSnippets(place, `${ts.getTextOfJSDocComment(comment)}\n`));
}
