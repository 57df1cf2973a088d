import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { findTypeErrors } from './find-type-errors.ts';

const folder = fileURLToPath(new URL('../../../src/sdk/', import.meta.url));
const use = 'TaxConnect.open({ clientId: "a", onSuccess: TaxConnect.forwardCode("/callback") });';

/** Pages with the script tag, by name; each is a separate program. */
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

let errors: ReadonlyMap<string, string>;

beforeAll(() => {
  const files = Object.entries(pages).map(([name, text]) => [join(folder, `${name}.ts`), text]);
  errors = findTypeErrors(new Map(files.map(([path = '', text = '']) => [path, text])));
}, 60_000);

function findErrors(name: keyof typeof pages): string | undefined {
  return errors.get(join(folder, `${name}.ts`));
}

describe('the types of tax-connect/script', () => {
  it.each(['complete', 'typesOnly'] as const)('declare the global: %s', (name) => {
    expect(findErrors(name)).toBe('');
  });

  it.each([
    ['wrongOption', "'number' is not assignable to type 'string'"],
    ['wrongName', "Property 'exchangeCode' does not exist"],
    ['wrongImport', "no exported member 'open'"],
  ] as const)('refuse what the script does not have: %s', (name, message) => {
    expect(findErrors(name)).toContain(message);
  });

  it('declare nothing for a page without them', () => {
    const path = join(folder, 'without.ts');
    const found = findTypeErrors(new Map([[path, `${use}\nexport {};`]]));

    expect(found.get(path)).toContain("Cannot find name 'TaxConnect'");
  }, 60_000);
});
