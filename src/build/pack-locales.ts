import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { cutModal, type Texts } from '../texts/surfaces.ts';
import { readTexts } from './read-texts.ts';

const folder = fileURLToPath(new URL('../sdk/ui/locales/', import.meta.url));

interface PackedLocale {
  readonly tag: string;
  /** The name of the language's files in the folder `locales/`, without the extension. */
  readonly name: string;
  /** The content of the file that the script tag loads, as JSON. */
  readonly text: string;
  readonly integrity: string;
}

interface LocaleSettings {
  /** The folder, relative to the importing file; `service`: that of the script tag's script on the service. */
  readonly folder: string;
  readonly isWritten: boolean;
}

/** Writes each language but English as JSON for the script tag and as a module. Fills the table `locale-files.ts`. */
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

/** Marks imports of language files, so that this build leaves them to the bundlers of applications. */
const languagePrefix = 'tax-connect-language:';
const language = /tax-connect-language:([a-z-]+)/g;

/** Renders the code of the table. It contains a literal path for each import, because bundlers need literal paths. */
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

/** @returns the file with the modal's texts, and the version that the SDK compares with its own */
export function packLanguage(texts: Texts, version: string): PackedLocale {
  const tag = texts.lang;
  const text = JSON.stringify({ version, ...cutModal(texts) });
  const hash = createHash('sha256').update(text).digest('base64');
  return { tag, name: tag.toLowerCase(), text, integrity: `sha256-${hash}` };
}
