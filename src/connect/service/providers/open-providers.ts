import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createGrantSeal } from './grant-seal.ts';
import { loadProviders } from './load-providers.ts';
import { createProviderRegistry, type ProviderRegistry } from './registry.ts';
import { createSimulatedProviders } from './simulated.ts';

/**
 * @param config - PROVIDERS_MODULE and GRANT_KEY, and whether test applications may use that module
 * @param clock - for the simulated providers
 * @returns the providers of this service
 * @throws Error for a module that is wrong, and without GRANT_KEY when there is a module
 */
export async function openProviders(
  config: Pick<Config, 'providersModule' | 'grantKeys' | 'opensProvidersToTests'>,
  clock: Clock,
): Promise<ProviderRegistry> {
  const { providersModule, grantKeys } = config;
  if (providersModule !== undefined && grantKeys === undefined) {
    throw new Error(
      'GRANT_KEY is not set: PROVIDERS_MODULE needs it, to encrypt what providers give us to keep. ' +
        'Set it to 32 random bytes in base64, such as `openssl rand -base64 32` prints.',
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
