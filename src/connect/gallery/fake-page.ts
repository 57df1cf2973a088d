import { createPage, describeShown, type Shown } from '../page/phase.ts';
import { type PageState, usualProviders } from './page-states.ts';

/** Creates what the views of the Connect page read in a single state. */
export function createFakePage(state: PageState): Shown {
  const { account = null, environment = 'test', pending, problem } = state;
  return describeShown({
    ...createPage({
      place: { name: 'alone' },
      isVisit: state.isVisit ?? false,
      handoff: null,
      session: null,
      clientId: '',
      link: state.link ?? null,
      isReloaded: false,
      application: { name: 'Tally', environment },
      presentation: { locale: 'en', theme: 'light' },
      reference: 'K7QF3M9T',
    }),
    step: {
      view: state.view,
      request: pending ? { id: 1, task: pending } : null,
      failure: problem ? { problem: { ...problem, description: '' }, task: null } : null,
    },
    providers: state.providers ?? usualProviders,
    account,
    isExpiring: state.isExpiring ?? false,
    canGoBack: account === null,
    submissions: environment === 'test' ? (state.submissions ?? { limit: 100, used: 3 }) : null,
  });
}
