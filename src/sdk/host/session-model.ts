import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { ConnectError } from '../protocol/errors.ts';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';
import type { ModalModel, Screen } from '../ui/modal-model.ts';
import type { ConnectStep } from './api.ts';

/** What the modal says about a window. */
export type PopupScreen = Omit<Extract<Screen, { kind: 'popup' }>, 'kind'>;

/** The session's state as the modal sees it; the screen follows from the rest. */
export interface SessionModel extends ModalModel {
  readonly step: Signal<ConnectStep>;
  readonly drawn: Signal<number>;
  readonly application: Signal<ConnectApplication | null>;
  /** Null until the page sent them. */
  readonly providers: Signal<readonly Provider[] | null>;
  /** The provider picked in the modal and not yet confirmed by the page. */
  readonly busyId: Signal<string | null>;
  /** Null while the page is in the frame. */
  readonly popup: Signal<PopupScreen | null>;
  /** What ended the flow or interrupted it. */
  readonly error: Signal<ConnectError | null>;
  /** Whether the screen of the error offers a window, too. */
  readonly canTryWindow: Signal<boolean>;
  readonly isConnected: Signal<boolean>;
  readonly isConfirmingExit: Signal<boolean>;
  readonly isInterrupted: Signal<boolean>;
  readonly frameHeight: Signal<number | null>;
}

/**
 * @param theme - light or dark, following the user's system where the host said nothing
 * @returns a model at its beginning
 */
export function createSessionModel(theme: ReadonlySignal<'light' | 'dark'>): SessionModel {
  const state = {
    step: signal<ConnectStep>('loading'),
    drawn: signal(0),
    application: signal<ConnectApplication | null>(null),
    providers: signal<readonly Provider[] | null>(null),
    busyId: signal<string | null>(null),
    popup: signal<PopupScreen | null>(null),
    error: signal<ConnectError | null>(null),
    canTryWindow: signal(false),
    isConnected: signal(false),
    isConfirmingExit: signal(false),
    isInterrupted: signal(false),
    frameHeight: signal<number | null>(null),
    theme,
  };
  return { ...state, screen: computed(() => describeScreen(state)) };
}

/**
 * @param step - of a session
 * @returns whether the user is past the selector, with something to lose
 */
export function isOnPage(step: ConnectStep): step is 'login' | 'consent' {
  return step === 'login' || step === 'consent';
}

function describeScreen(state: Omit<SessionModel, 'screen'>): Screen {
  const providers = state.providers.value;
  const error = state.error.value;
  const step = state.step.value;
  const popup = state.popup.value;
  if (popup && step !== 'finishing' && step !== 'failed') return { kind: 'popup', ...popup };
  if (step === 'select' && providers && state.drawn.value > 1) {
    return { kind: 'select', providers, busyId: state.busyId.value };
  }
  if (isOnPage(step)) {
    return { kind: 'page', step, canGoBack: !!providers && providers.length > 1 };
  }
  if (step === 'finishing') return { kind: state.isConnected.value ? 'connected' : 'finishing' };
  if (step === 'failed' && error) {
    return { kind: 'failed', error, canTryWindow: state.canTryWindow.value };
  }
  return { kind: 'loading' };
}
