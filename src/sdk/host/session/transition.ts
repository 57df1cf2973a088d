import { createTransition, type InputOf, type Transition } from '../../../kit/create-machine.ts';
import type { SurfaceKind } from '../../protocol/messages.ts';
import { type Draft, type Effects, queue } from './draft.ts';
import { isLive, type SessionState } from './phase.ts';
import * as clock from './transitions/clock.ts';
import * as end from './transitions/end.ts';
import { start } from './transitions/frame.ts';
import * as page from './transitions/page.ts';
import * as popup from './transitions/popup.ts';
import * as user from './transitions/user.ts';

const isOpen = ({ phase }: SessionState) => phase.name !== 'over';
const mayTryAgain = ({ phase }: SessionState) => phase.name === 'failed' || isLive(phase);
const isInFlow = ({ phase }: SessionState) => isLive(phase);
/** A flow uses the page in this surface (frame or popup). Messages of the page of an earlier flow are ignored. */
const isFollowed = ({ phase, frame, popup }: SessionState, from: SurfaceKind) =>
  isLive(phase) &&
  (from === 'frame' ? frame === 'followed' || frame === 'loading' : popup.name === 'open');

/** Every input of a session: the condition under which it counts, and its handler. */
const inputs = {
  // Inputs from the host.
  start: [isOpen, start],
  showAgain: [isOpen, end.showAgain],
  close: [isOpen, end.close],
  callbackDone: [isOpen, end.succeed],
  callbackFailed: [isOpen, end.failDelivery],
  // Inputs from the user, in the modal.
  selectProvider: [isInFlow, user.selectProvider],
  goBack: [isInFlow, user.goBack],
  retry: [mayTryAgain, user.retry],
  openPopup: [mayTryAgain, (draft: Draft) => queue(draft, 'openPopup')],
  returnToFrame: [mayTryAgain, popup.returnToFrame],
  requestClose: [isOpen, end.requestClose],
  confirmExit: [isOpen, end.confirmExit],
  keepGoing: [isInFlow, user.keepGoing],
  // Inputs from a page, over its port.
  pageSaid: [isFollowed, page.handlePageMessage],
  // Inputs from the surfaces.
  flowFailed: [isFollowed, page.handleFlowFailure],
  popupOpened: [mayTryAgain, popup.handlePopupOpened],
  popupHello: [isInFlow, popup.handlePopupHello],
  popupClosed: [isInFlow, popup.handlePopupClosed],
  // Inputs from the browser and the clock.
  cannotDraw: [isOpen, end.failToDraw],
  online: [mayTryAgain, user.retryOnline],
  timedOut: [isOpen, clock.handleTimeout],
  serviceRefused: [isInFlow, clock.failUnreachable],
} as const;

export type Input = InputOf<typeof inputs>;

export const transition: Transition<SessionState, Effects, Input> = createTransition(inputs);
