import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile, mergeConfig, type Plugin, type UserConfig } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A check in the source, and its replacement. */
export interface Weakness {
  /** File below `src/`. */
  readonly file: string;
  /** Exactly as in the file, where it occurs once. */
  readonly check: string;
  readonly replacement: string;
}

/**
 * Builds the SDK without some of its checks. An attack that fails against the real build must work here;
 * otherwise its test proves nothing.
 *
 * @param entry - `script`: the script tag; `page`: the entry `tax-connect/page`, in one file
 * @param weaknesses - the checks to replace
 * @returns the text of the built file
 * @throws when a check is not found, or more than once
 */
export async function buildWeakened(
  entry: 'script' | 'page',
  weaknesses: readonly Weakness[],
): Promise<string> {
  const weaken = createWeaken(weaknesses);
  const result = await build(
    mergeConfig(await readConfig(), {
      configFile: false,
      mode: 'script',
      logLevel: 'error',
      plugins: [weaken.plugin],
      build: { write: false, emptyOutDir: false, lib: libraries[entry] },
    }),
  );
  weaken.assertFound();
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const chunks = outputs.flatMap(({ output }) => output);
  const chunk = chunks.find(({ fileName }) => fileName === fileNames[entry]);
  if (chunk?.type !== 'chunk') throw new Error('The weakened build is empty.');
  return chunk.code;
}

/** Replaces checks in the source as it is loaded. */
function createWeaken(weaknesses: readonly Weakness[]) {
  const missing = new Set(weaknesses);
  const plugin: Plugin = {
    name: 'weaken',
    enforce: 'pre',
    transform(code, id) {
      let weakened = code;
      for (const weakness of weaknesses) {
        if (id !== `${root}src/${weakness.file}`) continue;
        if (weakened.split(weakness.check).length !== 2) continue;
        missing.delete(weakness);
        weakened = weakened.replace(weakness.check, () => weakness.replacement);
      }
      return weakened === code ? null : { code: weakened, map: null };
    },
  };
  return {
    plugin,
    assertFound() {
      for (const { file, check } of missing)
        throw new Error(`${file} does not contain exactly once: ${check}`);
    },
  };
}

async function readConfig(): Promise<UserConfig> {
  const env = { command: 'build', mode: 'script' } as const;
  const loaded = await loadConfigFromFile(env, `${root}vite.config.ts`);
  if (!loaded) throw new Error('There is no vite.config.ts.');
  return loaded.config;
}

const fileNames = { script: 'iife.js', page: 'es.js' };
const fileName = (format: string) => `${format}.js`;

/** Vite adds these options to its configuration of the script tag, including formats. */
const libraries = {
  script: { entry: `${root}src/sdk/global.ts`, fileName },
  page: { entry: `${root}src/sdk/page.ts`, formats: ['es' as const], fileName },
};
