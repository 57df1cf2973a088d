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

/** Listens for the end of the backend's session. Without a host, the next step shows that it has ended. */
export function watchSessionEnd(draft: Draft): void {
  if (!getSession(draft.place)) return;
  draft.sessionWatch = nextId(draft);
  if (!draft.isHidden) queue(draft, 'listen', draft.sessionWatch, 0);
}

/**
 * A hidden page stops listening, because HTTP/1.1 allows a browser six connections to a service in all its tabs. When
 * it listens again, the service reports the session's state. A frame whose flow a popup continues does not stop.
 */
export function noteVisibility(draft: Draft, isHidden: boolean): void {
  if (draft.isHidden === isHidden) return;
  draft.isHidden = isHidden;
  if (draft.sessionWatch === null) return;
  if (isHidden) queue(draft, 'stopListening');
  else queue(draft, 'listen', draft.sessionWatch, 0);
}

export function handleSessionEvent(draft: Draft, id: number, { session }: SessionEvent): void {
  if (draft.sessionWatch !== id || session === 'open') return;
  draft.sessionWatch = null;
  if (session === 'ended') fail(draft, withdrawn);
}

export function followSession(draft: Draft, id: number, problem: Problem | undefined): void {
  if (draft.sessionWatch !== id) return;
  // The user's next step shows the problem.
  if (problem) draft.sessionWatch = null;
  else if (!draft.isHidden) queue(draft, 'listen', id, againMs);
}
