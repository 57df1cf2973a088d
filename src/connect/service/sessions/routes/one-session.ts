import * as v from 'valibot';
import type { codeOnlyAnswer, sessionAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { createSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { withFacts } from '../../http/endpoint.ts';
import { noteEntry } from '../../http/observe-requests.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal, toRetryAfter } from '../../http/refusal.ts';
import type { OwnSession } from '../session-codes.ts';

const credential = v.optional(v.pipe(v.string(), v.maxLength(1000)));

/** The client ID and secret, for a backend that sends them in the body instead of HTTP Basic. */
export const optionalCredentials = { client_id: credential, client_secret: credential };

export const namedSessionBody = v.object(optionalCredentials);

/** Returns an empty body, for a request whose credentials are in HTTP Basic. */
export function withoutBody(): { readonly body: v.InferOutput<typeof namedSessionBody> } {
  return { body: {} };
}

function readSessionName({ context, application }: ApplicationRequest) {
  return { clientId: application.clientId, sessionId: context.req.param('session_id') ?? '' };
}

function createUnknownSession(): Refusal {
  return new Refusal(
    [404, 'not_found'],
    'This application has no such session. Sessions are kept for seven days after their end.',
  );
}

/** Refuses to cancel a session that is unknown or has connected an account. One that ended in another way passes. */
export async function assertCanceled(
  { store }: Parts,
  session: OwnSession,
  now: number,
): Promise<void> {
  const found = await store.connectSessions.read(session, now);
  if (!found) throw createUnknownSession();
  if (found.status !== 'connected') return;
  const description =
    'This session has connected an account already. To end the connection, disconnect the account.';
  throw new Refusal([409, 'already_connected'], description);
}

/** `GET /connect/sessions/{session_id}`: the state of a session, and how it ended. */
export const readSession = withFacts({ refusals: [404] }, async (request: ApplicationRequest) => {
  const { clock, store } = request.parts;
  const session = await store.connectSessions.read(readSessionName(request), clock.now());
  if (!session) throw createUnknownSession();
  const { created_at, expires_at, finished_at, ...outcome } = session;
  return answerJson<Answer<typeof sessionAnswer>>(request.context, {
    ...outcome,
    finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
  });
});

/**
 * `POST /connect/sessions/{session_id}/code`: issues a fresh code, because the previous code was lost on its way
 * through the browser. The previous code stops working. The fresh code is exchanged without `redirect_uri`, because no
 * redirect has carried it.
 *
 * @throws Refusal 409 `code_pending` with `Retry-After` while the previous code may still arrive and its page has not
 *   reported it as lost
 */
export const replaceCode = withFacts(
  { refusals: [404, 409] },
  async (request: ApplicationRequest) => {
    const { clock, config, store } = request.parts;
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
  },
);

const descriptions = {
  not_connected: 'No account has been connected in this session, or its access has ended since.',
  code_pending: 'The code of this session may still be on its way. Wait, and ask again.',
  already_exchanged: 'The code of this session has been exchanged; its account is connected.',
} as const;

/**
 * `POST /connect/sessions/{session_id}/cancel`: cancels a session, so that it can no longer connect an account. A
 * session that has already ended without an account stays unchanged.
 */
export const cancelSession = withFacts(
  { refusals: [404, 409] },
  async (request: ApplicationRequest) => {
    const { clock, store } = request.parts;
    const { parts, context, application } = request;
    const named = readSessionName(request);
    const now = clock.now();
    if (!(await store.connectSessions.cancel(named, now))) {
      await assertCanceled(parts, named, now);
    }
    noteEntry(context, { client_id: application.publicClientId, session_id: named.sessionId });
    return context.body(null, 204);
  },
);
