import { randomBytes } from 'node:crypto';
import type {
  CredentialProvider,
  ProviderPlugin,
  RedirectProvider,
  Share,
} from 'tax-connect/providers';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import { createProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import { createSimulatedProviders } from '../../src/connect/service/providers/simulated.ts';
import { noTerms } from '../../src/connect/shapes/flow-answers.ts';
import { createTestService, type ServiceOptions, type TestService } from './harness.ts';
import { live } from './test-application.ts';

const grantKey = randomBytes(32);

/** A plug-in that accepts everyone by their name. */
export const fake: CredentialProvider = {
  info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
  begin: async ({ username = '' }) => ({
    status: 'accepted',
    subject: username,
    label: username,
  }),
  answer: async () => ({ status: 'refused' }),
};

/** The same with an own site, at which everyone is one person. */
export const fakeSite: RedirectProvider = {
  info: fake.info,
  authorize: async ({ state }) => ({
    url: new URL(`https://fake.example/?state=${state}`),
    state: null,
  }),
  complete: async () => ({ status: 'accepted', subject: 'person-7', label: 'A. Person' }),
};

/** Applications beside `live` that use the plug-in. All five share a provider's places. */
export const others = [1, 2, 3, 4].map((number) => ({
  ...{ ...live, client_id: `live_app_${number}` },
  ...{ client_secret: `live_app_${number}_secret_5a93c6e07d1f42b8` },
}));

/** @returns the simulated providers, and these for live applications, or for all; and a key for what is sealed */
export const createProviders = (
  loaded?: readonly ProviderPlugin[],
  keys: readonly Buffer[] = [grantKey],
  { isOpenToTests = false } = {},
) =>
  createProviderRegistry({
    simulated: createSimulatedProviders({ now: () => 0, sleep: async () => {} }),
    loaded,
    isOpenToTests,
    seal: createGrantSeal(keys),
  });

/** @returns these providers only, and a key for what is sealed */
export const loadOnly = (...loaded: readonly ProviderPlugin[]) =>
  createProviderRegistry({ simulated: [], loaded, seal: createGrantSeal([grantKey]) });

/** @returns a service whose live applications have this provider only; with a store, another process of one */
export async function servePlugin(
  plugin: ProviderPlugin,
  store?: TestService['store'],
  options: ServiceOptions = {},
): Promise<TestService> {
  return await createTestService({
    applications: [live, ...others],
    providers: loadOnly(plugin),
    ...(store ? { store } : {}),
    ...options,
  });
}

/** The answer after a sign-in at a provider that gives these kinds of data, for an application without terms. */
export const atConsent = (
  label: string,
  shares: readonly Share[] = ['identity', 'returns', 'forms'],
) => ({ step: 'consent', account: { label }, shares, terms: noTerms });
