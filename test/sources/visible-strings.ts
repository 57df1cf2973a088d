import ts from 'typescript';

/** Attributes and properties whose value is visible or audible to users. */
const visibleNames: ReadonlySet<string> = new Set([
  ...['alt', 'aria-description', 'aria-label', 'aria-placeholder', 'aria-roledescription'],
  ...['aria-valuetext', 'label', 'placeholder', 'title'],
]);

const visibleProperties: ReadonlySet<string> = new Set([
  ...['alt', 'ariaDescription', 'ariaLabel', 'innerText', 'placeholder', 'textContent', 'title'],
]);

/**
 * Finds texts for users that are not in the languages: between tags, in visible or audible attributes, and
 * in assignments to such properties. Biome's `noJsxLiterals` reads all attributes or none, and no assignments.
 *
 * @param fileName - for the report; its ending says whether it has JSX
 * @param source - TypeScript
 * @returns `file:line: text` for each, in order
 */
export function findVisibleStrings(fileName: string, source: string): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    if (!/\p{L}/u.test(text)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${fileName}:${line + 1}: ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    for (const shown of listShown(node)) {
      for (const literal of shown ? listLiterals(shown) : []) report(literal, readLiteral(literal));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The visible expressions of a node. */
function listShown(node: ts.Node): readonly (ts.Expression | undefined)[] {
  // The expressions of attributes are checked with their attribute.
  if (ts.isJsxExpression(node)) return ts.isJsxAttribute(node.parent) ? [] : [node.expression];
  if (ts.isJsxAttribute(node)) {
    return visibleNames.has(node.name.getText()) ? listInitializer(node.initializer) : [];
  }
  if (ts.isPropertyAssignment(node)) return isVisibleName(node.name) ? [node.initializer] : [];
  if (ts.isBinaryExpression(node)) return isVisibleAssignment(node) ? [node.right] : [];
  return ts.isCallExpression(node) ? listArguments(node) : [];
}

function isVisibleName(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && visibleNames.has(node.text);
}

function isVisibleAssignment({ left, operatorToken }: ts.BinaryExpression): boolean {
  const isAssignment = operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return (
    isAssignment && ts.isPropertyAccessExpression(left) && visibleProperties.has(left.name.text)
  );
}

function listInitializer(initializer: ts.JsxAttributeValue | undefined): ts.Expression[] {
  if (!initializer) return [];
  if (!ts.isJsxExpression(initializer)) return [initializer];
  return initializer.expression ? [initializer.expression] : [];
}

function listArguments({ expression, arguments: values }: ts.CallExpression): ts.Expression[] {
  const name = ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : expression.getText();
  const [first, second] = values;
  if (name === 'setAttribute') return isVisibleName(first) && second ? [second] : [];
  return name === 'alert' || name === 'confirm' ? [...values] : [];
}

type Literal = ts.StringLiteralLike | ts.TemplateExpression;

/** The literals that an expression may evaluate to. */
function listLiterals(node: ts.Expression): Literal[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node];
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap(listLiterals);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(listLiterals);
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  ) {
    return listLiterals(node.expression);
  }
  if (!ts.isBinaryExpression(node)) return [];
  const kind = node.operatorToken.kind;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return listLiterals(node.right);
  return [
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.PlusToken,
  ].includes(kind)
    ? [node.left, node.right].flatMap(listLiterals)
    : [];
}

function readLiteral(node: Literal): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}
