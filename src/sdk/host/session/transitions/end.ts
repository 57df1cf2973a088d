import type { ConnectError } from '../../../protocol/errors.ts';
import type { PageExitReason } from '../../../protocol/messages.ts';
import type { ConnectOutcome, ExitReason } from '../../api.ts';
import { closePopup, type Draft, moveTo, queue } from '../draft.ts';
import { createFailure, type FailureCode } from '../failures.ts';
import { getError, getStep, hasPopup, isInPopup } from '../phase.ts';

export function fail(draft: Draft, code: FailureCode, cause?: unknown): void {
  endFlow(draft, createFailure(draft, code, cause));
}

/** A popup is offered at once if a policy blocks the frame, and below Try again if the page may refuse to be framed. */
export function endFlow(draft: Draft, error: ConnectError): void {
  const mayOpenPopup = canOpenPopup(draft);
  queue(draft, 'stopWaiting');
  closePopup(draft);
  queue(draft, 'closeFrameFlow');
  const isBlocked = draft.isFramed || error.code === 'frame_blocked';
  draft.frame = isBlocked ? 'blocked' : 'absent';
  if (draft.phase.name === 'finishing' && draft.phase.isHidden) {
    // The modal was closed while the callback was pending, so the user cannot try again.
    settle(draft, createExit('error', error));
    return;
  }
  if (mayOpenPopup && error.code === 'frame_blocked') {
    draft.popup = { name: 'offered', error };
  } else {
    rememberPopup(draft);
    const canTryPopup = mayOpenPopup && error.code === 'load_timeout';
    moveTo(draft, { name: 'failed', error, canTryPopup });
  }
  queue(draft, 'emit', { name: 'failed', error });
}

function canOpenPopup(draft: Draft): boolean {
  const isLoading = draft.phase.name === 'starting' && !hasPopup(draft);
  return isLoading && draft.display === 'auto';
}

/** Ends the session and tells the host at once, because the browser cannot draw a modal to show the error. */
export function failToDraw(draft: Draft, cause?: unknown): void {
  const error = createFailure(draft, 'unsupported_browser', cause);
  queue(draft, 'emit', { name: 'failed', error });
  settle(draft, createExit('error', error));
}

/** Delivers the code to the host before it answers the page, because the user waits for the host's request. */
export function deliver(draft: Draft, code: string, from: 'frame' | 'popup'): void {
  draft.deliveries += 1;
  const delivery = draft.deliveries;
  queue(draft, 'emit', { name: 'code_received' });
  queue(draft, 'deliver', code, delivery);
  queue(draft, 'send', from, { type: 'code_received' });
  const showsPage = !isInPopup(draft);
  moveTo(draft, { name: 'finishing', delivery, showsPage, isHidden: false });
  queue(draft, 'waitFor', showsPage ? 'busy' : 'callback');
  // The user has finished in the popup and returns to this page. The popup stays for `durations.leaving`.
  if (hasPopup(draft)) queue(draft, 'closePopup', true);
  rememberPopup(draft);
}

/** If this try was in a popup, makes the next try open a popup again. */
function rememberPopup(draft: Draft): void {
  if (isInPopup(draft)) draft.popup = { name: 'offered', error: null };
}

/** Ends the session with success. A late success counts, even if the user has started another try. */
export function succeed(draft: Draft): void {
  if (draft.phase.name === 'connected') return;
  const { phase } = draft;
  const isHidden = phase.name === 'finishing' && phase.isHidden;
  queue(draft, 'stopWaiting');
  closePopup(draft);
  moveTo(draft, { name: 'connected' });
  if (isHidden) settle(draft, { status: 'connected' });
  else queue(draft, 'waitFor', 'success');
}

export function failDelivery(draft: Draft, delivery: number, cause: unknown): void {
  const { phase } = draft;
  const isPending = phase.name === 'finishing' && phase.delivery === delivery;
  if (isPending) fail(draft, 'callback_failed', cause);
}

/** The user ended the flow on the page. The page stays for a moment after the click: see `durations.leaving`. */
export function leave(draft: Draft, reason: PageExitReason): void {
  draft.phase = { name: 'leaving', reason, step: getStep(draft.phase) };
  queue(draft, 'waitFor', 'leaving');
}

/** Handles Close, or Escape in the modal or the page. After the selector, the modal asks the user to confirm. */
export function requestClose(draft: Draft): void {
  const { phase } = draft;
  if (phase.name === 'on-page' && getError(draft) === null) {
    draft.phase = { ...phase, isConfirmingExit: true };
  } else close(draft, 'closed');
}

/** Handles "Leave" in the question whether to leave. The page may have gone on since the question was shown. */
export function confirmExit(draft: Draft): void {
  if (draft.phase.name === 'on-page') settle(draft, createExit('closed'));
  else close(draft, 'closed');
}

export function close(draft: Draft, reason: 'closed' | 'aborted'): void {
  const { phase } = draft;
  const error = getError(draft);
  if (phase.name === 'connected') {
    settle(draft, { status: 'connected' });
  } else if (phase.name === 'finishing') {
    // The host has the code: the modal closes, and the host's promise decides the outcome.
    draft.phase = { ...phase, isHidden: true };
    queue(draft, 'hideModal');
  } else if (error && reason === 'closed') {
    settle(draft, createExit('error', error));
  } else {
    settle(draft, createExit(reason));
  }
}

/** Shows the modal again, which was closed while the callback is pending. Called when the host calls `open` again. */
export function showAgain(draft: Draft): void {
  const { phase } = draft;
  if (phase.name !== 'finishing' || !phase.isHidden) return;
  draft.phase = { ...phase, isHidden: false };
  queue(draft, 'showModal');
}

export function settle(draft: Draft, outcome: ConnectOutcome): void {
  const step = getStep(draft.phase);
  queue(draft, 'settle', outcome, step);
  draft.phase = { name: 'over', step };
}

export function createExit(reason: ExitReason, error: ConnectError | null = null): ConnectOutcome {
  return { status: 'exited', reason, error };
}
