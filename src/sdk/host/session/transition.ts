import { createTransition, type InputOf, type Transition } from '../../../kit/create-machine.ts';
import type { SurfaceKind } from '../../protocol/messages.ts';
import type { Effects } from './draft.ts';
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
import { start } from './transitions/frame.ts';
import { handleFlowFailure, handlePageMessage } from './transitions/page.ts';
import {
  handlePopupClosed,
  handlePopupHello,
  handlePopupOpened,
  openPopup,
  returnToFrame,
} from './transitions/popup.ts';
import { goBack, keepGoing, retry, retryOnline, selectProvider } from './transitions/user.ts';

/** The session has no outcome yet. */
const isOpen = ({ phase }: SessionState) => phase.name !== 'over';
/** A flow may start or restart. */
const mayTryAgain = ({ phase }: SessionState) => phase.name === 'failed' || isLive(phase);
/** A flow is in progress. */
const isInFlow = ({ phase }: SessionState) => isLive(phase);
/** A flow uses the page in this surface (frame or popup). Messages of the page of an earlier flow are ignored. */
const isFollowed = ({ phase, frame, popup }: SessionState, from: SurfaceKind) =>
  isLive(phase) &&
  (from === 'frame' ? frame === 'followed' || frame === 'loading' : popup.name === 'open');

/** Every input of a session: the condition under which it counts, and its handler. */
const inputs = {
  // Inputs from the host.
  start: [isOpen, start],
  showAgain: [isOpen, showAgain],
  close: [isOpen, close],
  callbackDone: [isOpen, succeed],
  callbackFailed: [isOpen, failDelivery],
  // Inputs from the user, in the modal.
  selectProvider: [isInFlow, selectProvider],
  goBack: [isInFlow, goBack],
  retry: [mayTryAgain, retry],
  openPopup: [mayTryAgain, openPopup],
  returnToFrame: [mayTryAgain, returnToFrame],
  requestClose: [isOpen, requestClose],
  confirmExit: [isOpen, confirmExit],
  keepGoing: [isInFlow, keepGoing],
  // Inputs from a page, over its port.
  pageSaid: [isFollowed, handlePageMessage],
  // Inputs from the surfaces.
  flowFailed: [isFollowed, handleFlowFailure],
  popupOpened: [mayTryAgain, handlePopupOpened],
  popupHello: [isInFlow, handlePopupHello],
  popupClosed: [isInFlow, handlePopupClosed],
  // Inputs from the browser and the clock.
  cannotDraw: [isOpen, failToDraw],
  online: [mayTryAgain, retryOnline],
  timedOut: [isOpen, handleTimeout],
  serviceRefused: [isInFlow, failUnreachable],
} as const;

/** An input of the session: its name and its arguments. */
export type Input = InputOf<typeof inputs>;

/** Computes the result of an input: the next state and the effects, in order. */
export const transition: Transition<SessionState, Effects, Input> = createTransition(inputs);
