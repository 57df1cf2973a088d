import type { codeOnlyAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import { createSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { withFacts } from '../../http/endpoint.ts';
import { noteEntry } from '../../http/observe-requests.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal, toRetryAfter } from '../../http/refusal.ts';
import { createUnknownSession, readSessionName, type SessionRequest } from '../session-request.ts';

/**
 * `POST /connect/sessions/{session_id}/code`: issues a fresh code, because the previous one was lost on its way
 * through the browser. The previous one stops working. The fresh code is exchanged without `redirect_uri`, because
 * it was not sent to one.
 *
 * @throws Refusal 404 `not_found`; 409 `not_connected`, `already_exchanged`; 409 `code_pending` with `Retry-After`
 *   while the previous code may still arrive and its page has not reported it as lost
 */
export function replaceCode({ clock, config, store }: Pick<Parts, 'clock' | 'config' | 'store'>) {
  return withFacts({ refusals: [404, 409] }, async (request: SessionRequest) => {
    const { context, application } = request;
    const named = readSessionName(request);
    const code = createSecret();
    const createdAt = clock.now();
    const fresh = {
      codeHash: hashSecret(code),
      createdAt,
      expiresAt: createdAt + config.codeTtlMs,
    };
    const outcome = await store.connectSessions.replaceCode(named, fresh);
    if (outcome.refusal === 'unknown') throw createUnknownSession();
    if (outcome.refusal !== null) {
      const headers = 'waitMs' in outcome ? toRetryAfter(outcome.waitMs) : {};
      throw new Refusal([409, outcome.refusal], descriptions[outcome.refusal], { headers });
    }
    noteEntry(context, { client_id: application.publicClientId, session_id: named.sessionId });
    return answerJson<Answer<typeof codeOnlyAnswer>>(context, { code }, 201);
  });
}

const descriptions = {
  not_connected: 'No account has been connected in this session, or its access has ended since.',
  code_pending: 'The code of this session may still be on its way. Wait, and ask again.',
  already_exchanged: 'The code of this session has been exchanged; its account is connected.',
} as const;
