import type { Draft, Effect } from './draft.ts';
import { isLive, type SessionState } from './phase.ts';
import { failUnreachable, handleTimeout } from './transitions/clock.ts';
import {
  close,
  confirmExit,
  failDelivery,
  failToDraw,
  requestClose,
  showAgain,
  succeed,
} from './transitions/end.ts';
import { handleFlowFailure, handlePageMessage } from './transitions/page.ts';
import {
  handlePopupClosed,
  handlePopupHello,
  handlePopupOpened,
  openPopup,
  returnToFrame,
} from './transitions/popup.ts';
import {
  goBack,
  keepGoing,
  retry,
  retryOnline,
  selectProvider,
  start,
} from './transitions/user.ts';

type Guard = (state: SessionState, from?: unknown) => boolean;

const always: Guard = () => true;
/** A flow may start or restart. */
const mayTryAgain: Guard = ({ phase }) => phase.name === 'failed' || isLive(phase);
/** A flow is in progress. */
const isInFlow: Guard = ({ phase }) => isLive(phase);
/** A flow follows this page. Messages of an earlier flow are ignored. */
const isFollowed: Guard = ({ phase, frame, popup }, from) =>
  isLive(phase) &&
  (from === 'frame' ? frame === 'followed' || frame === 'loading' : popup.name === 'open');

/** Every input of a session: the phases in which it counts, and its handler. */
const inputs = {
  // Inputs from the host.
  start: [always, start],
  showAgain: [always, showAgain],
  close: [always, close],
  callbackDone: [always, succeed],
  callbackFailed: [always, failDelivery],
  // Inputs from the user, in the modal.
  selectProvider: [isInFlow, selectProvider],
  goBack: [isInFlow, goBack],
  retry: [mayTryAgain, retry],
  openPopup: [mayTryAgain, openPopup],
  returnToFrame: [mayTryAgain, returnToFrame],
  requestClose: [always, requestClose],
  confirmExit: [always, confirmExit],
  keepGoing: [isInFlow, keepGoing],
  // Inputs from a page, over its port.
  pageSaid: [isFollowed, handlePageMessage],
  // Inputs from the surfaces.
  flowFailed: [isFollowed, handleFlowFailure],
  popupOpened: [mayTryAgain, handlePopupOpened],
  popupHello: [isInFlow, handlePopupHello],
  popupClosed: [isInFlow, handlePopupClosed],
  // Inputs from the browser and the clock.
  cannotDraw: [always, failToDraw],
  online: [mayTryAgain, retryOnline],
  timedOut: [always, handleTimeout],
  serviceRefused: [isInFlow, failUnreachable],
} as const;

type Inputs = typeof inputs;
type ValuesOf<Handler> = Handler extends (draft: Draft, ...values: infer Values) => void
  ? Values
  : never;

/** One input: its name and its arguments. */
export type Input = {
  readonly [Name in keyof Inputs]: readonly [name: Name, ...values: ValuesOf<Inputs[Name][1]>];
}[keyof Inputs];

/** The result of an input: the next state and the effects. */
export interface Step {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

/**
 * Computes the result of an input. It is pure: it reads only its arguments and has no side effects.
 *
 * An input after the outcome, or one that does not fit the phase, changes nothing.
 *
 * @param isOnline - a hint, see `Draft`
 * @returns the next state and the effects, in order
 */
export function transition(state: SessionState, input: Input, isOnline: boolean): Step {
  const [name, ...values] = input;
  const [counts, handle] = inputs[name];
  if (state.phase.name === 'over' || !counts(state, values[0])) return { state, effects: [] };
  const draft: Draft = { ...state, isOnline, effects: [] };
  // The type of `Input` guarantees that the values fit the name.
  (handle as (draft: Draft, ...values: readonly unknown[]) => void)(draft, ...values);
  const { isOnline: _, effects, ...next } = draft;
  return { state: next, effects };
}
