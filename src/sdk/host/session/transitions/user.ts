import { type Draft, moveTo, queue } from '../draft.ts';
import { getError, hasSelection, isInPopup, needsPopup } from '../phase.ts';
import { loadFrame } from './frame.ts';
import { selectInFrame } from './page.ts';
import { returnToFrame } from './popup.ts';

export function selectProvider(draft: Draft, providerId: string): void {
  const { phase, display } = draft;
  if (phase.name !== 'selecting' || phase.busyId !== null) return;
  if (display !== 'frame' && needsPopup(draft, providerId)) {
    draft.providerId = providerId;
    queue(draft, 'openPopup');
  } else selectInFrame(draft, providerId);
}

export function goBack(draft: Draft): void {
  if (isInPopup(draft)) returnToFrame(draft);
  else if (draft.phase.name === 'on-page' && hasSelection(draft)) {
    draft.providerId = null;
    queue(draft, 'send', 'frame', { type: 'back' });
    moveTo(draft, { name: 'selecting', busyId: null });
  }
}

export function keepGoing(draft: Draft): void {
  const { phase } = draft;
  if (phase.name === 'on-page') draft.phase = { ...phase, isConfirmingExit: false };
}

export function retry(draft: Draft): void {
  const { name } = draft.phase;
  const isLoading = name === 'starting' && !isInPopup(draft);
  if (name !== 'failed' && !isLoading) return;
  if (isInPopup(draft)) queue(draft, 'openPopup');
  else startAgain(draft);
}

export function retryOnline(draft: Draft): void {
  if (draft.phase.name === 'failed' && draft.phase.error.code === 'offline') startAgain(draft);
}

/** Starts again after a failure. Only a click can open a popup, so the modal offers one instead of opening it. */
function startAgain(draft: Draft): void {
  const isUnavailable = getError(draft)?.code === 'provider_unavailable';
  // The button says "Choose another provider".
  if (isUnavailable && !isInPopup(draft)) draft.providerId = null;
  queue(draft, 'emit', { name: 'retried' });
  draft.providers = null;
  draft.frameHeight = null;
  moveTo(draft, { name: 'starting' });
  // After a failure in a popup, the state offers another one.
  if (!isInPopup(draft)) loadFrame(draft, true);
}
