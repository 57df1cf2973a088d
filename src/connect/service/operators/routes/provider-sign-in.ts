import type { Context } from 'hono';
import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { providerSignInAnswer } from '../../../shapes/dashboard-answers.ts';
import { createSecret } from '../../basics/secrets.ts';
import { answerJson, toRefusal } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import type { AnswerRefusal, Arrival } from '../../http/endpoint.ts';
import { createPageHeaders, renderNotice, renderStyles } from '../../http/page-document.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { assertPageLoad } from '../../http/request-headers.ts';
import { logFor, readRequestId } from '../../http/request-id.ts';
import { type Access, createSignInCookie } from '../access.ts';
import type { OperatorProvider } from '../operator-provider.ts';

/** `path` is the view of the dashboard that opens after the sign-in. */
export const providerSignInBody = v.object({
  path: v.pipe(v.string(), v.maxLength(1000), v.regex(/^\/dashboard(?:\/[\w%.~/-]*)?$/)),
});

interface SignInRequest extends Arrival {
  readonly access: Access;
  readonly provider: OperatorProvider;
}

/**
 * `POST /dashboard/api/provider-sign-in`: begins a sign-in at the OpenID provider, and responds with its address. A
 * cookie ties the sign-in to this browser, and is deleted when the sign-in ends.
 */
export async function beginSignIn(request: SignInRequest & WithBody<typeof providerSignInBody>) {
  const { context, provider, body } = request;
  const { config } = request.parts;
  const secret = createSecret();
  const url = await provider.begin(secret, config.publicUrl).catch((error: unknown) => {
    noteFailure(context, error);
    throw new Refusal(
      [502, 'provider_failed'],
      'The sign-in provider does not answer. Try again later, or ask your operator.',
    );
  });
  createSignInCookie(config.publicUrl, new URL(url)).write(context, secret + body.path);
  return answerJson<Answer<typeof providerSignInAnswer>>(context, { url });
}

/** `GET /dashboard/return`: the provider sends the browser here. Only the browser with the cookie gets a session. */
export async function finishSignIn(request: SignInRequest) {
  const { context, access, provider } = request;
  const { config } = request.parts;
  assertPageLoad(context);
  const { search } = new URL(context.req.url);
  const url = new URL(`/dashboard/return${search}`, config.publicUrl);
  const cookie = createSignInCookie(config.publicUrl, url);
  const [, secret, path] = /^([\da-f]{64})(\/dashboard.*)$/.exec(cookie.read(context) ?? '') ?? [];
  cookie.clear(context);
  if (secret === undefined || path === undefined) throw createFailed();
  const person = await provider.finish(secret, url).catch((error: unknown) => {
    noteFailure(context, error);
    throw createFailed();
  });
  const { role, subject, label } = person;
  if (role === undefined) {
    logFor(context).warn('dashboard sign-in without a role');
    throw new Refusal([403, 'insufficient_scope'], `You are signed in as ${label}.`);
  }
  await access.openSession(context, { role, subject, label, relies_on: provider.settingsHash });
  return context.redirect(path, 303);
}

/** Logs a failed sign-in without the error's message, which may quote the response and the code in it. */
function noteFailure(context: Context, error: unknown): void {
  const { name, code, error: reason, cause } = error as Readonly<Record<string, unknown>>;
  // The log redacts fields with the name `code`. An error of `fetch` has only a cause with a code.
  const line = { name, error_code: code ?? Object(cause).code, reason };
  logFor(context).warn(line, 'dashboard sign-in at the provider failed');
}

function createFailed(): Refusal {
  return new Refusal([400, 'invalid_step'], 'The sign-in did not succeed.');
}

export function asSignInNotice({ assets }: Parts): AnswerRefusal {
  return (context, error) => {
    const refusal = toRefusal(context, error);
    const hasNoRole = refusal.status === 403;
    const texts = hasNoRole
      ? {
          title: 'You have no access',
          advice: `${refusal.message} Ask your operator for a role in this dashboard.`,
        }
      : {
          title: 'You are not signed in',
          advice: 'The sign-in did not succeed. Open the dashboard again and start from there.',
        };
    const reference = { label: 'Reference', value: readRequestId(context) };
    const notice = { ...texts, reference, language: 'en', direction: 'ltr', forDevelopers: null };
    const page = renderNotice({ ...notice, direction: 'ltr' }, renderStyles(assets.page.entry));
    const headers = { ...createPageHeaders("'none'"), ...refusal.extras.headers };
    return context.body(page, refusal.status, headers);
  };
}
