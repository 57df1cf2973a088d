import * as v from 'valibot';
import type { introspectionAnswer, tokenAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { credentialFields, noteRefused } from '../../applications/client-authentication.ts';
import { areSameHashes, createSecret, hashSecret, toCodeChallenge } from '../../basics/secrets.ts';
import { createPlainAnswer } from '../../http/answer-headers.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import { type Arrival, withFacts } from '../../http/endpoint.ts';
import { noteEntry, noteOutcome } from '../../http/observe-requests.ts';
import { createInvalid, Refusal } from '../../http/refusal.ts';
import { createInvalidToken, readBearerToken } from '../../http/request-headers.ts';
import { logFor } from '../../http/request-id.ts';
import type { BackendRequest } from '../checks.ts';
import type { ExchangeOutcome, ExchangeRefusal } from '../exchange-request.ts';

export const tokenBody = v.object({
  ...credentialFields,
  code: v.pipe(v.string(), v.maxLength(1000)),
  redirect_uri: v.optional(v.pipe(v.string(), v.maxLength(4000))),
  code_verifier: v.optional(v.pipe(v.string(), v.maxLength(1000))),
});

type RefusedExchange = Extract<ExchangeOutcome, { readonly refusal: ExchangeRefusal }>;

interface TokenRequest extends ApplicationRequest {
  readonly body: v.InferOutput<typeof tokenBody>;
  readonly network: string;
}

const unfit =
  'The code is unknown, used or expired, or does not fit this application or redirect_uri.';

/** The descriptions of refused exchanges. Only the code's own application gets the last three or learns of a replay. */
const descriptions: Readonly<Record<Exclude<ExchangeRefusal, 'replayed code'>, string>> = {
  'unknown code': unfit,
  'foreign code': unfit,
  'wrong redirect_uri': unfit,
  'expired code': unfit,
  'ended consent': unfit,
  'missing code_verifier':
    'The flow of this code started with a code_challenge. Send its code_verifier.',
  'unexpected code_verifier':
    'The flow of this code started without a code_challenge. Start a new flow with one, or send no code_verifier.',
  'wrong code_verifier':
    'The code_verifier is not the one of this flow. Send the one that its code_challenge was made from.',
};

const daySeconds = 24 * 60 * 60;

const verifierPattern = /^[\w.~-]{43,128}$/;

/**
 * `POST /auth/token`: exchanges a code for an access token, once (RFC 6749, section 4.1.3). Only the code's own
 * application learns from a refusal whether the code exists.
 */
export async function exchangeCode({ parts, context, body, application, network }: TokenRequest) {
  const { clock, store } = parts;
  const accessToken = createSecret();
  const now = clock.now();
  const lifetime = application.token_days === null ? null : application.token_days * daySeconds;
  const outcome = await store.codes.exchange({
    clientId: application.clientId,
    environment: application.environment,
    codeHash: hashSecret(body.code),
    redirectUri: body.redirect_uri ?? null,
    codeChallenge: readVerifier(body.code_verifier),
    tokenHash: hashSecret(accessToken),
    tokenExpiresAt: lifetime === null ? null : now + lifetime * 1000,
    caller: context.req.raw.signal,
    now,
  });
  const client_id = application.publicClientId;
  if ('refusal' in outcome) {
    noteOutcome(context, outcome.refusal);
    logFor(context).warn({ client_id, detail: outcome.refusal }, 'exchange refused');
    await noteRefused(parts, application, { kind: 'code', network });
    throw new Refusal([400, 'invalid_grant'], describeRefusal(outcome));
  }
  const { accountId, providerId, state } = outcome;
  noteEntry(context, { client_id, account_id: accountId });
  const answer: Answer<typeof tokenAnswer> = {
    account_id: accountId,
    provider_id: providerId,
    access_token: accessToken,
    ...(lifetime === null ? {} : { expires_in: lifetime }),
    ...(state === null ? {} : { state }),
  };
  return createPlainAnswer(context, answer);
}

function describeRefusal({ refusal, usedAt = 0 }: RefusedExchange): string {
  if (refusal !== 'replayed code') return descriptions[refusal];
  const time = new Date(usedAt).toISOString();
  return `The code was exchanged at ${time}. The access token of that exchange has been ended, because a code that is sent twice may have been stolen. Send each code once, and start a new flow.`;
}

function readVerifier(verifier: string | undefined): string | null {
  if (verifier === undefined) return null;
  if (verifierPattern.test(verifier)) return toCodeChallenge(verifier);
  throw createInvalid(
    'code_verifier must have 43 to 128 characters, each a letter, a digit or one of - . _ ~',
  );
}

/** Names the token to inspect. There is only one type of token, so `token_type_hint` is ignored. */
export const introspectionBody = v.object({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
});

/** Checks that the sender is one of the operator's resource servers. */
export const resourceServer = withFacts(
  { security: 'introspectionSecret', refusals: [401] },
  async ({ parts: { config, limiters }, context, network }: BackendRequest) => {
    const expected = hashSecret(config.introspectionSecret ?? '');
    const secret = readBearerToken(context) ?? '';
    if (areSameHashes(hashSecret(secret), expected)) return;
    await limiters.authenticationFailures.take(`${network} introspection`);
    throw createInvalidToken('Send INTROSPECTION_SECRET as the Bearer token.');
  },
);

/** `POST /auth/introspect`: whether an access token is valid, and its account (RFC 7662, section 2.2). */
export async function introspectToken(request: Arrival & WithBody<typeof introspectionBody>) {
  const { context, body } = request;
  const { clock, config, store } = request.parts;
  const owner = await store.accounts.findByToken(hashSecret(body.token), clock.now());
  const answer: Answer<typeof introspectionAnswer> =
    owner && !owner.isOver && owner.status !== 'expired'
      ? {
          active: true,
          client_id: owner.public_client_id,
          sub: owner.account_id,
          iss: config.publicUrl,
          iat: Math.floor(owner.issued_at / 1000),
          ...(owner.expires_at === null ? {} : { exp: Math.floor(owner.expires_at / 1000) }),
        }
      : { active: false };
  return answerJson<Answer<typeof introspectionAnswer>>(context, answer);
}

const field = v.pipe(v.string(), v.maxLength(1000));

/** Names the token to revoke. As in `introspectionBody`, `token_type_hint` is ignored. */
export const revocationBody = v.object({
  token: v.pipe(field, v.minLength(1)),
  client_id: v.optional(field),
  client_secret: v.optional(field),
});

type RevocationRequest = ApplicationRequest & WithBody<typeof revocationBody>;

/**
 * `POST /auth/revoke`: ends one of the application's tokens (RFC 7009, section 2.2). The response for an unknown token
 * is the same, so that an application cannot test the tokens of others.
 */
export async function revokeToken(request: RevocationRequest) {
  const { context, body, application } = request;
  const { clock, store } = request.parts;
  const { clientId } = application;
  const tokenHash = hashSecret(body.token);
  await store.accounts.revokeToken({ clientId, tokenHash }, clock.now());
  return context.body(null, 200, { 'Cache-Control': 'no-store' });
}
