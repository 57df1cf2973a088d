// Writes dist/custom-elements.json, by which editors know the elements, from the type declarations of their entry.
// https://github.com/webcomponents/custom-elements-manifest
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const path = 'dist/element.js';
const superclass = { name: 'HTMLElement', package: 'global:' };

/** The content of a shadow root for the page, which no type describes. */
const shadowRoots = {
  'tax-connect-button': {
    slots: [{ name: '', description: 'The label, or a `<button>`.' }],
    cssParts: [{ name: 'button', description: 'The button of the shadow root.' }],
  },
};

/** @param {string} root - the absolute path of the repository, whose types are built */
export function writeCustomElements(root) {
  const entry = join(root, 'dist/types/element.d.ts');
  const program = ts.createProgram([entry], { target: ts.ScriptTarget.ES2022, types: [] });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(entry);
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
  const globals = checker.getSymbolsInScope(file, ts.SymbolFlags.Interface);

  /** Lists the properties of an interface, without those that browsers declare. */
  const list = (symbols, name) => {
    const symbol = symbols.find((known) => known.name === name);
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    const own = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(own));
    const findFile = ({ declarations: [{ parent }] }) => parent.getSourceFile();
    return properties.filter((one) => !program.isSourceFileDefaultLibrary(findFile(one)));
  };
  const readDescription = (symbol) =>
    ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');
  const readType = ({ declarations: [{ type }] }) => ({ text: type.getText() });
  const describe = (symbol) => ({
    name: symbol.name,
    type: readType(symbol),
    description: readDescription(symbol),
  });
  const describeMember = (symbol) => {
    const [declaration] = symbol.declarations;
    if (!ts.isMethodSignature(declaration)) {
      const flags = ts.getCombinedModifierFlags(declaration);
      const readonly = (flags & ts.ModifierFlags.Readonly) !== 0;
      return { kind: 'field', ...describe(symbol), readonly };
    }
    const { type, ...method } = describe(symbol);
    return { kind: 'method', ...method, return: { type } };
  };

  const events = list(globals, 'HTMLElementEventMap').map(describe);
  const declarations = list(globals, 'HTMLElementTagNameMap').map((tag) => {
    const name = readType(tag).text;
    const element = exported.find((symbol) => symbol.name === name);
    return {
      kind: 'class',
      customElement: true,
      tagName: tag.name,
      name,
      superclass,
      description: readDescription(checker.getAliasedSymbol(element)),
      attributes: list(exported, name.replace(/Element$/, 'Attributes')).map(describe),
      members: list(exported, name).map(describeMember),
      events,
      ...shadowRoots[tag.name],
    };
  });
  const exports = exported
    .map(({ name }) => name)
    .filter((name) => name.startsWith('define'))
    .map((name) => ({ kind: 'js', name, declaration: { name, module: path } }));
  const modules = [{ kind: 'javascript-module', path, declarations, exports }];
  const manifest = { schemaVersion: '1.0.0', modules };
  writeFileSync(join(root, 'dist/custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
