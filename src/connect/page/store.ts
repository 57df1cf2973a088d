import { computed, type ReadonlySignal } from '@preact/signals';
import { type FlowStore, isInProvider } from './flow.ts';
import { getRequest, isOver, type Page } from './phase.ts';
import type { Input } from './transition.ts';

/**
 * @param dispatch - receives the user's actions
 * @returns the page as views read it
 */
export function createStore(
  page: ReadonlySignal<Page>,
  dispatch: (...input: Input) => void,
): FlowStore {
  const failure = computed(() => (isOver(page.value.step) ? null : page.value.step.failure));
  const typedNames = new Map<string, string>();
  return {
    application: computed(() => page.value.application),
    view: computed(() => page.value.step.view),
    pending: computed(() => getRequest(page.value.step)?.task ?? null),
    problem: computed(() => failure.value?.problem ?? null),
    failedTask: computed(() => failure.value?.task ?? null),
    providers: computed(() => page.value.providers),
    selector: computed(() => page.value.selector),
    canGoBack: computed(() => page.value.canGoBack),
    hasPreviousStep: computed(() => {
      const { step, canGoBack } = page.value;
      return step.view.kind === 'mfa' || (isInProvider(step.view) && canGoBack);
    }),
    origin: computed(() => page.value.origin),
    account: computed(() => page.value.account),
    submissions: computed(() => page.value.submissions),
    isExpiring: computed(() => page.value.isExpiring && !isOver(page.value.step)),
    link: computed(() => page.value.link),
    typedNames,
    begin: () => dispatch('begin'),
    cancel: () => dispatch('cancel'),
    confirmPopup: (number) => dispatch('confirmPopup', number),
    refusePopup: () => dispatch('refusePopup'),
    selectProvider: (providerId) => dispatch('selectProvider', providerId),
    reportUnlisted: () => dispatch('reportUnlisted'),
    goBack: () => dispatch('goBack'),
    signInAgain() {
      // The typed user names belong to the person who has just signed in with another account.
      typedNames.clear();
      dispatch('signInAgain');
    },
    login: (fields) => dispatch('login', fields),
    submitAnswer: (answer) => dispatch('submitAnswer', answer),
    resend: () => dispatch('resend'),
    goToProvider: () => dispatch('goToProvider'),
    decide: (decision, shown) => dispatch('decide', decision, shown),
    endAccess: (accountId) => dispatch('endAccess', accountId),
    keepGoing: () => dispatch('keepGoing'),
    abort: () => dispatch('abort'),
  };
}
