import type { Handler } from 'hono';
import * as v from 'valibot';
import { createPlainAnswer } from '../answer-headers.ts';
import { readBackendRequest } from '../checks/backend-request.ts';
import { credentialFields } from '../checks/client-authentication.ts';
import { noteOutcome } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';

const bodySchema = v.object({
  ...credentialFields,
  code: v.pipe(v.string(), v.maxLength(1000)),
  redirect_uri: v.optional(v.pipe(v.string(), v.maxLength(4000))),
});

/**
 * `POST /auth/token`: an application's backend exchanges a code for an access token, once. Every
 * reason not to looks the same from outside.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal as `readBackendRequest` does, and 400 `invalid_grant`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 */
export function createTokenRoute(services: Services): Handler {
  const { clock, log, store } = services;
  return async (context) => {
    const { body, application } = await readBackendRequest(services, context, bodySchema);
    const { clientId, environment } = application;
    const accessToken = createSecret();
    const outcome = await store.codes.exchange({
      clientId,
      environment,
      codeHash: hashSecret(body.code),
      redirectUri: body.redirect_uri ?? null,
      tokenHash: hashSecret(accessToken),
      newAccountId: `account_${createSecret().slice(0, 32)}`,
      now: clock.now(),
    });
    if ('refusal' in outcome) {
      noteOutcome(context, outcome.refusal);
      log.warn({ client_id: clientId, detail: outcome.refusal }, 'exchange refused');
      throw new Refusal(
        [400, 'invalid_grant'],
        'The code is unknown, used or expired, or does not fit this application or redirect_uri.',
      );
    }
    const { accountId, providerId, state } = outcome;
    log.info({ client_id: clientId, account_id: accountId }, 'code exchanged');
    const answer = {
      account_id: accountId,
      provider_id: providerId,
      access_token: accessToken,
      ...(state === null ? {} : { state }),
    };
    return createPlainAnswer(context, answer, 200);
  };
}
