import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { cutModal, type Texts } from '../texts/surfaces.ts';
import { readTexts } from './read-texts.ts';

const folder = fileURLToPath(new URL('../sdk/ui/locales/', import.meta.url));

/** A language file of the package. */
interface PackedLocale {
  readonly tag: string;
  /** The name of its files in the folder `locales/`, without the ending. */
  readonly name: string;
  /** The content of the file for the script tag, JSON. */
  readonly text: string;
  readonly integrity: string;
}

/** The location of the files, and whether this build writes them. */
interface LocaleSettings {
  /**
   * The folder, relative to the file that imports them. `service`: the folder of the script on the service that
   * serves it.
   */
  readonly folder: string;
  readonly isWritten: boolean;
}

/**
 * Writes two files for each language: JSON for the script tag, and a module for bundlers. It also writes the table
 * of the languages into the code that loads them.
 *
 * @param version - the version of the package
 */
export function packLocales(version: string, settings: LocaleSettings): Plugin {
  let packed: readonly PackedLocale[] | undefined;
  const pack = () => {
    packed ??= Object.values(readTexts())
      .filter(({ lang }) => lang !== 'en')
      .map((texts) => packLanguage(texts, version));
    return packed;
  };
  return {
    name: 'pack-locales',
    resolveId: (id) => (id.startsWith(languagePrefix) ? { id, external: true } : null),
    load(id) {
      if (id !== `${folder}locale-files.ts`) return null;
      return renderTable(pack(), settings.folder);
    },
    renderChunk(code) {
      if (!code.includes(languagePrefix)) return null;
      return code.replaceAll(language, `${settings.folder}$1.js`);
    },
    generateBundle() {
      if (!settings.isWritten) return;
      for (const { name, text } of pack()) {
        const module = `export default ${text};\n`;
        this.emitFile({ type: 'asset', fileName: `locales/${name}.json`, source: text });
        this.emitFile({ type: 'asset', fileName: `locales/${name}.js`, source: module });
      }
    },
  };
}

/** A prefix that keeps this build from following the imports, which the bundlers of applications follow. */
const languagePrefix = 'tax-connect-language:';
const language = /tax-connect-language:([a-z-]+)/g;

/** Renders imports with literal addresses, which every bundler follows and every development server answers. */
function renderTable(locales: readonly PackedLocale[], folder: string): string {
  if (folder === 'service') {
    const hashes = locales.map(({ tag, integrity }) => [tag, integrity.slice('sha256-'.length)]);
    return `
      import { describeLocales } from './locate-at-service.ts';
      export const localeFiles = describeLocales(${JSON.stringify(Object.fromEntries(hashes))});
    `;
  }
  const rows = locales.map(
    ({ tag, name }) => `'${tag}': () => import('${languagePrefix}${name}'),`,
  );
  return `export const localeFiles = {${rows.join('\n')}};`;
}

/**
 * @param texts - a language
 * @param version - the version of the package, which the SDK compares with its own
 * @returns the published file
 */
export function packLanguage(texts: Texts, version: string): PackedLocale {
  const tag = texts.lang;
  const text = JSON.stringify({ version, ...cutModal(texts) });
  const hash = createHash('sha256').update(text).digest('base64');
  return { tag, name: tag.toLowerCase(), text, integrity: `sha256-${hash}` };
}
