import type { HostMessage, SurfaceKind } from '../protocol/messages.ts';
import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from './api.ts';
import { getStep, hasPopup, type Phase, type SessionState } from './phase.ts';

/** The event that a session waits for, one at a time. `durations` in effects.ts has the time-outs. */
export type TimerName =
  /** For a page to be ready, and for a selection to be confirmed. */
  | 'pageLoad'
  | 'pageAnswer'
  /** For a page to be ready, although the browser reports that it is offline. */
  | 'offlineLoad'
  /** For an unreachable popup to find its flow, by the current frame or by a new one. */
  | 'join'
  | 'rejoin'
  /** For the host's callback. */
  | 'callback'
  /** Until success has been shown, and until an ended flow is settled. */
  | 'success'
  | 'leaving';

/** The side effects of a session. `createEffects` performs them in the order of the list. */
export interface Effects {
  emit(event: ConnectEventDetail): void;
  /** Waits for one event, and for nothing else. */
  waitFor(timer: TimerName): void;
  stopWaiting(): void;
  /** Follows the frame with a new flow. `isFresh`: its page is loaded anew. */
  startFrame(isFresh: boolean): void;
  closeFrameFlow(): void;
  /** Closes the earlier popup. Followed by `popupOpened` at once. */
  openPopup(): void;
  /** Follows the popup with a new flow. */
  startPopup(): void;
  closePopup(isDelayed: boolean): void;
  /** The popup's page is reloading: finds it, or dispatches `popupClosed`. */
  findPage(): void;
  send(to: SurfaceKind, message: HostMessage): void;
  /**
   * Sends the handoff to the frame's page. The popup's page uses it to prove that it belongs to this flow.
   */
  sendHandoff(): void;
  /** Hands a code to the host; the state never holds it. */
  deliver(code: string, delivery: number): void;
  hideModal(): void;
  showModal(): void;
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}

/** One effect: its name and its arguments. */
export type Effect = {
  readonly [Name in keyof Effects]: readonly [name: Name, ...values: Parameters<Effects[Name]>];
}[keyof Effects];

/**
 * The draft of the next state: a mutable copy, and the effects so far. Only `transition` creates a draft,
 * so it is a pure function for its callers.
 */
export type Draft = { -readonly [Name in keyof SessionState]: SessionState[Name] } & {
  /** A hint: the browser reports that it is online, or the Connect page is on this machine. */
  readonly isOnline: boolean;
  readonly effects: Effect[];
};

/** Adds an effect, which is performed after the transition. */
export function queue(draft: Draft, ...effect: Effect): void {
  draft.effects.push(effect);
}

/** Moves to another phase, and informs the host if the user's step changes. */
export function moveTo(draft: Draft, phase: Phase): void {
  const before = getStep(draft.phase);
  const step = getStep(phase);
  draft.phase = phase;
  if (step !== before) queue(draft, 'emit', { name: 'step_changed', step });
}

/**
 * Closes the popup and the channel to its page, if any. The frame's page is not told; it learns it when
 * the user goes back to the frame.
 */
export function closePopup(draft: Draft): void {
  if (hasPopup(draft)) queue(draft, 'closePopup', false);
}
