import { type Draft, queue } from '../draft.ts';
import { getHome, isOver, type Page } from '../phase.ts';
import { isSessionEnding } from '../problems.ts';
import type { ResultOf } from '../requests.ts';
import { fail } from './end.ts';

/** The time that a page in a frame puts off its question, in milliseconds, while a popup continues its flow. */
const sharedMs = 4 * 60 * 1000;

/** False at `/manage`, once the flow has ended, and after the user has pressed Allow. */
export function canExpire({ place, step, isVisit }: Page): boolean {
  const home = getHome(place);
  const isClosed = home.name === 'frame' && home.isOver === true;
  return !isOver(step) && step.request?.task !== 'allow' && !isVisit && !isClosed;
}

/** An active user, and one at the host's selector, where this hidden page sees no input, gets more time unasked. */
export function handleExpiring(draft: Draft, hasInput: boolean): void {
  const home = getHome(draft.place);
  const isUnseen = draft.step.view.kind === 'select' && draft.selector === 'host';
  if (home.name === 'frame' && home.sharing) queue(draft, 'watchExpiry', sharedMs);
  else if (hasInput || isUnseen) queue(draft, 'stay', isUnseen);
  else draft.isExpiring = true;
}

export function keepGoing(draft: Draft): void {
  draft.isExpiring = false;
  queue(draft, 'stay', true);
}

export function handleStayed(draft: Draft, result: ResultOf<'stay'>): void {
  if (result.ok) {
    draft.isExpiring = false;
    queue(draft, 'watchExpiry', result.value.expires_in * 1000);
  } else if (isSessionEnding(result.problem)) expire(draft);
  // The request failed for the moment. The page asks again, so that the user can try again.
  else draft.isExpiring = true;
}

export function expire(draft: Draft): void {
  draft.isExpiring = false;
  const description = 'The session has expired; start again.';
  fail(draft, { code: 'session_expired', description, retryable: true });
}
