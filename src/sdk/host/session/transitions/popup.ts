import type { ConnectError } from '../../../protocol/errors.ts';
import type { HandoffState } from '../../../protocol/messages.ts';
import type { SurfaceChangeReason } from '../../api.ts';
import { closePopup, type Draft, moveTo, queue } from '../draft.ts';
import { createFailure, type FailureCode, isFrameAtFault } from '../failures.ts';
import { getError, hasPopup } from '../phase.ts';
import { fail } from './end.ts';
import { awaitPage, failIfOpaque, loadFrame, startFrame } from './frame.ts';

export function handlePopupOpened(draft: Draft, isBlocked: boolean): void {
  const error = getError(draft);
  if (error) queue(draft, 'emit', { name: 'retried' });
  if (draft.phase.name === 'failed') moveTo(draft, { name: 'starting' });
  if (isBlocked) {
    reportPopup(draft, 'popup_blocked', 'blocked');
    return;
  }
  draft.popup = { name: 'open', contact: 'silent', isLeaving: false };
  if (draft.shown !== 'popup') {
    draft.shown = 'popup';
    const reason = explainPopup(draft, error);
    queue(draft, 'emit', { name: 'surface_changed', surface: 'popup', reason });
  }
  if (failIfOpaque(draft)) return;
  awaitPage(draft);
  queue(draft, 'startPopup');
  queue(draft, 'sendHandoff');
}

function explainPopup({ isFramed, phase }: Draft, error: ConnectError | null): SurfaceChangeReason {
  if (error && isFrameAtFault(error)) return error.code;
  if (isFramed) return 'frame_blocked';
  return phase.name === 'starting' && !error ? 'load_timeout' : 'provider';
}

/** Handles the hello of the popup's page, which can now be reached. The frame's page stops waiting for it. */
export function handlePopupHello(draft: Draft): void {
  if (draft.popup.name !== 'open') return;
  const { contact, isLeaving } = draft.popup;
  if (contact !== 'reached' || isLeaving) {
    queue(draft, 'send', 'frame', { type: 'back' });
    awaitPage(draft);
  }
  draft.popup = { name: 'open', contact: 'reached', isLeaving: false };
}

/** Handles a popup that the browser reports as closed. Without a hello, an opener policy may have cut it off. */
export function handlePopupClosed(draft: Draft): void {
  if (draft.popup.name !== 'open') return;
  const { contact, isLeaving } = draft.popup;
  if (contact === 'reached') {
    // The provider's site may have cut off the popup, whose page the frame's page still waits for.
    if (isLeaving) reportPopup(draft, 'opener_severed', 'missed');
    else losePopup(draft, 'popup_closed');
  } else if (contact === 'silent') {
    // A host that is itself in a frame has no Connect page in a frame through which the popup could report.
    if (draft.isFramed) losePopup(draft, 'opener_severed');
    else {
      draft.popup = { name: 'open', contact: 'severed', isLeaving };
      findByFrame(draft);
    }
  }
}

/** Handles a page that leaves for a provider's site, without its opener. It returns through the frame's page. */
export function expectReturn(draft: Draft): void {
  const { popup, frame } = draft;
  if (popup.name !== 'open' || popup.contact !== 'reached' || popup.isLeaving) return;
  if (frame === 'followed') queue(draft, 'sendHandoff');
  else if (frame === 'absent') startFrame(draft, true);
}

/** Looks for the popup through the frame's page, because the service reports the popup's progress to that page. */
function findByFrame(draft: Draft): void {
  queue(draft, 'waitFor', draft.frame === 'followed' ? 'join' : 'rejoin');
  if (draft.frame === 'absent') startFrame(draft, true);
}

/** Handles a state of the handoff, by which a popup that is cut off communicates through the frame's page. */
export function handleHandoff(draft: Draft, state: HandoffState): void {
  const { popup } = draft;
  if (!hasPopup(draft)) return;
  switch (state) {
    case 'joined':
      queue(draft, 'stopWaiting');
      // The host was told that the popup was closed, because the service had lost contact with the popup for a while.
      if (popup.name === 'missed') queue(draft, 'emit', { name: 'retried' });
      draft.popup = { name: 'open', contact: 'joined', isLeaving: false };
      break;
    case 'left':
      reportPopup(draft, 'popup_closed', 'missed');
      break;
    case 'refused':
      losePopup(draft, 'opener_severed');
      break;
    case 'waiting':
      // The time-out applies only to a popup that is cut off. Any other popup may still be loading its page.
      if (popup.name === 'open' && popup.contact === 'severed') queue(draft, 'waitFor', 'join');
      break;
  }
}

/** The cut-off popup asks whether the user opened it. The user may need a while, to type a `number` there. */
export function awaitAnswer(draft: Draft, number: string | null): void {
  queue(draft, 'stopWaiting');
  // An error was reported when the host lost the popup. The user has reloaded its page, which is another try.
  if (getError(draft)) queue(draft, 'emit', { name: 'retried' });
  draft.popup = { name: 'asking', number };
}

export function losePopup(draft: Draft, code: 'opener_severed' | 'popup_closed'): void {
  closePopup(draft);
  reportPopup(draft, code, 'closed');
}

function reportPopup(draft: Draft, code: FailureCode, name: 'blocked' | 'closed' | 'missed'): void {
  const error = createFailure(draft, code);
  queue(draft, 'stopWaiting');
  draft.popup = { name, error };
  if (draft.phase.name === 'on-page') draft.phase = { ...draft.phase, isConfirmingExit: false };
  queue(draft, 'emit', { name: 'failed', error });
}

export function offerPopup(draft: Draft, providerId: string): void {
  if (draft.display === 'frame') {
    fail(draft, 'provider_unavailable');
    return;
  }
  queue(draft, 'stopWaiting');
  draft.providerId = providerId;
  moveTo(draft, { name: 'selecting', busyId: null });
  draft.popup = { name: 'offered', error: null };
}

export function returnToFrame(draft: Draft): void {
  const isThere = draft.frame === 'followed';
  queue(draft, 'stopWaiting');
  if (getError(draft)) queue(draft, 'emit', { name: 'retried' });
  closePopup(draft);
  draft.popup = { name: 'none' };
  draft.providerId = null;
  moveTo(draft, isThere ? { name: 'selecting', busyId: null } : { name: 'starting' });
  if (isThere) queue(draft, 'send', 'frame', { type: 'back' });
  if (draft.shown === 'popup') {
    draft.shown = 'frame';
    queue(draft, 'emit', { name: 'surface_changed', surface: 'frame', reason: 'user' });
  }
  if (!isThere) loadFrame(draft, true);
}
