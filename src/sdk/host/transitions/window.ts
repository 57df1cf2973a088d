import type { HandoffState } from '../../protocol/messages.ts';
import { closeWindow, type Draft, moveTo, perform } from '../draft.ts';
import { createFailure, type FailureCode, isFrameAtFault } from '../failures.ts';
import { getError, hasWindow } from '../phase.ts';
import { fail } from './end.ts';
import { failByObstacle, loadFrame, startFrame } from './frame.ts';

/**
 * Opens a window; the old one, if any, is closed. Only in the user's own click.
 *
 * @param draft - of the next state
 */
export function openWindow(draft: Draft): void {
  closeWindow(draft);
  perform(draft, 'openWindow');
}

/**
 * The browser opened a window, or refused to.
 *
 * @param draft - of the next state
 * @param isBlocked - whether it refused
 */
export function handleWindowOpened(draft: Draft, isBlocked: boolean): void {
  const error = getError(draft);
  if (error) perform(draft, 'emit', { name: 'retried' });
  if (draft.phase.name === 'failed') {
    perform(draft, 'stopWaiting');
    moveTo(draft, { name: 'starting' });
  }
  if (isBlocked) {
    reportWindow(draft, 'popup_blocked', 'blocked');
    return;
  }
  draft.window = { name: 'open', contact: 'silent', isLeaving: false };
  if (draft.shown !== 'popup') {
    draft.shown = 'popup';
    const reason = error && isFrameAtFault(error) ? error.code : 'provider';
    perform(draft, 'emit', { name: 'surface_changed', surface: 'popup', reason });
  }
  if (failByObstacle(draft)) return;
  perform(draft, 'waitFor', 'pageLoad');
  perform(draft, 'startWindow');
  perform(draft, 'sendHandoff');
}

/**
 * The window's page said hello: it can be reached, and the frame's page need not wait for it.
 *
 * @param draft - of the next state
 */
export function handleWindowHello(draft: Draft): void {
  if (draft.window.name !== 'open') return;
  if (draft.window.contact !== 'reached') perform(draft, 'send', 'frame', { type: 'back' });
  draft.window = { name: 'open', contact: 'reached', isLeaving: false };
}

/**
 * The browser reports the window closed. It says the same of a window that a Cross-Origin-Opener-Policy
 * has cut off. Only a window whose page was heard can have been closed by the user.
 *
 * @param draft - of the next state
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export function handleWindowClosed(draft: Draft): void {
  if (draft.window.name !== 'open') return;
  const { contact, isLeaving } = draft.window;
  switch (contact) {
    case 'reached':
      if (isLeaving) missWindow(draft);
      else loseWindow(draft, 'popup_closed');
      break;
    case 'silent':
      draft.window = { name: 'open', contact: 'severed', isLeaving };
      findByFrame(draft);
      break;
    case 'severed':
    case 'joined':
      break;
  }
}

/** A provider's site may have cut it off: its page can come back by way of the frame's page. */
function missWindow(draft: Draft): void {
  reportWindow(draft, 'opener_severed', 'missed');
  if (draft.frame === 'followed') perform(draft, 'sendHandoff');
  else if (draft.frame === 'absent') startFrame(draft, true);
}

/** The frame's page hears from the service what happens in the window. */
function findByFrame(draft: Draft): void {
  if (draft.frame === 'followed') {
    perform(draft, 'waitFor', 'join');
    return;
  }
  perform(draft, 'waitFor', 'rejoin');
  startFrame(draft, true);
}

/**
 * The window's page is cut off from this page, and continues through the frame's page.
 *
 * @param draft - of the next state
 * @param state - of the handoff, as the service reports it
 */
export function handleHandoff(draft: Draft, state: HandoffState): void {
  const { window } = draft;
  if (!hasWindow(draft)) return;
  switch (state) {
    case 'joined':
      perform(draft, 'stopWaiting');
      draft.window = { name: 'open', contact: 'joined', isLeaving: false };
      // The service had not heard of it for a while.
      if (window.name === 'missed') perform(draft, 'emit', { name: 'retried' });
      break;
    case 'left':
      reportWindow(draft, 'popup_closed', 'missed');
      break;
    case 'refused':
      loseWindow(draft, 'opener_severed');
      break;
    case 'waiting':
      // The time-out counts only for a window that is cut off. The page of another one may still be loading.
      if (window.name === 'open' && window.contact === 'severed') perform(draft, 'waitFor', 'join');
      break;
  }
}

/**
 * Gives the window up. The session goes on: a new window can be opened.
 *
 * @param draft - of the next state
 * @param code - what happened to it
 */
export function loseWindow(draft: Draft, code: 'opener_severed' | 'popup_closed'): void {
  closeWindow(draft);
  reportWindow(draft, code, 'closed');
}

/** Shows what happened to the window, and waits for the user. */
function reportWindow(
  draft: Draft,
  code: FailureCode,
  name: 'blocked' | 'closed' | 'missed',
): void {
  const error = createFailure(draft.ConnectError, code);
  perform(draft, 'stopWaiting');
  draft.window = { name, error };
  if (draft.phase.name === 'on-page') draft.phase = { ...draft.phase, isConfirmingExit: false };
  perform(draft, 'emit', { name: 'failed', error });
}

/**
 * The provider's login refuses to be framed, and only a click can open a window.
 *
 * @param draft - of the next state
 * @param providerId - of the provider
 */
export function offerWindow(draft: Draft, providerId: string): void {
  if (draft.display === 'frame') {
    fail(draft, 'provider_unavailable');
    return;
  }
  perform(draft, 'stopWaiting');
  draft.providerId = providerId;
  moveTo(draft, { name: 'selecting', busyId: null });
  draft.window = { name: 'offered', error: null };
}

/**
 * Continues in the frame instead of a window, whose page still shows the selection.
 *
 * @param draft - of the next state
 */
export function returnToFrame(draft: Draft): void {
  const isThere = draft.frame === 'followed';
  closeWindow(draft);
  draft.window = { name: 'none' };
  draft.providerId = null;
  moveTo(draft, isThere ? { name: 'selecting', busyId: null } : { name: 'starting' });
  if (isThere) perform(draft, 'send', 'frame', { type: 'back' });
  if (draft.shown === 'popup') {
    draft.shown = 'frame';
    perform(draft, 'emit', { name: 'surface_changed', surface: 'frame', reason: 'user' });
  }
  if (!isThere) loadFrame(draft, true);
}
