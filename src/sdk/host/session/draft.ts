import { type DraftOf, queue } from '../../../kit/create-machine.ts';
import type { HostMessage, SurfaceKind } from '../../protocol/messages.ts';
import type { ConnectEventDetail, ConnectOutcome, ConnectStep } from '../api.ts';
import { getStep, hasPopup, type Phase, type SessionState } from './phase.ts';

/** The event that a session waits for, one at a time. Its time-out is in `durations` of effects.ts. */
export type TimerName =
  /** Waits for a page to be ready, or for a selection to be confirmed. */
  | 'pageLoad'
  | 'pageAnswer'
  /** Waits for a page to be ready, although the browser reports that it is offline. */
  | 'offlineLoad'
  /**
   * Waits until an unreachable popup has found its flow, through the current frame (`join`) or a frame that still
   * loads.
   */
  | 'join'
  | 'rejoin'
  /** Waits for the host's callback. */
  | 'callback'
  /** Waits until success has been shown, or until an ended flow is settled. */
  | 'success'
  | 'leaving';

/** The side effects of a session. `createEffects` performs them in the order of the list. */
export interface Effects {
  emit(event: ConnectEventDetail): void;
  /** Waits for one event, instead of the event that the session waited for before. */
  waitFor(timer: TimerName): void;
  stopWaiting(): void;
  /** Starts a new flow that follows the frame. `isFresh`: its page is loaded again. */
  startFrame(isFresh: boolean): void;
  closeFrameFlow(): void;
  /** Closes the previous popup and opens another. `popupOpened` is dispatched at once. */
  openPopup(): void;
  /** Starts a new flow that follows the popup. */
  startPopup(): void;
  closePopup(isDelayed: boolean): void;
  /** Looks for the popup's page, which is reloading. If it is not found, `popupClosed` is dispatched. */
  findPage(): void;
  send(to: SurfaceKind, message: HostMessage): void;
  /** Sends the handoff to the frame's page. The popup's page proves with it that it belongs to this flow. */
  sendHandoff(): void;
  /** Passes a code to the host. The state never holds it. */
  deliver(code: string, delivery: number): void;
  hideModal(): void;
  showModal(): void;
  settle(outcome: ConnectOutcome, step: ConnectStep): void;
}

/** The draft of the next state. Only `transition` creates a draft, so it is a pure function for its callers. */
export type Draft = DraftOf<SessionState, Effects>;

/** Moves to another phase, and informs the host if the user's step changes. */
export function moveTo(draft: Draft, phase: Phase): void {
  const before = getStep(draft.phase);
  const step = getStep(phase);
  draft.phase = phase;
  if (step !== before) queue(draft, 'emit', { name: 'step_changed', step });
}

/**
 * Closes the popup and the channel to its page, if any. The page in the frame is not told. It notices when the user
 * goes back to the frame.
 */
export function closePopup(draft: Draft): void {
  if (hasPopup(draft)) queue(draft, 'closePopup', false);
}

export { queue };
