import { computed, type ReadonlySignal } from '@preact/signals';
import type { Decision } from '../shapes/unions.ts';
import { isInProvider, type ShownConsent } from './flow.ts';
import { getRequest, isOver, type Page } from './phase.ts';
import type { Input } from './transition.ts';

/** The state of the page as views read it, and the actions of the user. */
export type FlowStore = ReturnType<typeof createStore>;

/** @param dispatch - gives the user's actions to the state machine */
export function createStore(page: ReadonlySignal<Page>, dispatch: (...input: Input) => void) {
  const failure = computed(() => (isOver(page.value.step) ? null : page.value.step.failure));
  /**
   * The user names that the user has typed, by provider ID. They are kept in memory only, so that the user need not
   * type a name twice.
   */
  const typedNames = new Map<string, string>();
  return {
    application: computed(() => page.value.application),
    view: computed(() => page.value.step.view),
    pending: computed(() => getRequest(page.value.step)?.task ?? null),
    /** A problem of the last request that the current view can recover from, or null. */
    problem: computed(() => failure.value?.problem ?? null),
    /** The action that `problem` is about, or null. */
    failedTask: computed(() => failure.value?.task ?? null),
    providers: computed(() => page.value.providers),
    selector: computed(() => page.value.selector),
    /** Whether the user can return from a provider to the selection. */
    canGoBack: computed(() => page.value.canGoBack),
    /** Whether the page shows Back. */
    hasPreviousStep: computed(() => {
      const { step, canGoBack } = page.value;
      return step.view.kind === 'mfa' || (isInProvider(step.view) && canGoBack);
    }),
    origin: computed(() => page.value.origin),
    account: computed(() => page.value.account),
    submissions: computed(() => page.value.submissions),
    /** Whether the page asks if the user is still there, because the flow is about to end. */
    isExpiring: computed(() => page.value.isExpiring && !isOver(page.value.step)),
    link: computed(() => page.value.link),
    typedNames,
    /** Starts the flow of a link. */
    begin: () => dispatch('begin'),
    /** Leaves a link or a redirect flow before its end. */
    cancel: () => dispatch('cancel'),
    /**
     * The user says that they opened this popup. `number`: the number that they typed; null when none was asked for.
     */
    confirmPopup: (number: string | null) => dispatch('confirmPopup', number),
    /** The user says that they did not open this popup. */
    refusePopup: () => dispatch('refusePopup'),
    selectProvider: (providerId: string) => dispatch('selectProvider', providerId),
    reportUnlisted: () => dispatch('reportUnlisted'),
    goBack: () => dispatch('goBack'),
    signInAgain() {
      // The typed user names are of the person who has just signed in to another account, so they are forgotten.
      typedNames.clear();
      dispatch('signInAgain');
    },
    login: (fields: Readonly<Record<string, string>>) => dispatch('login', fields),
    /** Sends the answer to a challenge. An empty answer asks whether the user has approved a push. */
    submitAnswer: (answer: string) => dispatch('submitAnswer', answer),
    resend: () => dispatch('resend'),
    /** Sends the browser to the provider's site. */
    goToProvider: () => dispatch('goToProvider'),
    decide: (decision: Decision, shown?: ShownConsent) => dispatch('decide', decision, shown),
    endAccess: (accountId: string) => dispatch('endAccess', accountId),
    keepGoing: () => dispatch('keepGoing'),
    /** Cancels the pending request. The view stays. Idempotent. */
    abort: () => dispatch('abort'),
  };
}
