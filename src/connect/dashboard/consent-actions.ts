import type { ConsentChoice } from './consent-choice.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { type DashboardState, readClientId, settle } from './dashboard-state.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './parse-problem.ts';

/** Actions on the records of consents. Each promise resolves to the problem, or to null. */
export interface ConsentActions {
  searchConsents(choice: ConsentChoice): Promise<Problem | null>;
  /** Adds the next page. */
  showMoreConsents(): Promise<Problem | null>;
}

export function createConsentActions(
  state: DashboardState,
  client: DashboardClient,
): ConsentActions {
  const { consents, status } = state;
  let lastLoad = 0;

  /** Drops the answer if the user has left the page, or a later request has replaced this one. */
  async function load(choice: ConsentChoice, after: string): Promise<Problem | null> {
    const { value: visit } = state.visit;
    lastLoad += 1;
    const own = lastLoad;
    const result = await client.listConsents(readClientId(state), choice, after);
    return settle(state, result, (page) => {
      if (state.visit.value !== visit || own !== lastLoad) return;
      const before = consents.value;
      const list = after === '' ? page.consents : [...(before?.list ?? []), ...page.consents];
      consents.value = { list, ...choice, next: page.next };
      if (before) status.value = describeCount(list.length);
    });
  }

  return {
    searchConsents: (choice) => load(choice, ''),
    async showMoreConsents() {
      const shown = consents.value;
      return shown?.next ? await load(toConsentChoice(shown), shown.next) : null;
    },
  };
}

/** @returns only the choice, without the results */
export function toConsentChoice({ search, firstDay, lastDay }: ConsentChoice): ConsentChoice {
  return { search, firstDay, lastDay };
}

function describeCount(count: number): string {
  if (count === 0) return 'No consent found.';
  return `${formatNumber(count)} ${count === 1 ? 'consent' : 'consents'} shown.`;
}
