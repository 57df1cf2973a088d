import * as v from 'valibot';
import { Refusal } from '../refusal.ts';
import { areSameHashes, hashSecret } from '../secrets.ts';
import type { Application, Store } from '../store/store.ts';

/** The fields of a body by which an application authenticates. */
export const credentialFields = {
  client_id: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  client_secret: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
};

// Compared with when the application is unknown, so that both failures take the same time.
const nobodysHash = hashSecret('');

/**
 * @param store - where applications are
 * @param credentials - client ID and client secret, in clear
 * @returns the application they belong to
 * @throws Refusal 401 `invalid_client`, the same for an unknown client and a wrong secret
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export async function authenticateClient(
  store: Store,
  credentials: { readonly client_id: string; readonly client_secret: string },
): Promise<Application> {
  const hash = hashSecret(credentials.client_secret);
  const [application, secretHashes] = await Promise.all([
    store.applications.find(credentials.client_id),
    store.applications.listSecretHashes(credentials.client_id),
  ]);
  const candidates = secretHashes.length > 0 ? secretHashes : [nobodysHash];
  const matches = candidates.filter((candidate) => areSameHashes(candidate, hash)).length;
  if (application && secretHashes.length > 0 && matches > 0) return application;
  throw new Refusal([401, 'invalid_client'], 'The client_id or the client_secret is wrong.', {
    detail: application ? 'wrong secret' : 'unknown client',
  });
}
