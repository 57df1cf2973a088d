import { resolve } from 'node:path';
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
    const reason = error instanceof Error ? error.message : 'it cannot be loaded';
    throw new Error(`PROVIDERS_MODULE: ${file}: ${reason}`, { cause: error });
  }
}
