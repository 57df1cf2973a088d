import { createTransition, type InputOf, type Transition } from '../../kit/create-machine.ts';
import type { FlowEvent, SessionEvent } from '../shapes/flow-answers.ts';
import { type Draft, type Effects, queue, type TimerName } from './draft.ts';
import type { View } from './flow.ts';
import { getRequest, type Page } from './phase.ts';
import type { Problem } from './problems.ts';
import { handleResponse } from './transitions/answers.ts';
import {
  abort,
  failUnreceived,
  failWithoutHost,
  handleCodeReceived,
  handleHide,
} from './transitions/end.ts';
import {
  canExpire,
  expire,
  handleExpiring,
  handleStayed,
  keepGoing,
} from './transitions/expiry.ts';
import {
  followPopup,
  handleCollected,
  handleRegistered,
  handleTakenBack,
  reportPopup,
  share,
} from './transitions/handoff.ts';
import { confirmPopup, followFrame, handleFrameEvent, refusePopup } from './transitions/joined.ts';
import { begin, cancel } from './transitions/link.ts';
import { followSession, handleSessionEvent, noteVisibility } from './transitions/session.ts';
import { continueAlone, handleWelcome, open } from './transitions/start.ts';
import {
  canGoBack,
  close,
  confirmExit,
  decide,
  endAccess,
  goBack,
  goToProvider,
  handleHostBack,
  handleHostClose,
  handleRestore,
  login,
  reportUnlisted,
  requestExit,
  resend,
  resize,
  selectProvider,
  signInAgain,
  stay,
  submitAnswer,
} from './transitions/user.ts';

const always = () => true;
/** Whether the page shows one of these views, and waits for no response. */
const isIdle =
  (...kinds: readonly View['kind'][]) =>
  ({ step }: Page) =>
    kinds.includes(step.view.kind) && getRequest(step) === null;
/** Whether the browser is leaving for the provider's site. */
const isAway = ({ place }: Page) => place.name === 'away';
/**
 * Whether the page must be loaded again when it comes back from the back-forward cache. It may still wait for the
 * provider's site, or show accesses that another person must not see.
 */
const isOutdated = (page: Page) => isAway(page) || page.isVisit;

/**
 * Every input of a page, with its guard and its handler. The guard decides by the state whether the input counts. The
 * handler checks conditions on the input's arguments.
 */
const inputs = {
  // Inputs from the document.
  open: [always, open],
  resize: [always, resize],
  siteBlocked: [isAway, stay],
  hide: [always, handleHide],
  restore: [isOutdated, handleRestore],
  visibilityChanged: [always, noteVisibility],
  // Inputs from the user.
  begin: [always, begin],
  cancel: [always, cancel],
  confirmPopup: [isIdle('question'), confirmPopup],
  refusePopup: [isIdle('question'), refusePopup],
  selectProvider: [isIdle('select'), selectProvider],
  reportUnlisted: [always, reportUnlisted],
  goBack: [canGoBack, goBack],
  signInAgain: [always, signInAgain],
  login: [isIdle('login'), login],
  goToProvider: [isIdle('login'), goToProvider],
  submitAnswer: [isIdle('mfa'), submitAnswer],
  resend: [always, resend],
  decide: [isIdle('consent'), decide],
  endAccess: [isIdle('manage'), endAccess],
  abort: [always, abort],
  keepGoing: [({ isExpiring }: Page) => isExpiring, keepGoing],
  requestExit: [always, requestExit],
  confirmExit: [always, confirmExit],
  close: [always, close],
  // Inputs from the host, over its port.
  welcomed: [always, handleWelcome],
  hostSelected: [isIdle('select'), selectProvider],
  hostWentBack: [always, handleHostBack],
  handoffReceived: [always, share],
  codeReceived: [always, handleCodeReceived],
  hostUnloaded: [always, (draft: Draft) => failWithoutHost(draft, 'host_gone')],
  hostClosed: [always, handleHostClose],
  hostMissing: [always, continueAlone],
  // Inputs from the service.
  answered: [always, handleResponse],
  registered: [always, handleRegistered],
  collected: [always, handleCollected],
  takenBack: [always, handleTakenBack],
  heard: [always, handleEvent],
  streamEnded: [always, handleStreamEnd],
  stayed: [canExpire, handleStayed],
  // Inputs from the clock.
  timedOut: [always, handleTimeout],
  expiring: [canExpire, handleExpiring],
  expired: [canExpire, expire],
} as const;

/**
 * Handles the service's report about the backend's session, about the popup that continues this flow, or, in such a
 * popup, about the page in the frame.
 */
function handleEvent(draft: Draft, id: number, event: FlowEvent | SessionEvent): void {
  if ('session' in event) {
    handleSessionEvent(draft, id, event);
    return;
  }
  reportPopup(draft, id, event);
  handleFrameEvent(draft, id, event);
}

function handleStreamEnd(draft: Draft, id: number, problem: Problem | undefined): void {
  followPopup(draft, id, problem);
  followFrame(draft, id, problem);
  followSession(draft, id, problem);
}

function handleTimeout(draft: Draft, timer: TimerName): void {
  switch (timer) {
    case 'welcome':
    case 'return':
      continueAlone(draft);
      break;
    case 'confirmation':
    case 'collection':
      failUnreceived(draft);
      break;
    case 'closing':
      queue(draft, 'closeWindow');
      break;
  }
}

/** One input of the page: its name and its arguments. */
export type Input = InputOf<typeof inputs>;

/** Computes the result of an input: the next state of the page, and the effects in order. */
export const transition: Transition<Page, Effects, Input> = createTransition(inputs);
