import * as v from 'valibot';
import type { introspectionAnswer } from '../../../shapes/backend-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import { areSameHashes, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { type Arrival, type Facts, withFacts } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { createInvalidToken, readBearerToken } from '../../http/request-headers.ts';

/** The token to introspect. There is only one type, so `token_type_hint` is ignored. */
export const introspectionBody = v.object({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
});

interface KnownSender extends Arrival {
  readonly network: string;
}

interface IntrospectionRequest extends Arrival {
  readonly body: v.InferOutput<typeof introspectionBody>;
}

/**
 * Checks that the sender is one of the operator's resource servers.
 *
 * @throws Refusal 401 `invalid_token` or 429 `rate_limited`, from the check
 */
export function resourceServer(parts: Pick<Parts, 'config' | 'limiters'>) {
  const expected = hashSecret(parts.config.introspectionSecret ?? '');
  const facts: Facts = { security: 'introspectionSecret', refusals: [401] };
  return withFacts(facts, async ({ context, network }: KnownSender): Promise<void> => {
    const secret = readBearerToken(context) ?? '';
    if (areSameHashes(hashSecret(secret), expected)) return;
    await parts.limiters.authenticationFailures.take(`${network} introspection`);
    throw createInvalidToken('Send INTROSPECTION_SECRET as the Bearer token.');
  });
}

/**
 * `POST /auth/introspect`: tells whether an access token is valid, and which account it belongs to.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7662#section-2.2
 */
export function introspectToken({
  clock,
  config,
  store,
}: Pick<Parts, 'clock' | 'config' | 'store'>) {
  return async ({ context, body }: IntrospectionRequest) => {
    const owner = await store.accounts.findByToken(hashSecret(body.token), clock.now());
    const answer: Answer<typeof introspectionAnswer> =
      owner && !owner.isOver && owner.status !== 'expired'
        ? {
            active: true,
            client_id: owner.publicClientId,
            sub: owner.accountId,
            iss: config.publicUrl,
            iat: Math.floor(owner.issuedAt / 1000),
            ...(owner.expiresAt === null ? {} : { exp: Math.floor(owner.expiresAt / 1000) }),
          }
        : { active: false };
    return answerJson<Answer<typeof introspectionAnswer>>(context, answer);
  };
}
