import { batch } from '@preact/signals';
import type { FlowStore, PendingTask } from '../../src/connect/page/flow.ts';
import { createState } from '../../src/connect/page/flow-steps.ts';
import { type PageState, usualProviders } from './page-states.ts';

/** Where a state is shown, as far as its views ask. */
export interface Surroundings {
  /** The side that draws the selector. */
  readonly selector: 'host' | 'page';
  /** The host's origin, or null in the redirect flow. */
  readonly origin: string | null;
}

/**
 * A flow that is where it is: its views show one state, and nothing that the user does leads out of
 * it, because no service is there to answer.
 *
 * @param state - what to show
 * @param surroundings - where
 * @returns the flow as the views of the Connect page read it
 */
export function createFakeStore(state: PageState, surroundings: Surroundings): FlowStore {
  const environment = state.environment ?? 'test';
  const signals = createState({ name: 'Tally', environment });
  batch(() => {
    signals.view.value = state.view;
    signals.pending.value = state.pending ?? null;
    signals.problem.value = state.problem ? { ...state.problem, description: '' } : null;
    signals.failedTask.value = state.problem ? tasks[state.view.kind] : null;
    signals.providers.value = state.providers ?? usualProviders;
    signals.selector.value = surroundings.selector;
    signals.origin.value = surroundings.origin;
    signals.submissions.value =
      environment === 'test' ? (state.submissions ?? { limit: 100, used: 3 }) : null;
  });
  const stay = async () => undefined;
  return {
    ...signals,
    ask: ignore,
    confirmWindow: stay,
    refuseWindow: ignore,
    start: stay,
    selectProvider: stay,
    reportUnlisted: ignore,
    goBack: stay,
    login: stay,
    submitAnswer: stay,
    resend: stay,
    visitProvider: stay,
    decide: stay,
    leave: ignore,
    confirm: ignore,
    fail: ignore,
    close: ignore,
  };
}

/** The service's answers on each view. */
const tasks: Readonly<Record<PageState['view']['kind'], PendingTask | null>> = {
  starting: 'start',
  question: 'join',
  select: 'select',
  login: 'login',
  mfa: 'mfa',
  consent: 'allow',
  success: null,
  denied: null,
  failed: null,
};

function ignore(): void {}
