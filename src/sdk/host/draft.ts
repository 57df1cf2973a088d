import type { HostMessage, SurfaceKind } from '../protocol/messages.ts';
import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from './api.ts';
import { getStep, hasWindow, type Phase, type SessionState } from './phase.ts';

/** What a session waits for, one thing at a time; `durations` in effects.ts says how long. */
export type TimerName =
  /** For a page to be ready, and for a selection to be confirmed. */
  | 'pageLoad'
  | 'pageAnswer'
  /** For a window that is out of reach to find its flow: by the present frame, or by a new one. */
  | 'join'
  | 'rejoin'
  /** For the host's callback. */
  | 'callback'
  /** Until success has been seen, and until an ended flow is settled. */
  | 'success'
  | 'leaving';

/** The side effects of a session. `createEffects` performs them in the order of the list. */
export interface Effects {
  emit(event: ConnectEventDetail): void;
  /** Waits for one thing, and stops waiting for anything else. */
  waitFor(timer: TimerName): void;
  stopWaiting(): void;
  /** Follows the frame by a new flow; `isFresh`: of a page that is loaded anew. */
  startFrame(isFresh: boolean): void;
  closeFrameFlow(): void;
  /** Answered at once by `windowOpened`. */
  openWindow(): void;
  /** Follows the window by a new flow. */
  startWindow(): void;
  closeWindow(isDelayed: boolean): void;
  /** The window's page is being loaded again: finds it, or says `windowClosed`. */
  findPage(): void;
  send(to: SurfaceKind, message: HostMessage): void;
  /** Sends the handoff to the frame's page: the window's page proves by it that it belongs to this flow. */
  sendHandoff(): void;
  /** Hands a code to the host; the state never holds it. */
  deliver(code: string, delivery: number): void;
  hideModal(): void;
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}

/** One effect: its name and its arguments. */
export type Effect = {
  readonly [Name in keyof Effects]: readonly [name: Name, ...values: Parameters<Effects[Name]>];
}[keyof Effects];

/**
 * The draft of the next state: a mutable copy, and the effects so far. Only `transition` makes one,
 * so from outside it is a pure function.
 */
export type Draft = { -readonly [Name in keyof SessionState]: SessionState[Name] } & {
  /** Whether the browser believes that it is online. */
  readonly isOnline: boolean;
  readonly effects: Effect[];
};

/**
 * @param draft - of the next state
 * @param effect - its name and arguments
 */
export function perform(draft: Draft, ...effect: Effect): void {
  draft.effects.push(effect);
}

/**
 * Moves to another phase, and tells the host when that is another step for the user.
 *
 * @param draft - of the next state
 * @param phase - the next one
 */
export function moveTo(draft: Draft, phase: Phase): void {
  const before = getStep(draft.phase);
  const step = getStep(phase);
  draft.phase = phase;
  if (step !== before) perform(draft, 'emit', { name: 'step_changed', step });
}

/**
 * Closes the window and the channel to its page, if there is one. The frame's page is not told: it
 * hears of it when the user goes back to the frame.
 *
 * @param draft - of the next state
 */
export function closeWindow(draft: Draft): void {
  if (hasWindow(draft)) perform(draft, 'closeWindow', false);
}
