import type { SessionStatus } from '../shapes/unions.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { type DashboardState, readClientId, settle } from './dashboard-state.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './parse-problem.ts';

/** Actions on the sessions of an application. Each promise resolves to the problem, or to null. */
export interface SessionActions {
  /** @param chosen - the status of the sessions; null for any */
  showSessions(chosen: SessionStatus | null): Promise<Problem | null>;
  /** Adds the next page. */
  showMoreSessions(): Promise<Problem | null>;
  /** Creates a session, shows its link, and reloads the list. */
  createLink(): Promise<Problem | null>;
  /** Cancels a session and reloads the list, because the session may already have ended in another way. */
  cancelSession(sessionId: string): Promise<Problem | null>;
}

interface Choice {
  readonly chosen: SessionStatus | null;
  readonly after: string;
  readonly limit?: number;
}

/** The longest page that the service returns. */
const maxLimit = 100;

export function createSessionActions(
  state: DashboardState,
  client: DashboardClient,
): SessionActions {
  const { sessions, status } = state;
  let lastLoad = 0;

  /**
   * Drops the answer if the user has left the page, or a later request has replaced this one.
   *
   * @param text - for the live region
   */
  async function load(
    { chosen, after, limit }: Choice,
    text = describeCount,
  ): Promise<Problem | null> {
    const { value: visit } = state.visit;
    lastLoad += 1;
    const own = lastLoad;
    const page = { status: chosen, after, ...(limit === undefined ? {} : { limit }) };
    const result = await client.listSessions(readClientId(state), page);
    return settle(state, result, (loaded) => {
      if (state.visit.value !== visit || own !== lastLoad) return;
      const before = sessions.value;
      const list = after === '' ? loaded.sessions : [...(before?.list ?? []), ...loaded.sessions];
      sessions.value = { list, chosen, next: loaded.next };
      if (before) status.value = text(list.length);
    });
  }

  /**
   * Reloads the list after a change.
   *
   * @param visit - the visit in which the user asked for the change
   */
  async function loadAgain(visit: number, text: string): Promise<Problem | null> {
    const shown = sessions.value;
    if (!shown || state.visit.value !== visit) return null;
    const limit = Math.min(Math.max(1, shown.list.length), maxLimit);
    return await load({ chosen: shown.chosen, after: '', limit }, () => text);
  }

  return {
    showSessions: (chosen) => load({ chosen, after: '' }),
    async showMoreSessions() {
      const shown = sessions.value;
      return shown?.next ? await load({ chosen: shown.chosen, after: shown.next }) : null;
    },
    async createLink() {
      const { value: visit } = state.visit;
      const clientId = readClientId(state);
      const failed = settle(state, await client.createLink(clientId), ({ url, expires_at }) => {
        if (state.visit.value === visit)
          state.shownLink.value = { clientId, url, expiresAt: expires_at };
      });
      return failed ?? (await loadAgain(visit, 'A link was created.'));
    },
    async cancelSession(sessionId) {
      const { value: visit } = state.visit;
      const result = await client.cancelSession(readClientId(state), sessionId);
      const failed = settle(state, result, () => undefined);
      return (
        failed ?? (await loadAgain(visit, `Nothing can be connected in ${sessionId} any more.`))
      );
    },
  };
}

function describeCount(count: number): string {
  if (count === 0) return 'No session found.';
  return `${formatNumber(count)} ${count === 1 ? 'session' : 'sessions'} shown.`;
}
