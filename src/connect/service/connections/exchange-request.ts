import type { Environment } from '../../shapes/unions.ts';
import { areSameHashes } from '../basics/secrets.ts';

/** A backend's request to exchange a code. Secrets are hashed. */
export interface ExchangeRequest {
  readonly clientId: string;
  readonly environment: Environment;
  readonly codeHash: string;
  /** Null when the request has none. */
  readonly redirectUri: string | null;
  /** The challenge computed from the request's `code_verifier`; null without one. */
  readonly codeChallenge: string | null;
  /** SHA-256 of the access token to be issued. */
  readonly tokenHash: string;
  /** Milliseconds since the epoch; null when the token never expires. */
  readonly tokenExpiresAt: number | null;
  /** Aborted when the backend has disconnected. Then nothing is exchanged. */
  readonly caller: AbortSignal;
  readonly now: number;
}

export type ExchangeRefusal =
  | 'unknown code'
  | 'foreign code'
  | 'wrong redirect_uri'
  | 'missing code_verifier'
  | 'unexpected code_verifier'
  | 'wrong code_verifier'
  | 'expired code'
  | 'ended consent'
  | 'replayed code';

export type ExchangeOutcome =
  | {
      readonly accountId: string;
      readonly providerId: string;
      /** The host's OAuth state, if it passed one. */
      readonly state: string | null;
    }
  | {
      readonly refusal: ExchangeRefusal;
      /** When a replayed code was first exchanged, in milliseconds since the epoch. */
      readonly usedAt?: number;
    };

export interface StoredCode {
  readonly client_id: string;
  readonly environment: string;
  readonly redirect_uri: string | null;
  readonly code_challenge: string | null;
}

/**
 * Finds out whether the code belongs to the requesting application and flow (RFC 9700, section 2.1.1). A refusal here
 * leaves the code and its token unchanged, so that the code's owner can still use them.
 */
export function refuseStranger(
  code: StoredCode,
  request: ExchangeRequest,
): ExchangeRefusal | undefined {
  if (code.client_id !== request.clientId || code.environment !== request.environment) {
    return 'foreign code';
  }
  if (code.redirect_uri !== request.redirectUri) return 'wrong redirect_uri';
  const { code_challenge } = code;
  const { codeChallenge } = request;
  if (code_challenge === null) {
    return codeChallenge === null ? undefined : 'unexpected code_verifier';
  }
  if (codeChallenge === null) return 'missing code_verifier';
  return areSameHashes(code_challenge, codeChallenge) ? undefined : 'wrong code_verifier';
}

/** Checks a code and consumes it in one transaction, so that at most one request succeeds. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeOutcome>;
