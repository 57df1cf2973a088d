import type { FlowEvent, SessionEvent } from '../shapes/flow-answers.ts';
import type { Draft, Effect } from './draft.ts';
import type { Page } from './phase.ts';
import type { Problem } from './problems.ts';
import { handleResponse } from './transitions/answers.ts';
import { handleTimeout } from './transitions/clock.ts';
import { abort, failWithoutHost, handleCodeReceived, handleHide } from './transitions/end.ts';
import {
  followPopup,
  handleCollected,
  handleRegistered,
  handleTakenBack,
  reportPopup,
  share,
} from './transitions/handoff.ts';
import { confirmPopup, followFrame, heedFrame, refusePopup } from './transitions/joined.ts';
import { begin, cancel } from './transitions/link.ts';
import { followSession, heedSession, noteVisibility } from './transitions/session.ts';
import { continueAlone, handleWelcome, open } from './transitions/start.ts';
import {
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

/** Every input of a page, and its handler. An input that does not fit the step or the place changes nothing. */
const inputs = {
  // Inputs from the document.
  open,
  resize,
  siteBlocked: stay,
  hide: handleHide,
  restore: handleRestore,
  visibilityChanged: noteVisibility,
  // Inputs from the user.
  begin,
  cancel,
  confirmPopup,
  refusePopup,
  selectProvider,
  reportUnlisted,
  goBack,
  signInAgain,
  login,
  goToProvider,
  submitAnswer,
  resend,
  decide,
  endAccess,
  abort,
  requestExit,
  confirmExit,
  close,
  // Inputs from the host, over its port.
  welcomed: handleWelcome,
  hostSelected: selectProvider,
  hostWentBack: handleHostBack,
  handoffReceived: share,
  codeReceived: handleCodeReceived,
  hostUnloaded: (draft: Draft) => failWithoutHost(draft, 'host_gone'),
  hostClosed: handleHostClose,
  hostMissing: continueAlone,
  // Inputs from the service.
  answered: handleResponse,
  registered: handleRegistered,
  collected: handleCollected,
  takenBack: handleTakenBack,
  heard(draft: Draft, id: number, event: FlowEvent | SessionEvent) {
    if ('session' in event) return heedSession(draft, id, event);
    reportPopup(draft, id, event);
    heedFrame(draft, id, event);
  },
  streamEnded(draft: Draft, id: number, problem: Problem | undefined) {
    followPopup(draft, id, problem);
    followFrame(draft, id, problem);
    followSession(draft, id, problem);
  },
  // Inputs from the clock.
  timedOut: handleTimeout,
} as const;

type Inputs = typeof inputs;
type ValuesOf<Handler> = Handler extends (draft: Draft, ...values: infer Values) => void
  ? Values
  : never;

/** One input: its name and its arguments. */
export type Input = {
  readonly [Name in keyof Inputs]: readonly [name: Name, ...values: ValuesOf<Inputs[Name]>];
}[keyof Inputs];

/** The result of an input: the next page and the effects. */
export interface Transition {
  readonly page: Page;
  readonly effects: readonly Effect[];
}

/**
 * Computes the result of an input. It is pure: it reads only its arguments and has no side effects.
 *
 * @returns the next page and the effects, in order
 */
export function transition(page: Page, [name, ...values]: Input): Transition {
  const draft: Draft = { ...page, effects: [] };
  // The type of `Input` guarantees that the values fit the name.
  (inputs[name] as (draft: Draft, ...values: readonly unknown[]) => void)(draft, ...values);
  const { effects, ...next } = draft;
  return { page: next, effects };
}
