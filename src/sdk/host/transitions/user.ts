import { type Draft, moveTo, queue } from '../draft.ts';
import { isInWindow, needsWindow } from '../phase.ts';
import { loadFrame } from './frame.ts';
import { selectInFrame } from './page.ts';
import { openWindow, returnToFrame } from './window.ts';

/** @param draft - the next state */
export function start(draft: Draft): void {
  queue(draft, 'emit', { name: 'opened' });
  // The call of `open` has opened the window, because browsers open one only during the user's click.
  // https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
  if (draft.display === 'popup') queue(draft, 'openWindow');
  else loadFrame(draft, false);
}

/**
 * The user picked a provider in the modal.
 *
 * @param draft - the next state
 */
export function selectProvider(draft: Draft, providerId: string): void {
  const { phase, display } = draft;
  if (phase.name !== 'selecting' || phase.busyId !== null) return;
  if (display !== 'frame' && needsWindow(draft, providerId)) {
    draft.providerId = providerId;
    openWindow(draft);
  } else selectInFrame(draft, providerId);
}

/** @param draft - the next state */
export function goBack(draft: Draft): void {
  if (isInWindow(draft)) {
    returnToFrame(draft);
    return;
  }
  queue(draft, 'send', 'frame', { type: 'back' });
  moveTo(draft, { name: 'selecting', busyId: null });
}

/** @param draft - the next state */
export function keepGoing(draft: Draft): void {
  const { phase } = draft;
  if (phase.name === 'on-page') draft.phase = { ...phase, isConfirmingExit: false };
}

/**
 * The user asked for another try. Its click can open a window.
 *
 * @param draft - the next state
 */
export function retry(draft: Draft): void {
  if (draft.phase.name !== 'failed') return;
  if (isInWindow(draft)) openWindow(draft);
  else startAgain(draft);
}

/**
 * The browser is online again.
 *
 * @param draft - the next state
 */
export function retryOnline(draft: Draft): void {
  if (draft.phase.name === 'failed' && draft.phase.error.code === 'offline') startAgain(draft);
}

/** Starts again after a failure. Without a click no window can be opened, so it is offered. */
function startAgain(draft: Draft): void {
  queue(draft, 'emit', { name: 'retried' });
  draft.providers = null;
  draft.frameHeight = null;
  moveTo(draft, { name: 'starting' });
  if (isInWindow(draft)) draft.window = { name: 'offered', error: null };
  else loadFrame(draft, true);
}
