import {
  authenticateBackend,
  type UnauthenticatedRequest,
} from '../applications/authenticate-backend.ts';
import { createBasicClientCheck } from '../applications/basic-client.ts';
import type { Application } from '../applications/registered-application.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { type Arrival, withFacts } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { assertNotFromBrowser } from '../http/request-headers.ts';
import { createBearerCheck } from './bearer-check.ts';

/** Creates the checks of the endpoints for backends; `app.ts` lists which endpoint uses which. */
export function createBackendChecks(parts: Pick<Parts, 'clock' | 'config' | 'limiters' | 'store'>) {
  const { config, limiters } = parts;
  return {
    noBrowser: withFacts({ refusals: [403] }, ({ context }: Arrival) =>
      assertNotFromBrowser(context.req.raw),
    ),
    /** Also finds the network, because wrong secrets are counted for each network. */
    async backendLimit({ context }: Arrival) {
      const network = readClientNetwork(context, config.trustedProxies);
      await limiters.backendRequests.take(network);
      return { network };
    },
    /** Checks the client secret, which is in the body. */
    client: withFacts({ refusals: [401] }, async (request: UnauthenticatedRequest) => ({
      application: await authenticateBackend(parts, request),
    })),
    /** Checks the client secret, which is in the body or in HTTP Basic. */
    basicClient: withFacts(
      { security: 'clientBasic', refusals: [401] },
      createBasicClientCheck(parts),
    ),
    /** Checks the access token, and finds its account. */
    bearer: withFacts({ security: 'accessToken', refusals: [401] }, createBearerCheck(parts)),
    /** An expired token is enough to end a connection. */
    bearerToEnd: withFacts(
      { security: 'accessToken', refusals: [401] },
      createBearerCheck(parts, true),
    ),
  };
}

/** Checks that the application is a test application. */
export const testOnly = withFacts(
  { refusals: [403] },
  ({ application }: { readonly application: Application }): void => {
    if (application.environment === 'test') return;
    throw new Refusal([403, 'unauthorized_client'], 'Only test applications may do this.');
  },
);
