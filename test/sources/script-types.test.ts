import { beforeAll, describe, expect, it } from 'vitest';
import * as script from '../../src/sdk/global.ts';
import { TaxConnect } from '../../src/sdk/index.ts';
import { compileSnippets } from '../support/compile-snippets.ts';

const use = 'TaxConnect.open({ clientId: "a", onSuccess: TaxConnect.forwardCode("/callback") });';

/** Pages with the script tag, by name. */
const pages = {
  complete: `import 'tax-connect/script';
${use}
window.TaxConnect.redirectUrl({ clientId: 'a', redirectUri: 'https://a.example/' }).href;
TaxConnect.preload({ clientId: 'a' })();
export const isOurs = (error: unknown): boolean =>
  error instanceof TaxConnect.ConnectError && error.retryable;
export const version: string = TaxConnect.version;`,
  typesOnly: `import type {} from 'tax-connect/script';\n${use}`,
  wrongOption: `import 'tax-connect/script';\nTaxConnect.open({ clientId: 7, onSuccess() {} });`,
  wrongName: `import 'tax-connect/script';\nTaxConnect.exchangeCode();`,
  wrongImport: `import { open } from 'tax-connect/script';\nopen;`,
};

let errors: Readonly<Record<string, readonly string[]>>;

beforeAll(() => {
  const found = compileSnippets(Object.values(pages).map((source) => ({ source })));
  errors = Object.fromEntries(Object.keys(pages).map((name, index) => [name, found[index] ?? []]));
});

describe('the types of tax-connect/script', () => {
  it.each(['complete', 'typesOnly'] as const)('declare the global: %s', (name) => {
    expect(errors[name]).toEqual([]);
  });

  it.each([
    ['wrongOption', "'number' is not assignable to type 'string'"],
    ['wrongName', "Property 'exchangeCode' does not exist"],
    ['wrongImport', "no exported member 'open'"],
  ] as const)('refuse unknown properties: %s', (name, message) => {
    expect(errors[name]).toEqual([expect.stringContaining(message)]);
  });

  it('declare what the script has', () => {
    expect(Object.keys(script).sort()).toEqual([...Object.keys(TaxConnect), 'ConnectError'].sort());
  });

  it('declare nothing for a page that does not include them', () => {
    const [found] = compileSnippets([{ source: `${use}\nexport {};` }]);

    expect(found).toContainEqual(expect.stringContaining("Cannot find name 'TaxConnect'"));
  });
});
