import { batch } from '@preact/signals-core';
import type { ConnectError } from '../protocol/errors.ts';
import type { SurfaceKind } from '../protocol/messages.ts';
import type { Modal } from '../ui/modal-model.ts';
import type { ConnectOutcome, ConnectStep, ExitReason } from './api.ts';
import type { Flow } from './flow.ts';
import type { SessionContext } from './session-context.ts';
import { isOnPage, type SessionModel } from './session-model.ts';
import type { PopupSurface } from './surfaces/popup.ts';

/** A window that is there, or was a moment ago; a flag that is not there is not set. */
export interface OpenPopup {
  readonly surface: PopupSurface;
  flow?: Flow | undefined;
  /** Looks whether the window is still there. */
  watch?: ReturnType<typeof setInterval>;
  /** How often a page that was loaded again is still to be looked for; 0 while there is one. */
  searches?: number;
  /** Its page has said hello: the window can be reached, and the page needs no handoff. */
  hasSaidHello?: boolean;
  /** Out of reach, though it may be open: browsers call it closed. */
  isSevered?: boolean;
  /** It said that it goes to the provider's site, which may cut it off. */
  isLeaving?: boolean;
  /** Its page has found the flow of the frame, and speaks through the frame's page. */
  hasJoined?: boolean;
}

/** A session at work; a flag that is not there is not set. */
export interface Run {
  readonly context: SessionContext;
  readonly model: SessionModel;
  /** The language that the host asked for, if that can be understood. */
  readonly locale: string | undefined;
  modal?: Modal;
  /** Has the modal drawn in a moment, unless it has been drawn. */
  readonly draw: () => void;
  /** The flow that the user is in: the frame's, or the window's once its page has spoken. */
  flow?: Flow | undefined;
  /** The flow of the page in the frame, which waits while another one in a window goes on. */
  frameFlow?: Flow | undefined;
  popup?: OpenPopup | undefined;
  /** What the host was told that shows the page. */
  shown: SurfaceKind;
  /** The provider that the next page is to start with, or null. */
  providerId: string | null;
  /** Raised whenever what was under way stops counting; late callbacks compare it. */
  turn: number;
  /** Set from the code's arrival until the host's callback has settled or timed out. */
  isDelivering?: boolean;
  timer?: ReturnType<typeof setTimeout>;
  /** Set when the modal was closed while the host's callback was pending. */
  isHidden?: boolean;
  /** Set once an outcome is settled. */
  isOver?: boolean;
}

/**
 * Ends whatever was under way: nothing that it started counts from now on.
 *
 * @param run - the session at work
 * @returns the turn that begins
 */
export function stopTurn(run: Run): number {
  clearTimeout(run.timer);
  run.isDelivering = false;
  return ++run.turn;
}

/**
 * Moves to a step, and tells the host when it is another one.
 *
 * @param run - the session at work
 * @param step - where the user is now
 */
export function setStep(run: Run, step: ConnectStep): void {
  const { context, model } = run;
  if (model.step.value === step) return;
  batch(() => {
    model.step.value = step;
    model.busyId.value = null;
    if (!isOnPage(step)) model.isConfirmingExit.value = false;
  });
  run.draw();
  context.emit({ name: 'step_changed', step });
}

/**
 * @param reason - why
 * @param error - set when the reason is `error`
 * @returns the outcome of a session that ended without a connection
 */
export function exited(reason: ExitReason, error: ConnectError | null = null): ConnectOutcome {
  return { status: 'exited', reason, error };
}
