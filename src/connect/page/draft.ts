import type { Bridge } from 'tax-connect/page';
import { type CallOf, type DraftOf, queue } from '../../kit/create-machine.ts';
import type { View } from './flow.ts';
import type { Continuation } from './kept-flow.ts';
import {
  getHome,
  getSession,
  type Home,
  isOver,
  type Page,
  type PendingRequest,
  type Presentation,
} from './phase.ts';
import { type BodyOf, type Request, type RequestRow, requests } from './requests.ts';

/** The events that a page waits for, one at a time, and how long it waits for each, in milliseconds. */
export const waits = {
  /** The host's first message. */
  welcome: 15_000,
  /** The same, in a reloaded popup without an opener. Its host finds it again sooner than it welcomes a new page. */
  return: 5000,
  /** The host's confirmation that it has the code. A host that is still there confirms at once. */
  confirmation: 5000,
  /** In a popup that has joined a flow: the page in the frame has fetched the code. The service says so in a second. */
  collection: 10_000,
  /** The end of the last message in a popup, which then closes itself. */
  closing: 1000,
} as const;
export type TimerName = keyof typeof waits;

export type Message = CallOf<Omit<Bridge, 'checkHost' | 'close'>>;

/** The side effects of a page. `createEffects` performs them in the order of the list. */
export interface Effects {
  /** Replaces a pending request. `needsHost`: only if the host still waits, because a popup can outlive its host. */
  ask(id: number, request: Request, needsHost: boolean): void;
  abort(): void;
  /** Three requests of the page in a frame: let a popup join, take the flow back, fetch the code after Allow there. */
  register(id: number, handoff: BodyOf<'handoff'>): void;
  takeBack(id: number): void;
  collectCode(id: number): void;
  refuse(handoff: string): void;
  /** Tells the service that this document is about to unload. With `failed`, the document stays but cannot continue. */
  leave(failed: boolean): void;
  /** After the delay, listens to the service's events: about the flow's other document, or the backend's session. */
  listen(id: number, delayMs: number): void;
  stopListening(): void;
  /**
   * Says hello to the host. With `isBack`, the popup has returned from a provider's site. If that site has cut off the
   * popup's opener, the page does not wait for its host, because no host looks for such a popup.
   */
  findHost(isBack: boolean): void;
  tell(message: Message): void;
  closeBridge(): void;
  /** Replaces the previous wait. */
  waitFor(timer: TimerName): void;
  stopWaiting(): void;
  /** Waits until the flow has two minutes left, and then for its end. */
  watchExpiry(remainingMs: number): void;
  /** Extends the flow: from now if the user is present, and otherwise from the user's last input. */
  stay(isPresent: boolean): void;
  show(presentation: Presentation): void;
  /** Gives up the claim to the session. If another popup of the same session is welcomed first, this popup closes. */
  watchSession(): void;
  stopWatchingSession(): void;
  claimSession(sessionId: string): void;
  openSite(url: string, continuation: Continuation): void;
  goTo(url: string): void;
  closeWindow(): void;
  /** Closes this popup if its host is no longer there to close it. */
  closeWithHost(): void;
  restart(): void;
}

export type Draft = DraftOf<Page, Effects>;

/** Sends a message to the host, if one has welcomed the page. */
export function tellHost(draft: Draft, ...message: Message): void {
  if (getSession(draft.place)) queue(draft, 'tell', message);
}

export function moveTo(draft: Draft, view: View): void {
  draft.step = { view, request: null, failure: null };
}

/** Changes the page's home. The state still says whether the browser is at the provider's site, or just returned. */
export function setHome(draft: Draft, home: Home): void {
  const { place } = draft;
  draft.place = place.name === 'away' || place.name === 'back' ? { ...place, home } : home;
}

export function ask(draft: Draft, pending: Omit<PendingRequest, 'id'>, ...request: Request): void {
  if (isOver(draft.step)) return;
  const id = nextId(draft);
  draft.step = { ...draft.step, request: { ...pending, id }, failure: null };
  queue(draft, 'ask', id, request, needsHost(draft, request));
}

export function askProvider(
  draft: Draft,
  providerId: string,
  pending: Omit<PendingRequest, 'id' | 'providerId'>,
): void {
  ask(draft, { ...pending, providerId }, 'provider', { provider_id: providerId });
}

export function nextId(draft: Draft): number {
  draft.requests += 1;
  return draft.requests;
}

/** Only a popup with a host must check: a frame closes with its host, and a joined popup hears from the service. */
function needsHost({ place }: Draft, [name, body]: Request): boolean {
  const home = getHome(place);
  if (home.name !== 'popup' || !home.session) return false;
  if (name === 'consent') return body.decision === 'allow';
  return (requests[name] as RequestRow).needsHost === true;
}

export { queue };
