import { randomBytes } from 'node:crypto';
import type { ProviderPlugin } from 'tax-connect/providers';
import { createGrantSeal } from '../../src/connect/service/providers/grant-seal.ts';
import { createProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import { createTestService, hostOrigin, liveApplication, type TestService } from './harness.ts';

/** The application that uses the plug-in. */
export const live = { ...liveApplication, origins: [hostOrigin] };

const grantKey = randomBytes(32);

/** @returns a service whose live applications have this provider only; with a store, another process of one */
export async function servePlugin(
  plugin: ProviderPlugin,
  store?: TestService['store'],
): Promise<TestService> {
  return await createTestService({
    applications: [live],
    providers: createProviderRegistry({
      simulated: [],
      loaded: [plugin],
      seal: createGrantSeal([grantKey]),
    }),
    ...(store ? { store } : {}),
  });
}
