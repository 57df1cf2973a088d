import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const folder = fileURLToPath(new URL('../../src/ui/locales/', import.meta.url));

/**
 * Leaves the names of the texts out of a language: they are a third of it, and English, which every
 * download has, says which is which.
 *
 * @param names - of the files in `src/ui/locales/`, without their ending
 * @returns for the build of the languages
 */
export function packLocales(names: readonly string[]): Plugin {
  let english: Promise<{ en: unknown }> | undefined;
  return {
    name: 'pack-locales',
    async load(id) {
      const name = names.find((candidate) => id === `${folder}${candidate}.ts`);
      if (!name) return null;
      const { texts } = await importModule<{ texts?: unknown }>(name);
      // What the languages have in common is no language.
      if (texts === undefined) return null;
      english ??= importModule('en');
      const { en } = await english;
      return `export const texts = ${JSON.stringify(packTexts(en, texts).join('\n'))};`;
    },
  };
}

async function importModule<Module>(name: string): Promise<Module> {
  const settings = { configFile: false, root: folder } as const;
  const { module } = await runnerImport<Module>(`${folder}${name}.ts`, settings);
  return module;
}

/**
 * @param like - what English has in a place
 * @param text - what the language has there
 * @returns its texts, in English's order
 */
export function packTexts(like: unknown, text: unknown): string[] {
  // By its argument's name nobody can tell a count; by its plural forms one can.
  if (typeof like === 'function') {
    return typeof text === 'object' && text !== null && 'other' in text
      ? [packForms(text)]
      : packTexts(like('#'), text);
  }
  if (typeof like === 'object' && like !== null) {
    return Object.entries(like).flatMap(([key, part]) =>
      packTexts(part, Reflect.get(Object(text), key)),
    );
  }
  if (typeof text !== 'string' || text.includes('\n')) {
    throw new Error(`A text is missing or has two lines: ${text}`);
  }
  return [text];
}

/** `one=# result|other=# results` */
function packForms(forms: object): string {
  return Object.entries(forms)
    .map(([category, text]) => {
      if (/[|=\n]/.test(text)) throw new Error(`A plural form may not have | or =: ${text}`);
      return `${category}=${text}`;
    })
    .join('|');
}
