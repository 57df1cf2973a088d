import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
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
 * Checks the application's secret. Only failures are limited: a secret is too long to be guessed, so the
 * wrong ones of others on the same network must not get the right one refused.
 *
 * @param request - the request, as it was read
 * @returns the application that sent the request
 * @throws Refusal 401 `invalid_client` or 429 `rate_limited`
 */
export async function authenticateBackend(
  { clock, limiters, store }: Pick<Parts, 'clock' | 'limiters' | 'store'>,
  request: UnauthenticatedRequest,
): Promise<Application> {
  const { body, network } = request;
  let isKnown = false;
  const findAndNote: FindCredentials = async (clientId) => {
    const found = await store.applications.findWithSecrets(clientId);
    isKnown = found.application !== undefined;
    return found;
  };
  try {
    return await authenticateClient(findAndNote, body, clock.now());
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      // Unknown applications share one counter, so made-up client IDs do not help a guesser.
      await limiters.authenticationFailures.take(`${network} ${isKnown ? body.client_id : ''}`);
    }
    throw error;
  }
}
