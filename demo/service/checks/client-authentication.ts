import * as v from 'valibot';
import { Refusal } from '../refusal.ts';
import { areSameHashes, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Application } from '../store/store.ts';

/** The fields of a body by which an application authenticates. */
export const credentialFields = {
  client_id: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  client_secret: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
};

// Compared with when the application is unknown, so that both failures take the same time.
const nobodysHash = hashSecret('');

/**
 * @param services - store and clock
 * @param credentials - client ID and client secret, in clear
 * @returns the application they belong to
 * @throws Refusal 401 `invalid_client`, the same for an unknown client and a wrong secret
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export async function authenticateClient(
  { store, clock }: Services,
  credentials: { readonly client_id: string; readonly client_secret: string },
): Promise<Application> {
  const hash = hashSecret(credentials.client_secret);
  const { application, secrets } = await store.applications.findWithSecrets(credentials.client_id);
  const now = clock.now();
  const valid = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const candidates = valid.length > 0 ? valid.map((secret) => secret.hash) : [nobodysHash];
  const matches = candidates.filter((candidate) => areSameHashes(candidate, hash)).length;
  if (application && valid.length > 0 && matches > 0) return application;
  throw new Refusal([401, 'invalid_client'], 'The client_id or the client_secret is wrong.', {
    detail: application ? 'wrong secret' : 'unknown client',
  });
}
