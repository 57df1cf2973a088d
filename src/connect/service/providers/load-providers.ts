import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { defineProviders, type ProviderPlugin } from 'tax-connect/providers';
import { markForeign, runInPluginScope } from './plugin-scope.ts';

/**
 * @param file - PROVIDERS_MODULE: a path, relative to the working directory
 * @returns the plug-ins of its default export
 * @throws Error that says what is wrong with the module, with the provider and the field
 */
export async function loadProviders(file: string): Promise<readonly ProviderPlugin[]> {
  const url = pathToFileURL(resolve(file)).href;
  try {
    const module: { readonly default?: readonly ProviderPlugin[] } = await runInPluginScope(
      () => import(/* @vite-ignore */ url),
    );
    if (module.default === undefined)
      throw new Error('it must export a list of providers by default');
    const plugins = defineProviders(module.default);
    markForeign(plugins);
    return plugins;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it cannot be loaded';
    const place = error instanceof SyntaxError ? findSyntaxError(file) : undefined;
    const reason = place === undefined ? message : `${message} (${place})`;
    throw new Error(`PROVIDERS_MODULE: ${file}: ${reason}`, { cause: error });
  }
}

/**
 * Node keeps the place of a syntax error out of the error's properties, but prints it.
 *
 * @returns file and line; undefined if the error is in another module
 */
function findSyntaxError(file: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', resolve(file)], { encoding: 'utf8' });
  return /^(?:file:\/\/)?(.+:\d+)$/m.exec(stderr)?.[1];
}
