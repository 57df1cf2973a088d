import { readClientNetwork } from '../http/client-address.ts';
import type { Arrival } from '../http/endpoint.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import type { Application } from '../store/store.ts';
import { authenticateBackend, type UnauthenticatedRequest } from './authenticate-backend.ts';
import { createBearerCheck } from './bearer.ts';
import { createFormClientCheck } from './form-client.ts';
import { assertNotFromBrowser } from './no-browser.ts';

/**
 * @param services - store, limiters and configuration
 * @returns the checks of the endpoints for backends; `app.ts` says which stand where
 */
export function createBackendChecks(services: Services) {
  const { config, limiters } = services;
  return {
    noBrowser: ({ context }: Arrival) => assertNotFromBrowser(context.req.raw),
    /** Also finds the network, by which wrong secrets are counted. */
    async backendLimit({ context }: Arrival) {
      const network = readClientNetwork(context, config.trustedProxies);
      await limiters.backendRequests.take(network);
      return { network };
    },
    /** The application's secret. The exchange checks it in the statement that consumes the code. */
    client: async (request: UnauthenticatedRequest) => ({
      application: await authenticateBackend(services, request),
    }),
    /** The same for a form, in which the credentials may be, or by HTTP Basic. */
    formClient: createFormClientCheck(services),
    /** The access token, and what it opens. */
    bearer: createBearerCheck(services),
  };
}

/** A check: the application has no real users. */
export function testOnly({ application }: { readonly application: Application }): void {
  if (application.environment === 'test') return;
  throw new Refusal([403, 'unauthorized_client'], 'Only test applications may do this.');
}
