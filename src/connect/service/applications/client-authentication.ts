import * as v from 'valibot';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { Refusal } from '../http/refusal.ts';
import type { Credentials, FindCredentials } from './credentials.ts';
import type { Application } from './registered-application.ts';

/** The fields of a body that authenticate an application. */
export const credentialFields = {
  client_id: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  client_secret: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
};

/** The body when it has only these fields. */
export const credentialSchema = v.object(credentialFields);

// An unknown application is compared with this hash, so that both failures take the same time.
const unknownApplicationHash = hashSecret('');

/** The client ID and client secret of a request, unhashed. */
export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/**
 * @param find - looks up the application
 * @param credentials - client ID and client secret
 * @param now - milliseconds since the epoch
 * @returns the application with these credentials
 * @throws Refusal 401 `invalid_client`, the same for an unknown client and a wrong secret
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export async function authenticateClient(
  find: FindCredentials,
  credentials: ClientCredentials,
  now: number,
): Promise<Application> {
  const hash = hashSecret(credentials.client_secret);
  const found = await find(credentials.client_id);
  const application = matchSecret(found, hash, now);
  if (application) return application;
  throw new Refusal([401, 'invalid_client'], 'The client_id or the client_secret is wrong.', {
    detail: found.application ? 'wrong secret' : 'unknown client',
  });
}

/**
 * Compares in constant time, whether or not the application exists, and whichever secret matches.
 *
 * @param found - the application and its secrets
 * @param hash - SHA-256 of the secret that was sent
 * @returns the application if the secret belongs to it
 */
function matchSecret(
  { application, secrets }: Credentials,
  hash: string,
  now: number,
): Application | undefined {
  const valid = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const candidates =
    valid.length > 0 ? valid.map((secret) => secret.hash) : [unknownApplicationHash];
  const matches = candidates.filter((candidate) => areSameHashes(candidate, hash)).length;
  return valid.length > 0 && matches > 0 ? application : undefined;
}
