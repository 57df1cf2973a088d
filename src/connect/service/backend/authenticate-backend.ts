import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import type { FindCredentials } from '../store/credentials.ts';
import type { Application } from '../store/store.ts';
import { authenticateClient, type ClientCredentials } from './client-authentication.ts';

/** A request whose application has not been authenticated. */
export interface UnauthenticatedRequest {
  readonly body: ClientCredentials;
  /** The network that sent it. */
  readonly network: string;
}

/**
 * @param request - the network and the application's credentials
 * @returns the key that counts this sender's wrong secrets
 */
export function describeSender({ body, network }: UnauthenticatedRequest): string {
  return `${network} ${body.client_id}`;
}

/**
 * Checks the application's secret.
 *
 * @param request - the request, as it was read
 * @param find - looks the application up (default: in the store)
 * @returns the application that sent the request
 * @throws Refusal 401 `invalid_client` or 429 `rate_limited`
 */
export async function authenticateBackend(
  { clock, limiters, store }: Services,
  request: UnauthenticatedRequest,
  find: FindCredentials = store.applications.findWithSecrets,
): Promise<Application> {
  const failuresKey = describeSender(request);
  let isKnown = false;
  const findAndNote: FindCredentials = async (clientId) => {
    const found = await find(clientId);
    isKnown = found.application !== undefined;
    return found;
  };
  try {
    const [application] = await Promise.all([
      authenticateClient(findAndNote, request.body, clock.now()),
      // The right secret is refused, too. Otherwise a guesser would learn which one is right.
      limiters.authenticationFailures.assertBelow(failuresKey),
    ]);
    return application;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      // Unknown applications share one counter, so made-up client IDs do not help a guesser.
      const key = isKnown ? failuresKey : `${request.network} `;
      await limiters.authenticationFailures.take(key);
    }
    throw error;
  }
}
