import * as v from 'valibot';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { type Arrival, withFacts } from '../http/endpoint.ts';
import { parseFields } from '../http/json-body.ts';
import type { Parts } from '../http/parts.ts';
import { createInvalid, Refusal } from '../http/refusal.ts';
import type { Credentials } from './credentials.ts';
import type { Application } from './registered-application.ts';

export const credentialFields = {
  client_id: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  client_secret: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
};

export const credentialSchema = v.object(credentialFields);

// An unknown application is compared with this hash, so that both failures take the same time.
const unknownApplicationHash = hashSecret('');

interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/**
 * Returns the application if one of its valid secrets has the hash. The comparison takes constant time, so it does
 * not reveal whether the application exists or which of its secrets matches.
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

export interface UnauthenticatedRequest {
  readonly body: ClientCredentials;
  /** The secret of HTTP Basic before decoding. Many programs, such as curl, do not encode it. */
  readonly undecodedSecret?: string;
  readonly network: string;
}

/**
 * Checks the application's secret. Only failures count against the limit: a correct secret must work even when others
 * on the same network guess, and it is too long to be guessed.
 *
 * @throws Refusal 401 `invalid_client`, the same for an unknown client and a wrong secret, or 429 `rate_limited`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
export async function authenticateBackend(
  parts: Parts,
  { body: { client_id, client_secret }, undecodedSecret, network }: UnauthenticatedRequest,
) {
  const { clock, limiters, store } = parts;
  const found = await store.applications.findWithSecrets(client_id);
  const { application: known } = found;
  for (const clientSecret of new Set([client_secret, undecodedSecret ?? client_secret])) {
    const application = matchSecret(found, hashSecret(clientSecret), clock.now());
    if (application) return { application, clientSecret };
  }
  // Unknown applications share one counter, so that invented client IDs do not help a guesser.
  await limiters.authenticationFailures.take(`${network} ${known ? client_id : ''}`);
  if (known) await noteRefused(parts, known, { kind: 'client_secret', network });
  throw new Refusal([401, 'invalid_client'], 'The client_id or the client_secret is wrong.', {
    detail: known ? 'wrong secret' : 'unknown client',
  });
}

/** Records for the dashboard that a request with a wrong secret or code was refused. */
export async function noteRefused(
  { clock, store }: Parts,
  { clientId }: Application,
  refused: { readonly kind: 'client_secret' | 'code'; readonly network: string },
): Promise<void> {
  await store.refusedRequests.add(clientId, { ...refused, value: '', now: clock.now() });
}

interface ClientRequest extends Arrival {
  readonly body: { readonly [Key in keyof ClientCredentials]?: string | undefined };
  readonly network: string;
}

const basicPattern = /^Basic +([\w+/-]+=*)$/i;

/**
 * Authenticates an application by HTTP Basic or by fields of the body, not by both.
 *
 * @throws Refusal 400 `invalid_request`, 401 `invalid_client` or 429 `rate_limited`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
export const basicClient = withFacts(
  { security: 'clientBasic', refusals: [401] },
  async ({ parts, context, body, network }: ClientRequest) => {
    const header = context.req.header('Authorization');
    if (header === undefined) {
      if (body.client_id === undefined || body.client_secret === undefined) throw createMissing();
      const credentials = parseFields(body, credentialSchema);
      return await authenticateBackend(parts, { body: credentials, network });
    }
    if (body.client_secret !== undefined) {
      throw createInvalid('Authenticate by HTTP Basic or by fields of the body, not by both.');
    }
    try {
      const sent = readBasic(header);
      if (body.client_id !== undefined && body.client_id !== sent.body.client_id) {
        throw createInvalid('HTTP Basic has another client_id than the body.');
      }
      return await authenticateBackend(parts, { ...sent, network });
    } catch (error) {
      throw error instanceof Refusal && error.status === 401 ? asBasic(error) : error;
    }
  },
);

/** Reads the credentials of HTTP Basic. The ID and the secret are form-encoded, so each may contain a colon. */
function readBasic(header: string): Omit<UnauthenticatedRequest, 'network'> {
  const [, encoded = ''] = basicPattern.exec(header) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw createMissing();
  const undecodedSecret = text.slice(colon + 1);
  const [client_id, client_secret] = [text.slice(0, colon), undecodedSecret].map(decode);
  if (!client_id || !client_secret) throw createMissing();
  return { body: parseFields({ client_id, client_secret }, credentialSchema), undecodedSecret };
}

function decode(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';
}

function createMissing(): Refusal {
  return new Refusal(
    [401, 'invalid_client'],
    'Send client_id and client_secret, as fields or by HTTP Basic.',
  );
}

/** Adds the header `WWW-Authenticate`, which RFC 6749, section 5.2 requires when HTTP Basic fails. */
function asBasic({ status, error, message, extras }: Refusal): Refusal {
  const headers = { ...extras.headers, 'WWW-Authenticate': 'Basic realm="tax-connect"' };
  return new Refusal([status, error], message, { ...extras, headers });
}
