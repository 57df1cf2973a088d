import type { Bridge } from 'tax-connect/page';
import { type CallOf, type DraftOf, queue } from '../../kit/create-machine.ts';
import type { View } from './flow.ts';
import {
  getHome,
  getSession,
  type Home,
  isOutcome,
  isOver,
  type Page,
  type PendingRequest,
  type Presentation,
} from './phase.ts';
import type { Handoff, Request } from './requests.ts';

/** The event that a page waits for, one at a time. `durations` in effects.ts has the time-outs. */
export type TimerName =
  /** Waits for the host's welcome. `return`: a reloaded popup has no opener, so its host must find it. */
  | 'welcome'
  | 'return'
  /** Waits for the host, or the page in the frame, to take the code. */
  | 'confirmation'
  | 'collection'
  /** Waits until the popup closes itself. */
  | 'closing';

/** A message to the host: the method of the bridge and its arguments. */
export type Message = CallOf<Omit<Bridge, 'checkHost' | 'close'>>;

/** The flow that the next document in this window continues. */
export interface Continuation {
  readonly isJoined: boolean;
  readonly reference: string;
  readonly handoff: string | null;
  /** Null when the browser decides. */
  readonly presentation: Presentation | null;
}

/** The side effects of a page. `createEffects` performs them in the order of the list. */
export interface Effects {
  /**
   * Requests the next step from the service, and cancels a pending request. With `needsHost`, the request is sent
   * only if the host still waits for the outcome, because a popup stays open when its host is reloaded or closed.
   */
  ask(id: number, request: Request, needsHost: boolean): void;
  abort(): void;
  /** The next three are requests of the frame: let a popup join, take the flow back, fetch the code. */
  register(id: number, handoff: Handoff): void;
  takeBack(): void;
  collectCode(id: number): void;
  /** Tells the service that the user of this popup did not open it. */
  refuse(handoff: string): void;
  /** Tells the service that this document ends, or fails. */
  leave(failed: boolean): void;
  /** Follows the other document of the flow, or its session. */
  listen(id: number, delayMs: number): void;
  stopListening(): void;
  /**
   * Says hello. `isBack`: this popup returns from a provider's site that has cut it off, so no host looks for it.
   */
  findHost(isBack: boolean): void;
  tell(message: Message): void;
  closeBridge(): void;
  /** Waits for one event. It replaces the previous wait. */
  waitFor(timer: TimerName): void;
  stopWaiting(): void;
  /** Waits until the flow has two minutes left, and then for its end. It replaces the previous wait. */
  watchExpiry(remainingMs: number): void;
  /**
   * Asks the service for more time.
   *
   * @param isPresent - the user is here now; otherwise, the time counts from their last input on
   */
  stay(isPresent: boolean): void;
  show(presentation: Presentation): void;
  /** Gives up the session. If another popup of the session is welcomed before this one, this popup closes. */
  watchSession(): void;
  stopWatchingSession(): void;
  claimSession(sessionId: string): void;
  /** Keeps the flow in this window's storage, and opens the provider's site. */
  openSite(url: string, continuation: Continuation): void;
  /** Ends a link or a redirect flow at the application's address. */
  goTo(url: string): void;
  closeWindow(): void;
  /** Closes the window if its host does not. */
  closeWithHost(): void;
  restart(): void;
}

/** The draft of the next page. Only `transition` creates a draft, so it is a pure function for its callers. */
export type Draft = DraftOf<Page, Effects>;

/** Sends a message to the host, if any. */
export function tellHost(draft: Draft, ...message: Message): void {
  if (getSession(draft.place)) queue(draft, 'tell', message);
}

/** Moves to another step, without a pending request. */
export function moveTo(draft: Draft, view: View): void {
  draft.step = isOutcome(view) ? { view } : { view, request: null, failure: null };
}

/** Changes the page's home. The browser may be away at the provider's site, or be back. */
export function setHome(draft: Draft, home: Home): void {
  const { place } = draft;
  draft.place = place.name === 'away' || place.name === 'back' ? { ...place, home } : home;
}

/**
 * Sends a request, and cancels the pending one.
 *
 * @param pending - how the page shows the request
 */
export function ask(draft: Draft, request: Request, pending: Omit<PendingRequest, 'id'>): void {
  if (isOver(draft.step)) return;
  const id = nextId(draft);
  draft.step = { ...draft.step, request: { ...pending, id }, failure: null };
  queue(draft, 'ask', id, request, needsHost(draft, request));
}

/** @returns the ID of the next request */
export function nextId(draft: Draft): number {
  draft.requests += 1;
  return draft.requests;
}

/**
 * Finds out whether a request needs the host. Only a popup with a host must check: a frame closes with its host, and
 * the service tells a joined popup that its host is missing.
 */
function needsHost({ place }: Draft, request: Request): boolean {
  const home = getHome(place);
  if (home.name !== 'popup' || !home.session) return false;
  switch (request.name) {
    case 'login':
    case 'authorize':
    case 'answer':
      return true;
    case 'decide':
      return request.decision === 'allow';
    default:
      return false;
  }
}

export { queue };
