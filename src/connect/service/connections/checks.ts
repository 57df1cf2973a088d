import {
  authenticateBackend,
  createBasicClientCheck,
  type UnauthenticatedRequest,
} from '../applications/client-authentication.ts';
import type { Application } from '../applications/registered-application.ts';
import { hashSecret } from '../basics/secrets.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { type Arrival, type Facts, withFacts } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import {
  assertNotFromBrowser,
  createInvalidToken,
  readBearerToken,
} from '../http/request-headers.ts';

/** Creates the checks of the endpoints for backends. `app.ts` lists which endpoint uses which check. */
export function createBackendChecks(parts: Parts) {
  const { config, limiters } = parts;
  return {
    noBrowser: withFacts({ refusals: [403] }, ({ context }: Arrival) =>
      assertNotFromBrowser(context.req.raw),
    ),
    /**
     * Limits the requests of a network. Returns the network, because later checks count wrong secrets for each network.
     */
    async backendLimit({ context }: Arrival) {
      const network = readClientNetwork(context, config.trustedProxies);
      await limiters.backendRequests.take(network);
      return { network };
    },
    /** Authenticates a backend that sends its client secret in the body. */
    client: withFacts({ refusals: [401] }, async (request: UnauthenticatedRequest) => ({
      application: await authenticateBackend(parts, request),
    })),
    /** Authenticates a backend that sends its client secret in the body or in HTTP Basic. */
    basicClient: createBasicClientCheck(parts),
    bearer: createBearerCheck(parts),
    /** Like `bearer`, but also accepts an expired token, which is enough to end a connection. */
    bearerToEnd: createBearerCheck(parts, true),
  };
}

export const testOnly = withFacts(
  { refusals: [403] },
  ({ application }: { readonly application: Application }): void => {
    if (application.environment === 'test') return;
    throw new Refusal([403, 'unauthorized_client'], 'Only test applications may do this.');
  },
);

/**
 * Finds the account of a valid access token. The token is looked up by its hash, so the time of the lookup reveals
 * nothing about other tokens.
 *
 * @throws Refusal 401 `invalid_token`, the same for every reason except expiry; 429 `rate_limited`
 */
function createBearerCheck(parts: Parts, acceptsExpired = false) {
  const { clock, limiters, store } = parts;
  const facts: Facts = { security: 'accessToken', refusals: [401] };
  return withFacts(facts, async ({ context, network }: Arrival & { readonly network: string }) => {
    const token = readBearerToken(context);
    const owner = token && (await store.accounts.findByToken(hashSecret(token), clock.now()));
    if (owner && (acceptsExpired || !owner.isOver)) return { owner };
    // An expired token was valid once, so it is not a guess and is not counted.
    if (owner) throw createInvalidToken(expiredDescription, expiredDescription);
    // Only failures count, so that others on the same network cannot block a valid token.
    await limiters.authenticationFailures.take(`${network} token`);
    throw createInvalidToken('The access token is missing, unknown or no longer valid.');
  });
}

const expiredDescription =
  'The access token has expired. Connect the account again with its account_id, and exchange the new code.';
