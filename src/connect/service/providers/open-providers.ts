import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createGrantSeal } from './grant-seal.ts';
import { loadProviders } from './load-providers.ts';
import { createProviderRegistry, type ProviderRegistry } from './registry.ts';
import { createSimulatedProviders } from './simulated.ts';

/**
 * @param config - PROVIDERS_MODULE, GRANT_KEY, and whether test applications may use the module
 * @param clock - for the simulated providers
 * @returns the providers of this service
 * @throws Error for an invalid module, or a module without GRANT_KEY
 */
export async function openProviders(
  config: Pick<Config, 'providersModule' | 'grantKeys' | 'opensProvidersToTests'>,
  clock: Clock,
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
    simulated: createSimulatedProviders(clock),
    loaded,
    seal,
    isOpenToTests: config.opensProvidersToTests,
  });
}
