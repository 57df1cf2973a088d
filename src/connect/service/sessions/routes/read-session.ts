import type { sessionAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import { answerJson } from '../../http/answers.ts';
import { withFacts } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { createUnknownSession, readSessionName, type SessionRequest } from '../session-request.ts';

/**
 * `GET /connect/sessions/{session_id}`: the state of a session, and how it ended.
 *
 * @throws Refusal 404 `not_found`
 */
export function readSession({ clock, store }: Pick<Parts, 'clock' | 'store'>) {
  return withFacts({ refusals: [404] }, async (request: SessionRequest) => {
    const session = await store.connectSessions.read(readSessionName(request), clock.now());
    if (!session) throw createUnknownSession();
    const { finishedAt } = session;
    return answerJson<Answer<typeof sessionAnswer>>(request.context, {
      session_id: session.sessionId,
      status: session.status,
      account_id: session.accountId,
      provider_id: session.providerId,
      finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
      exchanged: session.isExchanged,
      ...session.ownIds,
    });
  });
}
