import { createTransition, type InputOf, type Transition } from '../../kit/create-machine.ts';
import type { FlowEvent, SessionEvent } from '../shapes/flow-answers.ts';
import { type Draft, type Effects, queue, type TimerName, tellHost } from './draft.ts';
import type { View } from './flow.ts';
import type { Page } from './phase.ts';
import type { Problem } from './problems.ts';
import { handleResponse } from './transitions/answers.ts';
import * as end from './transitions/end.ts';
import * as expiry from './transitions/expiry.ts';
import * as handoff from './transitions/handoff.ts';
import * as joined from './transitions/joined.ts';
import * as link from './transitions/link.ts';
import * as session from './transitions/session.ts';
import * as start from './transitions/start.ts';
import * as user from './transitions/user.ts';

const always = () => true;
/** True when the page shows one of these views, and waits for no response. */
const isIdle =
  (...kinds: readonly View['kind'][]) =>
  ({ step }: Page) =>
    kinds.includes(step.view.kind) && step.request === null;
const isAway = ({ place }: Page) => place.name === 'away';
/** After the back-forward cache, the page may wait for a site or a decision, or show accesses to the next person. */
const isOutdated = (page: Page) =>
  isAway(page) || page.isVisit || page.step.view.kind === 'consent';

/** Every input. Its guard decides by the state whether it counts. Its handler checks conditions on its arguments. */
const inputs = {
  // Inputs from the document.
  open: [always, start.open],
  resize: [always, user.resize],
  siteBlocked: [isAway, user.stay],
  hide: [always, end.handleHide],
  restore: [isOutdated, user.handleRestore],
  visibilityChanged: [always, session.noteVisibility],
  // Inputs from the user.
  begin: [always, link.begin],
  cancel: [always, link.cancel],
  confirmPopup: [isIdle('question'), joined.confirmPopup],
  refusePopup: [isIdle('question'), joined.refusePopup],
  selectProvider: [isIdle('select'), user.selectProvider],
  // The user's provider is missing from the list. The host gets the message, the service does not.
  reportUnlisted: [always, (draft: Draft) => tellHost(draft, 'sendProviderNotListed')],
  goBack: [user.canGoBack, user.goBack],
  signInAgain: [always, user.signInAgain],
  login: [isIdle('login'), user.login],
  goToProvider: [isIdle('login'), user.goToProvider],
  submitAnswer: [isIdle('mfa'), user.submitAnswer],
  resend: [always, user.resend],
  decide: [isIdle('consent'), user.decide],
  endAccess: [isIdle('manage'), user.endAccess],
  keepGoing: [({ isExpiring }: Page) => isExpiring, expiry.keepGoing],
  // The user wants to leave, by Close in a frame or by Escape. The host decides.
  requestExit: [always, (draft: Draft) => tellHost(draft, 'requestExit')],
  confirmExit: [always, user.confirmExit],
  close: [always, user.close],
  restart: [always, (draft: Draft) => queue(draft, 'restart')],
  // After a failure of the redirect flow.
  returnTo: [always, (draft: Draft, address: string) => queue(draft, 'goTo', address)],
  // Inputs from the host, over its port.
  welcomed: [always, start.handleWelcome],
  hostSelected: [always, user.selectInHost],
  hostWentBack: [always, user.handleHostBack],
  handoffReceived: [always, handoff.share],
  codeReceived: [always, end.handleCodeReceived],
  hostUnloaded: [always, (draft: Draft) => end.failWithoutHost(draft, 'host_gone')],
  hostClosed: [always, user.handleHostClose],
  hostMissing: [always, start.continueAlone],
  // Inputs from the service.
  answered: [always, handleResponse],
  registered: [always, handoff.handleRegistered],
  collected: [always, handoff.handleCollected],
  takenBack: [always, handoff.handleTakenBack],
  heard: [always, handleEvent],
  streamEnded: [always, handleStreamEnd],
  stayed: [expiry.canExpire, expiry.handleStayed],
  // Inputs from the clock.
  timedOut: [always, (draft: Draft, timer: TimerName) => timeouts[timer](draft)],
  expiring: [expiry.canExpire, expiry.handleExpiring],
  expired: [expiry.canExpire, expiry.expire],
} as const;

function handleEvent(draft: Draft, id: number, event: FlowEvent | SessionEvent): void {
  if ('session' in event) {
    session.handleSessionEvent(draft, id, event);
    return;
  }
  handoff.reportPopup(draft, id, event);
  joined.handleFrameEvent(draft, id, event);
}

function handleStreamEnd(draft: Draft, id: number, problem: Problem | undefined): void {
  handoff.followPopup(draft, id, problem);
  joined.followFrame(draft, id, problem);
  session.followSession(draft, id, problem);
}

const timeouts: Readonly<Record<TimerName, (draft: Draft) => void>> = {
  welcome: start.continueAlone,
  return: start.continueAlone,
  confirmation: end.failUnreceived,
  collection: end.failUnreceived,
  closing: (draft) => queue(draft, 'closeWindow'),
};

export type Input = InputOf<typeof inputs>;

export const transition: Transition<Page, Effects, Input> = createTransition(inputs);
