import type { Provider } from 'tax-connect/page';
import type { ProviderPlugin } from 'tax-connect/providers';
import type { Environment } from '../../shapes/unions.ts';
import type { GrantSeal } from './grant-seal.ts';
import { type SimulatedInfo, sandboxProviderId } from './simulated-infos.ts';

/** The providers of a service, as its users find them and as the service asks them. */
export interface ProviderRegistry {
  /** Encrypts what they give us to keep. */
  readonly seal: GrantSeal;
  /** @returns whether the browser may go to a provider's own site */
  hasRedirects(environment: Environment): boolean;
  /** @returns every provider as the users of such an application may or may not use it */
  list(environment: Environment): readonly Provider[];
  /** @returns the provider of that id, available or not, or undefined */
  find(environment: Environment, id: string): Provider | undefined;
  /** @returns who is asked, or undefined */
  findPlugin(environment: Environment, id: string): ProviderPlugin | undefined;
}

/** What a registry is made of. */
export interface RegistryParts {
  /** The simulated providers, for tests and for a service without others. */
  readonly simulated: readonly ProviderPlugin[];
  /** Those of PROVIDERS_MODULE, for live applications; undefined: there is no module. */
  readonly loaded?: readonly ProviderPlugin[] | undefined;
  readonly seal: GrantSeal;
  /** Whether test applications may use the loaded ones as well. */
  readonly isOpenToTests?: boolean | undefined;
}

/**
 * @param parts - the providers, and what encrypts for them
 * @returns the registry
 */
export function createProviderRegistry(parts: RegistryParts): ProviderRegistry {
  const { simulated, loaded, seal } = parts;
  const isOpenToTests = parts.isOpenToTests === true && loaded !== undefined;
  const live = loaded ?? simulated;
  const sandbox = simulated.filter(({ info }) => info.id === sandboxProviderId);
  const others = live.filter(({ info }) => info.id !== sandboxProviderId);
  const plugins = { live, test: [...sandbox, ...others] };
  // Built once for each environment: every flow starts with this list.
  const providers: Readonly<Record<Environment, readonly Provider[]>> = {
    live: live.map(describe),
    test: plugins.test.map(describe).map((one) => (isOpenToTests ? one : closeForTests(one))),
  };
  return {
    seal,
    hasRedirects: (environment) => plugins[environment].some((plugin) => 'authorize' in plugin),
    list: (environment) => providers[environment],
    find: (environment, id) => providers[environment].find((provider) => provider.id === id),
    findPlugin: (environment, id) => plugins[environment].find(({ info }) => info.id === id),
  };
}

function describe(plugin: ProviderPlugin): Provider {
  const info: SimulatedInfo = plugin.info;
  return {
    id: info.id,
    name: info.name,
    domain: info.domain,
    aliases: info.aliases ?? [],
    popular: info.popular ?? false,
    logo: info.logo ?? null,
    status: info.status ?? 'available',
    reason: info.reason ?? null,
    // No provider lets its login be framed.
    surface: 'authorize' in plugin ? 'popup' : (info.surface ?? 'any'),
  };
}

function closeForTests(provider: Provider): Provider {
  if (provider.id === sandboxProviderId || provider.status === 'unavailable') return provider;
  const reason = 'Test credentials work with Sandbox only.';
  return { ...provider, status: 'unavailable', reason };
}
