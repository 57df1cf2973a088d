import type { ConnectError } from '../../protocol/errors.ts';
import type { HandoffState } from '../../protocol/messages.ts';
import type { SurfaceChangeReason } from '../api.ts';
import { closeWindow, type Draft, moveTo, queue } from '../draft.ts';
import { createFailure, type FailureCode, isFrameAtFault } from '../failures.ts';
import { getError, hasWindow } from '../phase.ts';
import { fail } from './end.ts';
import { failByObstacle, loadFrame, startFrame } from './frame.ts';

/**
 * Opens a window, and closes the old one, if any. Only in the user's own click.
 *
 * @param draft - the next state
 */
export function openWindow(draft: Draft): void {
  closeWindow(draft);
  queue(draft, 'openWindow');
}

/**
 * The browser opened a window, or blocked it.
 *
 * @param draft - the next state
 * @param isBlocked - whether it was blocked
 */
export function handleWindowOpened(draft: Draft, isBlocked: boolean): void {
  const error = getError(draft);
  if (error) queue(draft, 'emit', { name: 'retried' });
  if (draft.phase.name === 'failed') {
    queue(draft, 'stopWaiting');
    moveTo(draft, { name: 'starting' });
  }
  if (isBlocked) {
    reportWindow(draft, 'popup_blocked', 'blocked');
    return;
  }
  draft.window = { name: 'open', contact: 'silent', isLeaving: false };
  if (draft.shown !== 'popup') {
    draft.shown = 'popup';
    queue(draft, 'emit', {
      name: 'surface_changed',
      surface: 'popup',
      reason: explainWindow(draft, error),
    });
  }
  if (failByObstacle(draft)) return;
  queue(draft, 'waitFor', 'pageLoad');
  queue(draft, 'startWindow');
  queue(draft, 'sendHandoff');
}

function explainWindow({ isFramed }: Draft, error: ConnectError | null): SurfaceChangeReason {
  if (error && isFrameAtFault(error)) return error.code;
  return isFramed ? 'frame_blocked' : 'provider';
}

/**
 * The window's page said hello. It can be reached, so the frame's page need not wait for it.
 *
 * @param draft - the next state
 */
export function handleWindowHello(draft: Draft): void {
  if (draft.window.name !== 'open') return;
  const { contact, isLeaving } = draft.window;
  if (contact !== 'reached' || isLeaving) queue(draft, 'send', 'frame', { type: 'back' });
  draft.window = { name: 'open', contact: 'reached', isLeaving: false };
}

/**
 * The browser reports the window as closed. It reports the same for a window that a
 * Cross-Origin-Opener-Policy has cut off. Only a window whose page has sent a message can have been closed
 * by the user.
 *
 * @param draft - the next state
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export function handleWindowClosed(draft: Draft): void {
  if (draft.window.name !== 'open') return;
  const { contact, isLeaving } = draft.window;
  switch (contact) {
    case 'reached':
      // A provider's site may have cut it off. The frame's page still waits for it.
      if (isLeaving) reportWindow(draft, 'opener_severed', 'missed');
      else loseWindow(draft, 'popup_closed');
      break;
    case 'silent':
      // No frame can follow a window there.
      if (draft.isFramed) loseWindow(draft, 'opener_severed');
      else {
        draft.window = { name: 'open', contact: 'severed', isLeaving };
        findByFrame(draft);
      }
      break;
    case 'severed':
    case 'joined':
      break;
  }
}

/**
 * The window's page leaves for the site of a provider. It has dropped its opener, because that site must not
 * reach this page. So it comes back through the frame's page.
 *
 * @param draft - the next state
 */
export function expectReturn(draft: Draft): void {
  const { window, frame } = draft;
  if (window.name !== 'open' || window.contact !== 'reached' || window.isLeaving) return;
  draft.window = { ...window, isLeaving: true };
  if (frame === 'followed') queue(draft, 'sendHandoff');
  else if (frame === 'absent') startFrame(draft, true);
}

/** The service tells the frame's page what happens in the window. */
function findByFrame(draft: Draft): void {
  if (draft.frame === 'followed') {
    queue(draft, 'waitFor', 'join');
    return;
  }
  queue(draft, 'waitFor', 'rejoin');
  startFrame(draft, true);
}

/**
 * The window's page is cut off from this page, and communicates through the frame's page.
 *
 * @param draft - the next state
 * @param state - the handoff's state from the service
 */
export function handleHandoff(draft: Draft, state: HandoffState): void {
  const { window } = draft;
  if (!hasWindow(draft)) return;
  switch (state) {
    case 'joined':
      queue(draft, 'stopWaiting');
      draft.window = { name: 'open', contact: 'joined', isLeaving: false };
      // The service had lost contact with it for a while.
      if (window.name === 'missed') queue(draft, 'emit', { name: 'retried' });
      break;
    case 'left':
      reportWindow(draft, 'popup_closed', 'missed');
      break;
    case 'refused':
      loseWindow(draft, 'opener_severed');
      break;
    case 'waiting':
      // The time-out applies only to a window that is cut off. The page of another window may still be
      // loading.
      if (window.name === 'open' && window.contact === 'severed') queue(draft, 'waitFor', 'join');
      break;
  }
}

/**
 * The page of a window that is cut off asks its user whether they have opened it. That may take a while.
 *
 * @param draft - the next state
 * @param number - what the user types there, or null
 */
export function awaitAnswer(draft: Draft, number: string | null): void {
  queue(draft, 'stopWaiting');
  draft.window = { name: 'asking', number };
}

/**
 * Gives up the window. The session continues, and a new window can be opened.
 *
 * @param draft - the next state
 * @param code - the reason
 */
export function loseWindow(draft: Draft, code: 'opener_severed' | 'popup_closed'): void {
  closeWindow(draft);
  reportWindow(draft, code, 'closed');
}

/** Shows the window's error, and waits for the user. */
function reportWindow(
  draft: Draft,
  code: FailureCode,
  name: 'blocked' | 'closed' | 'missed',
): void {
  const error = createFailure(draft, code);
  queue(draft, 'stopWaiting');
  draft.window = { name, error };
  if (draft.phase.name === 'on-page') draft.phase = { ...draft.phase, isConfirmingExit: false };
  queue(draft, 'emit', { name: 'failed', error });
}

/**
 * The provider's login cannot be framed, and only a click can open a window.
 *
 * @param draft - the next state
 * @param providerId - the provider's ID
 */
export function offerWindow(draft: Draft, providerId: string): void {
  if (draft.display === 'frame') {
    fail(draft, 'provider_unavailable');
    return;
  }
  queue(draft, 'stopWaiting');
  draft.providerId = providerId;
  moveTo(draft, { name: 'selecting', busyId: null });
  draft.window = { name: 'offered', error: null };
}

/**
 * Continues in the frame, whose page still shows the selection.
 *
 * @param draft - the next state
 */
export function returnToFrame(draft: Draft): void {
  const isThere = draft.frame === 'followed';
  closeWindow(draft);
  draft.window = { name: 'none' };
  draft.providerId = null;
  moveTo(draft, isThere ? { name: 'selecting', busyId: null } : { name: 'starting' });
  if (isThere) queue(draft, 'send', 'frame', { type: 'back' });
  if (draft.shown === 'popup') {
    draft.shown = 'frame';
    queue(draft, 'emit', { name: 'surface_changed', surface: 'frame', reason: 'user' });
  }
  if (!isThere) loadFrame(draft, true);
}
