import type { Context } from 'hono';
import * as v from 'valibot';
import type { endedSignInsAnswer } from '../../../shapes/admin-key-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { sessionAnswer } from '../../../shapes/dashboard-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import type { Arrival } from '../../http/endpoint.ts';
import { logFor } from '../../http/request-id.ts';
import type { Access, LiveSession } from '../access.ts';
import { changeAsOperator } from '../audit-log.ts';

export const passwordBody = v.object({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
});

interface Entrances {
  readonly access: Access;
  readonly hasPassword: boolean;
  readonly providerHost: string | undefined;
}

interface EntranceRequest extends Arrival {
  readonly entrances: Entrances;
}

/** `GET /dashboard/api/session`: says whether the browser is signed in. */
export async function showSession({ context, entrances }: EntranceRequest) {
  const { access } = entrances;
  const session = await access.findSession(context);
  if (session) return answerSession(entrances, context, session);
  return answerStranger(entrances, context, access.hasCookie(context));
}

/** `POST /dashboard/api/sign-in`: signs in with the password. */
export async function signIn(request: EntranceRequest & WithBody<typeof passwordBody>) {
  const { context, entrances, body } = request;
  const csrfToken = await entrances.access.signIn(context, body.password);
  return answerSession(entrances, context, { csrfToken, role: 'operator', person: null });
}

/** `POST /dashboard/api/sign-out`: ends the session of the browser. */
export async function signOut({ context, entrances }: EntranceRequest) {
  await entrances.access.signOut(context);
  return answerStranger(entrances, context, false);
}

function answerSession(
  entrances: Entrances,
  context: Context,
  { csrfToken: csrf_token, role, person }: LiveSession,
) {
  const session = { csrf_token, role, person, has_expired: false };
  return answerJson<Answer<typeof sessionAnswer>>(context, { ...session, ...describe(entrances) });
}

function answerStranger(entrances: Entrances, context: Context, has_expired: boolean) {
  const session = { csrf_token: null, role: null, person: null, has_expired };
  return answerJson<Answer<typeof sessionAnswer>>(context, { ...session, ...describe(entrances) });
}

function describe({ hasPassword, providerHost }: Entrances) {
  return { has_password: hasPassword, provider: providerHost ?? null };
}

/** `POST …/sign-ins/end`: ends every session, including the sender's. Admin keys stay valid. */
export async function endSignIns(request: Arrival) {
  const ended = await changeAsOperator(request, {
    action: 'sign_ins_ended',
    detail: null,
    apply: ({ operator }) => operator.endAllSessions(),
  });
  logFor(request.context).info({ ended }, 'everyone signed out of the dashboard');
  return answerJson<Answer<typeof endedSignInsAnswer>>(request.context, { ended });
}
