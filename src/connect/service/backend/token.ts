import * as v from 'valibot';
import type { tokenAnswer } from '../../shapes/backend-answers.ts';
import type { Answer } from '../../shapes/common-answers.ts';
import { createPlainAnswer } from '../http/answer-headers.ts';
import type { Arrival } from '../http/endpoint.ts';
import { noteEntry, noteOutcome } from '../http/observe-requests.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import { createSecret, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import { accountIdPrefix } from '../store/accounts.ts';
import type { ExchangeRequest } from '../store/codes.ts';
import type { Application } from '../store/store.ts';
import { authenticateBackend, type UnauthenticatedRequest } from './authenticate-backend.ts';
import { credentialFields } from './client-authentication.ts';
import { createRememberedClients } from './remembered-clients.ts';

/** An authorization code, and the credentials of its application. */
export const tokenBody = v.object({
  ...credentialFields,
  code: v.pipe(v.string(), v.maxLength(1000)),
  redirect_uri: v.optional(v.pipe(v.string(), v.maxLength(4000))),
});

type Body = v.InferOutput<typeof tokenBody>;

interface TokenRequest extends UnauthenticatedRequest {
  readonly body: Body;
}

/**
 * `POST /auth/token`: an application's backend exchanges a code for an access token, once. Every failed
 * exchange gets the same response.
 *
 * @returns the handler
 * @throws Refusal as {@link authenticateBackend}, and 400 `invalid_grant`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 */
export function exchangeCode(services: Services) {
  const exchange = createExchange(services);
  return async ({ context, ...request }: TokenRequest & Arrival) => {
    const accessToken = createSecret();
    const { clientId, outcome } = await exchange(request, accessToken);
    if ('refusal' in outcome) {
      noteOutcome(context, outcome.refusal);
      logFor(context).warn({ client_id: clientId, detail: outcome.refusal }, 'exchange refused');
      throw new Refusal(
        [400, 'invalid_grant'],
        'The code is unknown, used or expired, or does not fit this application or redirect_uri.',
      );
    }
    const { accountId, providerId, state } = outcome;
    noteEntry(context, { client_id: clientId, account_id: accountId });
    const answer: Answer<typeof tokenAnswer> = {
      account_id: accountId,
      provider_id: providerId,
      access_token: accessToken,
      ...(state === null ? {} : { state }),
    };
    return createPlainAnswer(context, answer, 200);
  };
}

/**
 * An application is authenticated from memory, and the statement that consumes the code checks it again:
 * one round trip instead of two. If that check fails, the application is looked up in the database, and the
 * exchange is tried once more.
 */
function createExchange(services: Services) {
  const { clock, store } = services;
  const { codes } = store;
  const remembered = createRememberedClients(store.applications.findWithSecrets);

  function exchangeFor({ clientId, environment }: Application, rest: Rest) {
    return codes.exchange({ clientId, environment, ...rest });
  }

  return async (request: TokenRequest, accessToken: string) => {
    const { body } = request;
    const now = clock.now();
    const rest = createRest(body, accessToken, now);
    const known = remembered.recall(body, now);
    if (known) {
      const { application, secretHash } = known;
      const outcome = await exchangeFor(application, { ...rest, secretHash });
      const isConfirmed = !('refusal' in outcome) || outcome.refusal !== 'unconfirmed';
      if (isConfirmed) return { clientId: application.publicClientId, outcome };
    }
    const application = await authenticateBackend(services, request, remembered.find);
    const outcome = await exchangeFor(application, rest);
    return { clientId: application.publicClientId, outcome };
  };
}

type Rest = Omit<ExchangeRequest, 'clientId' | 'environment'>;

function createRest(body: Body, accessToken: string, now: number): Rest {
  return {
    codeHash: hashSecret(body.code),
    redirectUri: body.redirect_uri ?? null,
    tokenHash: hashSecret(accessToken),
    newAccountId: `${accountIdPrefix}${createSecret().slice(0, 32)}`,
    now,
  };
}
