import { signal } from '@preact/signals';
import type { PendingTask } from '../page/flow.ts';
import { createPage, isOutcome, type Page, type Work } from '../page/phase.ts';
import { createStore, type FlowStore } from '../page/store.ts';
import { type PageState, usualProviders } from './page-states.ts';

/** What a state of the Connect page depends on besides the state itself. */
export interface Surroundings {
  /** Whether the host or the Connect page shows the list of providers. */
  readonly selector: 'host' | 'page';
  /** The host's origin, or null in the redirect flow. */
  readonly origin: string | null;
}

/**
 * Creates a store for the views of the Connect page that holds a single state. The user's actions do not change the
 * state, because no service handles them.
 */
export function createFakeStore(state: PageState, surroundings: Surroundings): FlowStore {
  const environment = state.environment ?? 'test';
  const { view } = state;
  const page: Page = {
    ...createPage({
      place: { name: 'alone' },
      isVisit: state.isVisit === true,
      handoff: null,
      session: null,
      clientId: '',
      link: state.link ?? null,
      isReloaded: false,
      application: { name: 'Tally', environment },
      presentation: { locale: 'en', theme: 'light' },
      reference: '',
    }),
    step: isOutcome(view) ? { view } : { view, ...describeWork(state) },
    providers: state.providers ?? usualProviders,
    account: state.account ?? null,
    isExpiring: state.isExpiring ?? false,
    canGoBack: state.account === undefined,
    selector: surroundings.selector,
    origin: surroundings.origin,
    submissions: environment === 'test' ? (state.submissions ?? { limit: 100, used: 3 }) : null,
  };
  return createStore(signal(page), ignore);
}

function describeWork({ view, pending, problem }: PageState): Work {
  return {
    request: pending ? { id: 1, task: pending } : null,
    failure: problem ? { problem: { ...problem, description: '' }, task: tasks[view.kind] } : null,
  };
}

/** The request that a view reports as failed when its state has a problem; null for views that show no problem. */
const tasks: Readonly<Record<PageState['view']['kind'], PendingTask | null>> = {
  link: 'start',
  starting: 'start',
  question: 'join',
  select: 'select',
  login: 'login',
  mfa: 'mfa',
  differentAccount: null,
  consent: 'allow',
  manage: 'end',
  success: null,
  denied: null,
  linkOver: null,
  failed: null,
};

function ignore(): void {}
