import { applicationAnswer } from '../shapes/dashboard-answers.ts';
import { providersAnswer, switchedProviderAnswer } from '../shapes/provider-answers.ts';
import type { ProviderState } from '../shapes/unions.ts';
import type { Ask } from './dashboard-request.ts';

/** The new state of a provider. */
export interface ProviderSwitch {
  readonly providerId: string;
  readonly state: ProviderState;
  /** The reason shown for an unavailable provider; null to show none. */
  readonly reason: string | null;
}

/** @returns the endpoints about providers */
export function createProviderEndpoints(ask: Ask) {
  return {
    listProviders: () => ask({ path: 'providers', answer: providersAnswer }),
    switchProvider: ({ providerId, state, reason }: ProviderSwitch) =>
      ask({
        path: `providers/${encodeURIComponent(providerId)}/switch`,
        body: { state, reason },
        answer: switchedProviderAnswer,
      }),
    /** @param provider_ids - the providers that people can choose in the application; null for all */
    setOfferedProviders: (clientId: string, provider_ids: readonly string[] | null) =>
      ask({
        path: `applications/${encodeURIComponent(clientId)}/providers`,
        body: { provider_ids },
        answer: applicationAnswer,
      }),
  };
}
