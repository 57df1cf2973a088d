import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type {
  canceledAnswer,
  linkAnswer,
  sessionsAnswer,
} from '../../../shapes/dashboard-answers.ts';
import { sessionStatuses } from '../../../shapes/unions.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { ownIdFields } from '../../applications/own-ids.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody, WithQuery } from '../../http/checks.ts';
import { withFacts } from '../../http/endpoint.ts';
import { pageFields, pageQuery, readPage } from '../../http/paging.ts';
import { logFor } from '../../http/request-id.ts';
import { changeAsOperator } from '../../operators/audit-log.ts';
import type { SessionQuery } from '../read-sessions.ts';
import { createLimitReached, createLinkUrl, planSession, sessionBody } from './create-session.ts';
import { assertCanceled } from './one-session.ts';

export const sessionsQuery = v.object({
  status: v.optional(v.picklist(sessionStatuses)),
  ...pageQuery.entries,
});

export const sessionSearch = v.object({
  status: sessionsQuery.entries.status,
  ...ownIdFields,
  ...pageFields.entries,
});

export const sessionIdBody = v.object({
  session_id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

type ListRequest = ApplicationRequest & WithQuery<typeof sessionsQuery>;
type CancelRequest = ApplicationRequest & WithBody<typeof sessionIdBody>;

/** `GET …/sessions`: a page of the sessions of the last days, newest first. */
export function listSessions(request: ListRequest) {
  return answerPage(request, request.query);
}

/** `POST …/sessions/search`: like `listSessions`, but only the sessions with the application's own IDs of a person. */
export function searchSessions(request: ApplicationRequest & WithBody<typeof sessionSearch>) {
  const { client_user_id, tags, ...page } = request.body;
  return answerPage(request, { ...page, ownIds: { client_user_id, tags } });
}

type Choice = Omit<SessionQuery, 'count'> & { readonly limit: string | number };

async function answerPage(
  { parts: { clock, store }, context, application }: ApplicationRequest,
  { limit, ...choice }: Choice,
) {
  const { rows, last } = await readPage(limit, (count) =>
    store.connectSessions.list(application.clientId, { ...choice, count }, clock.now()),
  );
  return answerJson<Answer<typeof sessionsAnswer>>(context, {
    sessions: [...rows],
    next: last?.session_id ?? null,
  });
}

/** `POST …/sessions/cancel`: like `cancelSession`, for operators. */
export const endSession = withFacts({ refusals: [409] }, async (request: CancelRequest) => {
  const { parts, context, application, body } = request;
  const { clientId, publicClientId: client_id } = application;
  const { session_id } = body;
  const own = { clientId, sessionId: session_id };
  const now = parts.clock.now();
  const isCanceled = await changeAsOperator(request, {
    action: 'session_canceled',
    detail: session_id,
    apply: ({ connectSessions }) => connectSessions.cancel(own, now),
  });
  if (!isCanceled) await assertCanceled(parts, own, now);
  logFor(context).info({ client_id, session_id }, 'session canceled');
  return answerJson<Answer<typeof canceledAnswer>>(context, { canceled: session_id });
});

const noTerms = v.parse(sessionBody, {});

/** `POST …/sessions/create`: creates a session with a link for the operator to try. */
export const createLink = withFacts({ refusals: [403] }, async (request: ApplicationRequest) => {
  const { parts, context, application } = request;
  const planned = await planSession(parts, { application, body: noTerms });
  const { sessionId: session_id, session, expiresAt: expires_at } = planned;
  const isCreated = await changeAsOperator(request, {
    action: 'session_created',
    detail: session_id,
    apply: ({ connectSessions }) => planned.store(connectSessions),
  });
  if (!isCreated) throw createLimitReached();
  const url = createLinkUrl(parts, application, session);
  logFor(context).info({ client_id: application.publicClientId, session_id }, 'session created');
  return answerJson<Answer<typeof linkAnswer>>(context, { session_id, url, expires_at });
});
