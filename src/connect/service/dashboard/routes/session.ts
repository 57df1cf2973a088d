import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { assertSameOrigin } from '../../http/same-origin.ts';
import type { Services } from '../../services.ts';
import type { Access } from '../access.ts';

const bodySchema = v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)) });

/**
 * `GET /dashboard/api/session`: whether the browser is signed in, asked when the page loads.
 *
 * @param access - who is signed in
 * @returns the handler
 */
export function createSessionRoute(access: Access): Handler {
  return async (context) =>
    answerJson(context, { csrf_token: (await access.findCsrfToken(context)) ?? null });
}

/**
 * `POST /dashboard/api/sign-in`: the only thing besides the page that somebody who is not signed in
 * can do.
 *
 * @param services - configuration
 * @param access - checks the password
 * @returns the handler
 * @throws Refusal `invalid_credentials`, `rate_limited`
 */
export function createSignInRoute({ config }: Services, access: Access): Handler {
  return async (context) => {
    // Else another site could sign its visitors in to a dashboard of its own.
    assertSameOrigin(context.req.raw, config.publicUrl);
    const { password } = await readJsonBody(context.req.raw, bodySchema);
    return answerJson(context, { csrf_token: await access.signIn(context, password) });
  };
}

/**
 * `POST /dashboard/api/sign-out`.
 *
 * @param access - ends the session
 * @returns the handler
 */
export function createSignOutRoute(access: Access): Handler {
  return async (context) => {
    await access.signOut(context);
    return answerJson(context, { csrf_token: null });
  };
}
