import { hashSecret } from '../basics/secrets.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { createInvalidToken, readBearerToken } from '../http/request-headers.ts';
import type { TokenOwner } from './accounts.ts';

/** A request whose sender is known only by its address. */
interface UnknownSender extends Arrival {
  readonly network: string;
}

/**
 * Creates a check for a valid access token, which also finds the token's account. The token is looked up by its
 * hash, so the time of the lookup reveals nothing about other tokens.
 *
 * @param acceptsExpired - whether an expired token is accepted, too
 * @throws Refusal 401 `invalid_token`, the same for every reason except expiry, or 429 `rate_limited`; from the
 *   check
 */
export function createBearerCheck(
  parts: Pick<Parts, 'clock' | 'limiters' | 'store'>,
  acceptsExpired = false,
) {
  const { clock, limiters, store } = parts;
  return async ({ context, network }: UnknownSender): Promise<{ readonly owner: TokenOwner }> => {
    const token = readBearerToken(context);
    const owner = token && (await store.accounts.findByToken(hashSecret(token), clock.now()));
    if (owner && (acceptsExpired || !owner.isOver)) return { owner };
    // An expired token was valid once, so it is not a guess and is not counted.
    if (owner) throw createInvalidToken(expiredDescription, expiredDescription);
    // Only failures count, so that others on the same network cannot block a valid token.
    await limiters.authenticationFailures.take(`${network} token`);
    throw createInvalidToken('The access token is missing, unknown or no longer valid.');
  };
}

const expiredDescription =
  'The access token has expired. Connect the account again with its account_id, and exchange the new code.';
