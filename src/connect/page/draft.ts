import type { Bridge } from 'tax-connect/page';
import type { View } from './flow.ts';
import type { Handoff } from './handoff-client.ts';
import {
  getHome,
  getSession,
  type Home,
  isOutcome,
  isOver,
  type Page,
  type PendingRequest,
  type Showing,
} from './phase.ts';
import type { Request } from './requests.ts';

/** The event that a page waits for, one at a time. `durations` in effects.ts has the time-outs. */
export type TimerName =
  /** For the host's welcome. `return`: a reloaded popup has no opener, so its host must find it. */
  | 'welcome'
  | 'return'
  /** For the host, or for the page in the frame, to take the code. */
  | 'confirmation'
  | 'collection'
  /** Until the popup closes itself. */
  | 'farewell';

type Messages = Omit<Bridge, 'checkHost' | 'close'>;

/** A message to the host: the method of the bridge and its arguments. */
export type Message = {
  readonly [Name in keyof Messages]: readonly [name: Name, ...values: Parameters<Messages[Name]>];
}[keyof Messages];

/** The flow that the next document in this window continues. */
export interface Departure {
  readonly isJoined: boolean;
  readonly reference: string;
  readonly handoff: string | null;
  /** Null: the browser decides. */
  readonly showing: Showing | null;
}

/** The side effects of a page. `createEffects` performs them in the order of the list. */
export interface Effects {
  /**
   * Requests the next step from the service, in place of an earlier request. `needsHost`: only if the host
   * still waits for the outcome. A popup stays open when its host is reloaded, navigates or is closed.
   */
  ask(id: number, request: Request, needsHost: boolean): void;
  abort(): void;
  /** In the frame: lets a popup join, takes the flow back, fetches the code for it. */
  register(id: number, handoff: Handoff): void;
  takeBack(): void;
  collectCode(id: number): void;
  /** In the popup: its user has not opened it. */
  refuse(handoff: string): void;
  /** This document ends, or fails. */
  leave(failed: boolean): void;
  /** Follows the other document of the flow, or its session. */
  listen(id: number, delayMs: number): void;
  stopListening(): void;
  /** Says hello. `isBack`: no host looks for a popup that a provider's site has cut off. */
  findHost(isBack: boolean): void;
  tell(message: Message): void;
  closeBridge(): void;
  /** Waits for one event, and for nothing else. */
  waitFor(timer: TimerName): void;
  stopWaiting(): void;
  show(showing: Showing): void;
  /** Gives the session up, and closes this popup when another one of it is welcomed, until this one is. */
  watchSession(): void;
  stopWatchingSession(): void;
  claimSession(sessionId: string): void;
  /** Keeps the flow in this window's storage, and opens the provider's site. */
  openSite(url: string, departure: Departure): void;
  /** Ends a link or a redirect flow at the application's address. */
  goTo(url: string): void;
  closeWindow(): void;
  /** Closes the window unless its host does. */
  closeWithHost(): void;
  restart(): void;
}

/** One effect: its name and its arguments. */
export type Effect = {
  readonly [Name in keyof Effects]: readonly [name: Name, ...values: Parameters<Effects[Name]>];
}[keyof Effects];

/**
 * The draft of the next page: a mutable copy, and the effects so far. Only `transition` creates a draft, so
 * it is a pure function for its callers.
 */
export type Draft = { -readonly [Name in keyof Page]: Page[Name] } & {
  readonly effects: Effect[];
};

/** Adds an effect, which is performed after the transition. */
export function queue(draft: Draft, ...effect: Effect): void {
  draft.effects.push(effect);
}

/** Sends a message to the host, if there is one. */
export function tellHost(draft: Draft, ...message: Message): void {
  if (getSession(draft.place)) queue(draft, 'tell', message);
}

/** Moves to another step, with nothing pending. */
export function moveTo(draft: Draft, view: View): void {
  draft.step = isOutcome(view) ? { view } : { view, request: null, obstacle: null };
}

/** Changes where the page lives. It may still be away, or be back. */
export function settleIn(draft: Draft, home: Home): void {
  const { place } = draft;
  draft.place = place.name === 'away' || place.name === 'back' ? { ...place, home } : home;
}

/** Sends a request in place of the pending one. @param pending - what the page shows about it */
export function ask(draft: Draft, request: Request, pending: Omit<PendingRequest, 'id'>): void {
  if (isOver(draft.step)) return;
  const id = nextId(draft);
  draft.step = { ...draft.step, request: { ...pending, id }, obstacle: null };
  queue(draft, 'ask', id, request, needsHost(draft, request));
}

/** @returns the ID of the next request */
export function nextId(draft: Draft): number {
  draft.requests += 1;
  return draft.requests;
}

/** A frame closes with its host, and a joined popup learns it from the service. */
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
