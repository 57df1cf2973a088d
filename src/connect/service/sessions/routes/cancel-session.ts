import { withFacts } from '../../http/endpoint.ts';
import { noteEntry } from '../../http/observe-requests.ts';
import type { Parts } from '../../http/parts.ts';
import {
  createConnected,
  createUnknownSession,
  readSessionName,
  type SessionRequest,
} from '../session-request.ts';

/**
 * `POST /connect/sessions/{session_id}/cancel`: cancels a session, so that it can no longer connect an account. A
 * session that has already ended without an account stays unchanged.
 *
 * @throws Refusal 404 `not_found`; 409 `already_connected`
 */
export function cancelSession({ clock, store }: Pick<Parts, 'clock' | 'store'>) {
  return withFacts({ refusals: [404, 409] }, async (request: SessionRequest) => {
    const { context, application } = request;
    const named = readSessionName(request);
    const now = clock.now();
    if (!(await store.connectSessions.cancel(named, now))) {
      const session = await store.connectSessions.read(named, now);
      if (!session) throw createUnknownSession();
      if (session.status === 'connected') throw createConnected();
    }
    noteEntry(context, { client_id: application.publicClientId, session_id: named.sessionId });
    return context.body(null, 204);
  });
}
