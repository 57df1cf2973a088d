import type { DashboardClient } from './dashboard-client.ts';
import { type DashboardState, readClientId, settle, showApplication } from './dashboard-state.ts';
import type { Problem } from './parse-problem.ts';
import type { ProviderSwitch } from './provider-endpoints.ts';

/** Actions on providers. Each promise resolves to the problem, or to null. */
export interface ProviderActions {
  /** Loads every provider with its state. */
  showProviders(): Promise<Problem | null>;
  switchProvider(change: ProviderSwitch): Promise<Problem | null>;
  /** @param ids - the providers that people can choose in the application; null for all */
  setOfferedProviders(ids: readonly string[] | null): Promise<Problem | null>;
}

export function createProviderActions(
  state: DashboardState,
  client: DashboardClient,
): ProviderActions {
  const { providers, status } = state;

  async function show(): Promise<Problem | null> {
    const { value: visit } = state.visit;
    return settle(state, await client.listProviders(), (loaded) => {
      if (state.visit.value === visit) providers.value = loaded.providers;
    });
  }

  return {
    showProviders: show,
    async switchProvider(change) {
      const failed = settle(state, await client.switchProvider(change), (switched) => {
        status.value = `${switched.provider_id} is ${switched.state} now.`;
      });
      return failed ?? (await show());
    },
    setOfferedProviders: async (ids) =>
      settle(state, await client.setOfferedProviders(readClientId(state), ids), (changed) => {
        showApplication(state, changed);
        status.value = 'The providers are set.';
      }),
  };
}
