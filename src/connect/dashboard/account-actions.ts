import type { AccountChoice, DashboardClient } from './dashboard-client.ts';
import { type DashboardState, readClientId, settle } from './dashboard-state.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './parse-problem.ts';

/** Actions on the connected accounts. Each promise resolves to the problem, or to null. */
export interface AccountActions {
  searchAccounts(choice: AccountChoice): Promise<Problem | null>;
  /** Adds the next page. */
  showMoreAccounts(): Promise<Problem | null>;
  disconnectAccount(accountId: string): Promise<Problem | null>;
}

export function createAccountActions(
  state: DashboardState,
  client: DashboardClient,
): AccountActions {
  const { accounts, status } = state;

  /** Drops the answer if the user has left the page or searched again. */
  async function load(choice: AccountChoice, after: string): Promise<Problem | null> {
    const { value: visit } = state.visit;
    const before = accounts.value;
    const result = await client.listAccounts(readClientId(state), { ...choice, after });
    return settle(state, result, (page) => {
      if (state.visit.value !== visit || accounts.value !== before) return;
      const list = after === '' ? page.accounts : [...(before?.list ?? []), ...page.accounts];
      accounts.value = { list, ...choice, next: page.next };
      if (before) status.value = describeCount(list.length);
    });
  }

  return {
    searchAccounts: (choice) => load(choice, ''),
    async showMoreAccounts() {
      const shown = accounts.value;
      return shown?.next ? await load(toChoice(shown), shown.next) : null;
    },
    async disconnectAccount(accountId) {
      const result = await client.disconnectAccount(readClientId(state), accountId);
      const failed = settle(state, result, () => {
        const shown = accounts.value;
        const list = shown?.list.filter(({ account_id }) => account_id !== accountId);
        if (shown && list) accounts.value = { ...shown, list };
        status.value = `Disconnected ${accountId}.`;
      });
      const shown = accounts.value;
      if (shown?.list.length === 0 && shown.next) await load(toChoice(shown), shown.next);
      return failed;
    },
  };
}

function toChoice({ search, isInNeed }: AccountChoice): AccountChoice {
  return { search, isInNeed };
}

function describeCount(count: number): string {
  if (count === 0) return 'No account found.';
  return `${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'} shown.`;
}
