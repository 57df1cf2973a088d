import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { packTexts } from './pack-texts.ts';

const folder = fileURLToPath(new URL('../sdk/ui/locales/', import.meta.url));

/** The languages that are loaded on demand. If two match, the first one is used. */
const languages = ['es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'tl', 'ar', 'en-XA'];

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
 * @returns the plug-in for builds of a browser entry
 */
export function packLocales(settings: LocaleSettings): Plugin {
  let packed: Promise<readonly PackedLocale[]> | undefined;
  const pack = () => {
    packed ??= packLanguages();
    return packed;
  };
  return {
    name: 'pack-locales',
    resolveId: (id) => (id.startsWith(languagePrefix) ? { id, external: true } : null),
    async load(id) {
      if (id !== `${folder}locale-files.ts`) return null;
      return renderTable(await pack(), settings.folder);
    },
    renderChunk(code) {
      if (!code.includes(languagePrefix)) return null;
      return code.replaceAll(language, `${settings.folder}$1.js`);
    },
    async generateBundle() {
      if (!settings.isWritten) return;
      for (const { name, text } of await pack()) {
        const module = `export default ${text};\n`;
        this.emitFile({ type: 'asset', fileName: `locales/${name}.json`, source: text });
        this.emitFile({ type: 'asset', fileName: `locales/${name}.js`, source: module });
      }
    },
  };
}

/** Keeps this build from following or moving the imports, which are meant for the bundlers of applications. */
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

async function packLanguages(): Promise<readonly PackedLocale[]> {
  const { module } = await runnerImport<{ sources: Readonly<Record<string, unknown>> }>(
    fileURLToPath(new URL('locale-sources.ts', import.meta.url)),
    { configFile: false, root: folder },
  );
  const { en, ...others } = module.sources;
  return languages.map((tag) => packLanguage(tag, packTexts(en, others[tag.toLowerCase()])));
}

/**
 * @param tag - BCP 47
 * @param lines - its texts, from `packTexts`
 * @returns the published file. The names of the texts are left out, because they would be a third of it; the order
 *   is that of the English texts, which every download contains
 */
export function packLanguage(tag: string, lines: readonly string[]): PackedLocale {
  const text = JSON.stringify(lines.join('\n'));
  const hash = createHash('sha256').update(text).digest('base64');
  return { tag, name: tag.toLowerCase(), text, integrity: `sha256-${hash}` };
}
