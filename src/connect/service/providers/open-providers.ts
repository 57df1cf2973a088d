import { defineProviders, type ProviderPlugin } from 'tax-connect/providers';
import type { Clock } from '../basics/clock.ts';
import { createGrantSeal } from '../basics/grant-seal.ts';
import { loadModule } from '../basics/load-module.ts';
import { markForeign, runInPluginScope } from './plugin-scope.ts';
import { createProviderRegistry, type ProviderRegistry } from './registry.ts';
import { createSimulatedProviders } from './simulated.ts';
import type { PlannedRecords } from './simulated-records.ts';

export interface ProviderSettings {
  /** PROVIDERS_MODULE: the path of a module with plug-ins. Default: the simulated providers. */
  readonly providersModule?: string | undefined;
  /** GRANT_KEY: keys of 32 bytes. The first key encrypts, and all of them decrypt. */
  readonly grantKeys?: readonly Buffer[] | undefined;
}

/**
 * Opens the configured providers.
 *
 * @throws Error for an invalid module, or a module without GRANT_KEY
 */
export async function openProviders(
  config: ProviderSettings,
  { clock, records }: { readonly clock: Clock; readonly records?: PlannedRecords | undefined },
  isOpenToTests: boolean | undefined,
): Promise<ProviderRegistry> {
  const { providersModule, grantKeys } = config;
  if (providersModule !== undefined && grantKeys === undefined) {
    throw new Error(
      'GRANT_KEY is not set. PROVIDERS_MODULE needs it to encrypt the grants of providers. ' +
        'Set it to 32 random bytes in base64, for example from `openssl rand -base64 32`.',
    );
  }
  const loaded = providersModule === undefined ? undefined : await loadProviders(providersModule);
  const seal = createGrantSeal(grantKeys ?? []);
  return createProviderRegistry({
    simulated: createSimulatedProviders(clock, records),
    loaded,
    seal,
    isOpenToTests,
  });
}

/** @throws Error that names the problem of the module, the provider and the field */
function loadProviders(file: string): Promise<readonly ProviderPlugin[]> {
  return runInPluginScope(() =>
    loadModule('PROVIDERS_MODULE', file, (exported) => {
      if (exported === undefined) throw new Error('it must export a list of providers by default');
      const plugins = defineProviders(exported as readonly ProviderPlugin[]);
      markForeign(plugins);
      return plugins;
    }),
  );
}
