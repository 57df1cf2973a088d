import { type DraftOf, queue } from '../../../kit/create-machine.ts';
import type { HostMessage, SurfaceKind } from '../../protocol/messages.ts';
import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from '../api.ts';
import { getStep, hasPopup, type Phase, type SessionState } from './phase.ts';

/** The events that a session can wait for, one at a time. The time-out of each is in `durations` of effects.ts. */
export type TimerName =
  /** A page must get ready (`pageLoad`), or must confirm the provider that the user selected (`pageAnswer`). */
  | 'pageLoad'
  | 'pageAnswer'
  /** A page must get ready, although the browser reports that it is offline. */
  | 'offlineLoad'
  /** A popup out of reach must report through the frame's page, which is ready (`join`) or must load (`rejoin`). */
  | 'join'
  | 'rejoin'
  /** The promise of `onSuccess` must settle. For a moment, the page stays in view, with its busy button (`busy`). */
  | 'busy'
  | 'callback'
  /** Success must stay visible for a moment (`success`), or the page must after the user's exit (`leaving`). */
  | 'success'
  | 'leaving';

/** The side effects of a session. `createEffects` performs them, in the order in which `queue` was called. */
export interface Effects {
  emit(event: ConnectEventDetail): void;
  /** Starts the time-out of an event. The time-out that was started before no longer counts. */
  waitFor(timer: TimerName): void;
  stopWaiting(): void;
  /** Starts a new flow with the page in the frame. If `isFresh`, the page is loaded again. */
  startFrame(isFresh: boolean): void;
  closeFrameFlow(): void;
  /** Closes the previous popup, opens another, and at once dispatches `popupOpened` with the result. */
  openPopup(): void;
  startPopup(): void;
  closePopup(isDelayed: boolean): void;
  /** Looks for the popup's page, which may be reloading. If there is none, dispatches `popupClosed`. */
  findPage(): void;
  send(to: SurfaceKind, message: HostMessage): void;
  /** Sends the handoff to the frame's page, unless the host can reach the popup, which proves its flow by it. */
  sendHandoff(): void;
  /** Calls `onSuccess` with the code. `delivery` is the number of the code. The state never contains a code. */
  deliver(code: string, delivery: number): void;
  hideModal(): void;
  showModal(): void;
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}

/** A mutable copy of the state for a handler. Only `transition` creates one, so `transition` itself is pure. */
export type Draft = DraftOf<SessionState, Effects>;

export function moveTo(draft: Draft, phase: Phase): void {
  const before = getStep(draft.phase);
  const step = getStep(phase);
  draft.phase = phase;
  if (step !== before) queue(draft, 'emit', { name: 'step_changed', step });
}

/** Closes the popup, if any. The frame's page gets no message until the user goes back to the frame. */
export function closePopup(draft: Draft): void {
  if (hasPopup(draft)) queue(draft, 'closePopup', false);
}

export { queue };
