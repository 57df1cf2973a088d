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
  if (!draft.isHidden) queue(draft, 'listen', draft.sessionWatch, 0);
}

/**
 * The document is hidden or shown. A browser has six connections to a service over HTTP/1.1 for all of its tabs, and
 * a page that listens keeps one. A hidden page needs none, because the service tells the state of the session when the page
 * listens again. A page that shares its flow with a window goes on to listen.
 */
export function noteVisibility(draft: Draft, isHidden: boolean): void {
  if (draft.isHidden === isHidden) return;
  draft.isHidden = isHidden;
  if (draft.sessionWatch === null) return;
  if (isHidden) queue(draft, 'stopListening');
  else queue(draft, 'listen', draft.sessionWatch, 0);
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
  else if (!draft.isHidden) queue(draft, 'listen', id, againMs);
}
