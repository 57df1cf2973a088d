import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { sessionAnswer } from '../../../shapes/dashboard-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Access } from '../access.ts';

/** The password of the dashboard. */
export const passwordBody = v.object({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
});

type SignInRequest = Arrival & { readonly body: v.InferOutput<typeof passwordBody> };
type SessionAnswer = Answer<typeof sessionAnswer>;

/** `GET /dashboard/api/session`: whether the browser is signed in. The page asks for it when it loads. */
export function showSession(access: Access) {
  return async ({ context }: Arrival) => {
    const csrf_token = (await access.findSession(context))?.csrfToken ?? null;
    const has_expired = csrf_token === null && access.hasCookie(context);
    return answerJson<SessionAnswer>(context, { csrf_token, has_expired });
  };
}

/**
 * `POST /dashboard/api/sign-in`: besides the page, the only endpoint that needs no session.
 *
 * @param access - checks the password
 * @returns the handler
 * @throws Refusal `invalid_credentials`, `rate_limited`
 */
export function signIn(access: Access) {
  return async ({ context, body }: SignInRequest) => {
    const csrf_token = await access.signIn(context, body.password);
    return answerJson<SessionAnswer>(context, { csrf_token, has_expired: false });
  };
}

/** `POST /dashboard/api/sign-out`. */
export function signOut(access: Access) {
  return async ({ context }: Arrival) => {
    await access.signOut(context);
    return answerJson<SessionAnswer>(context, { csrf_token: null, has_expired: false });
  };
}
