import { randomBytes } from 'node:crypto';
import type { ProviderPlugin } from 'tax-connect/providers';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import { createProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import {
  createTestService,
  hostOrigin,
  liveApplication,
  type ServiceOptions,
  type TestService,
} from './harness.ts';

/** The application that uses the plug-in. */
export const live = { ...liveApplication, origins: [hostOrigin] };

const grantKey = randomBytes(32);

/** Other applications that use the plug-in. Four of them and `live` share a provider's places. */
export const others = [1, 2, 3, 4].map((number) => ({
  ...{ ...live, client_id: `live_app_${number}` },
  ...{ client_secret: `live_app_${number}_secret_5a93c6e07d1f42b8` },
}));

/** @returns a service whose live applications have this provider only; with a store, another process of one */
export async function servePlugin(
  plugin: ProviderPlugin,
  store?: TestService['store'],
  config: ServiceOptions['config'] = {},
): Promise<TestService> {
  return await createTestService({
    applications: [live, ...others],
    config,
    providers: createProviderRegistry({
      simulated: [],
      loaded: [plugin],
      seal: createGrantSeal([grantKey]),
    }),
    ...(store ? { store } : {}),
  });
}
