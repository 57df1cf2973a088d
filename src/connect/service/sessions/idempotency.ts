import { createSecret, deriveSecret, hashSecret } from '../basics/secrets.ts';
import type { Arrival } from '../http/endpoint.ts';
import { createInvalid, Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { RepeatableRequest } from './connect-sessions.ts';

const keyPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * Reads the `Idempotency-Key` header; undefined when the request has none.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function readIdempotencyKey({ context }: Arrival): string | undefined {
  const key = context.req.header('Idempotency-Key');
  if (key === undefined || keyPattern.test(key)) return key;
  throw createInvalid('Idempotency-Key must have 1 to 255 printable ASCII characters.');
}

/** The parts of a request that a repetition has in common with the first one. */
export interface KeyedRequest {
  readonly key: string;
  readonly clientSecret: string;
  /** The other fields of the request, in a fixed order. */
  readonly fields: readonly unknown[];
}

/**
 * Creates a session's secret and the columns for repeated requests. A repeated request must get the same secret without
 * the service storing it, so the secret is derived from the request and a stored salt.
 */
export function createRepeatable({ key, clientSecret, fields }: KeyedRequest): {
  readonly session: string;
  readonly request: RepeatableRequest;
} {
  const salt = createSecret();
  return {
    session: deriveSession({ key, clientSecret }, salt),
    request: {
      idempotency_hash: hashSecret(key),
      request_hash: hashFields(fields),
      session_salt: salt,
    },
  };
}

/** The columns of a session whose request had no `Idempotency-Key`. */
export const notRepeatable: RepeatableRequest = {
  idempotency_hash: null,
  request_hash: null,
  session_salt: null,
};

type RepeatedSession = NonNullable<Awaited<ReturnType<Store['connectSessions']['findRepeated']>>>;

/**
 * Returns the secret that the first request with this key got.
 *
 * @throws Refusal 422 `idempotency_key_reused` when the fields differ; 409 when the client secret differs, because the
 *   session's secret is derived from it
 */
export function repeatSession(
  { key, clientSecret, fields }: KeyedRequest,
  stored: RepeatedSession,
): string {
  if (stored.request_hash !== hashFields(fields)) {
    throw new Refusal(
      [422, 'idempotency_key_reused'],
      'Another request has used this Idempotency-Key with other fields. Use a new key for a new session.',
    );
  }
  const session = deriveSession({ key, clientSecret }, stored.session_salt ?? '');
  if (hashSecret(session) === stored.session_hash) return session;
  throw new Refusal(
    [409, 'idempotency_key_reused'],
    'The first request with this Idempotency-Key used another client secret. Use a new key.',
  );
}

function deriveSession({ key, clientSecret }: Omit<KeyedRequest, 'fields'>, salt: string): string {
  return deriveSecret(clientSecret, `${salt} ${key}`);
}

function hashFields(fields: readonly unknown[]): string {
  return hashSecret(JSON.stringify(fields));
}
