import * as v from 'valibot';
import type { tokenAnswer } from '../../shapes/backend-answers.ts';
import type { Answer } from '../../shapes/common-answers.ts';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import { createPlainAnswer } from '../http/answer-headers.ts';
import type { Arrival } from '../http/endpoint.ts';
import { noteEntry, noteOutcome } from '../http/observe-requests.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import { accountIdPrefix } from '../store/accounts.ts';
import type { Application } from '../store/store.ts';
import { credentialFields } from './client-authentication.ts';

/** An authorization code, and the credentials of its application. */
export const tokenBody = v.object({
  ...credentialFields,
  code: v.pipe(v.string(), v.maxLength(1000)),
  redirect_uri: v.optional(v.pipe(v.string(), v.maxLength(4000))),
});

interface TokenRequest extends Arrival {
  readonly body: v.InferOutput<typeof tokenBody>;
  readonly application: Application;
}

/**
 * `POST /auth/token`: an application's backend exchanges a code for an access token, once. Every failed
 * exchange gets the same response.
 *
 * @returns the handler
 * @throws Refusal 400 `invalid_grant`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 */
export function exchangeCode({ clock, store }: Pick<Parts, 'clock' | 'store'>) {
  return async ({ context, body, application }: TokenRequest) => {
    const accessToken = createSecret();
    const outcome = await store.codes.exchange({
      clientId: application.clientId,
      environment: application.environment,
      codeHash: hashSecret(body.code),
      redirectUri: body.redirect_uri ?? null,
      tokenHash: hashSecret(accessToken),
      newAccountId: `${accountIdPrefix}${createSecret().slice(0, 32)}`,
      now: clock.now(),
    });
    const client_id = application.publicClientId;
    if ('refusal' in outcome) {
      noteOutcome(context, outcome.refusal);
      logFor(context).warn({ client_id, detail: outcome.refusal }, 'exchange refused');
      throw new Refusal(
        [400, 'invalid_grant'],
        'The code is unknown, used or expired, or does not fit this application or redirect_uri.',
      );
    }
    const { accountId, providerId, state } = outcome;
    noteEntry(context, { client_id, account_id: accountId });
    const answer: Answer<typeof tokenAnswer> = {
      account_id: accountId,
      provider_id: providerId,
      access_token: accessToken,
      ...(state === null ? {} : { state }),
    };
    return createPlainAnswer(context, answer, 200);
  };
}
