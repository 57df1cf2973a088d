import {
  authenticateBackend,
  type UnauthenticatedRequest,
} from '../applications/client-authentication.ts';
import type { Application } from '../applications/registered-application.ts';
import { hashSecret } from '../basics/secrets.ts';
import { type Arrival, type Facts, readNetwork, withFacts } from '../http/endpoint.ts';
import { Refusal } from '../http/refusal.ts';
import {
  assertNotFromBrowser,
  createInvalidToken,
  readBearerToken,
} from '../http/request-headers.ts';

/** A request of a backend, with its network. */
export type BackendRequest = Arrival & { readonly network: string };

/* The checks of the endpoints for backends. `app.ts` lists which endpoint uses which check. */

export const noBrowser = withFacts({ refusals: [403] }, ({ context }: Arrival) =>
  assertNotFromBrowser(context.req.raw),
);

/** Limits the requests of a network. Returns the network, because later checks count wrong secrets for each network. */
export async function backendLimit(request: Arrival) {
  const network = readNetwork(request);
  await request.parts.limiters.backendRequests.take(network);
  return { network };
}

/** Authenticates a backend that sends its client secret in the body. */
export const client = withFacts({ refusals: [401] }, (request: Arrival & UnauthenticatedRequest) =>
  authenticateBackend(request.parts, request),
);

export const bearer = createBearerCheck(false);

/** Like `bearer`, but also accepts an expired token, which is enough to end a connection. */
export const bearerToEnd = createBearerCheck(true);

const expiredDescription =
  'The access token has expired. Connect the account again with its account_id, and exchange the new code.';

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
function createBearerCheck(acceptsExpired: boolean) {
  const facts: Facts = { security: 'accessToken', refusals: [401] };
  return withFacts(facts, async ({ parts, context, network }: BackendRequest) => {
    const { clock, limiters, store } = parts;
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
