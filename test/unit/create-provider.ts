import type { Provider } from '../../src/sdk/protocol/provider.ts';

/** An available provider, unless `more` says otherwise. Its ID is its name, in lower case and with hyphens. */
export function createProvider(name: string, more: Partial<Provider> = {}): Provider {
  const id = name.toLowerCase().replace(/\W+/g, '-');
  return {
    id,
    name,
    domain: `${id}.example`,
    aliases: [],
    popular: false,
    logo: null,
    status: 'available',
    reason: null,
    surface: 'any',
    ...more,
  };
}
