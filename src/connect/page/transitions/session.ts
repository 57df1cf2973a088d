import type { SessionEvent } from '../../shapes/flow-answers.ts';
import { type Draft, nextId, queue } from '../draft.ts';
import { getSession } from '../phase.ts';
import type { Problem } from '../problems.ts';
import { fail } from './end.ts';

const withdrawn: Problem = {
  code: 'session_ended',
  description: "The session of the application's backend has ended.",
  retryable: false,
};
const againMs = 5000;

/**
 * Follows the session of a page that has a host. Without one, the next step says that the session has ended.
 *
 * @param draft - the next page
 */
export function watchSessionEnd(draft: Draft): void {
  if (!getSession(draft.place)) return;
  draft.sessionWatch = nextId(draft);
  queue(draft, 'listen', draft.sessionWatch, 0);
}

/** The service tells what has become of the session. */
export function heedSession(draft: Draft, id: number, { session }: SessionEvent): void {
  if (draft.sessionWatch !== id || session === 'open') return;
  draft.sessionWatch = null;
  if (session === 'ended') fail(draft, withdrawn);
}

/** The stream of events has ended, or the connection is lost. */
export function followSession(draft: Draft, id: number, problem: Problem | undefined): void {
  if (draft.sessionWatch !== id) return;
  // The next step says what is wrong.
  if (problem) draft.sessionWatch = null;
  else queue(draft, 'listen', id, againMs);
}
