import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { authenticateClient, type ClientCredentials } from './client-authentication.ts';
import type { FindCredentials } from './credentials.ts';
import type { Application } from './registered-application.ts';

/** A request whose application is not authenticated yet. */
export interface UnauthenticatedRequest {
  readonly body: ClientCredentials;
  /** The network of the sender. */
  readonly network: string;
}

/**
 * Checks the application's secret. Only failures are counted. A secret is too long to guess, so failures of others
 * on the same network must not block the correct secret.
 *
 * @returns the application that sent the request
 * @throws Refusal 401 `invalid_client` or 429 `rate_limited`
 */
export async function authenticateBackend(
  parts: Pick<Parts, 'clock' | 'limiters' | 'store'>,
  request: UnauthenticatedRequest,
): Promise<Application> {
  const { clock, limiters, store } = parts;
  const { body, network } = request;
  let known: Application | undefined;
  const findAndNote: FindCredentials = async (clientId) => {
    const found = await store.applications.findWithSecrets(clientId);
    known = found.application;
    return found;
  };
  try {
    return await authenticateClient(findAndNote, body, clock.now());
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      // Unknown applications share one counter, so that invented client IDs do not help a guesser.
      await limiters.authenticationFailures.take(`${network} ${known ? body.client_id : ''}`);
      if (known) await noteRefused(parts, known, { kind: 'client_secret', network });
    }
    throw error;
  }
}

/** Records for the dashboard that a backend of the application was refused. */
export async function noteRefused(
  { clock, store }: Pick<Parts, 'clock' | 'store'>,
  { clientId }: Application,
  refused: { readonly kind: 'client_secret' | 'code'; readonly network: string },
): Promise<void> {
  await store.refusedRequests.add(clientId, { ...refused, value: '', now: clock.now() });
}
