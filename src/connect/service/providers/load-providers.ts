import { defineProviders, type ProviderPlugin } from 'tax-connect/providers';
import { loadModule } from '../basics/load-module.ts';
import { markForeign, runInPluginScope } from './plugin-scope.ts';

/**
 * @param file - PROVIDERS_MODULE: a path, relative to the working directory
 * @returns the plug-ins of its default export
 * @throws Error that says what is wrong with the module, with the provider and the field
 */
export function loadProviders(file: string): Promise<readonly ProviderPlugin[]> {
  return runInPluginScope(() =>
    loadModule('PROVIDERS_MODULE', file, (exported) => {
      if (exported === undefined) throw new Error('it must export a list of providers by default');
      const plugins = defineProviders(exported as readonly ProviderPlugin[]);
      markForeign(plugins);
      return plugins;
    }),
  );
}
