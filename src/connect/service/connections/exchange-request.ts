import type { Environment } from '../../shapes/unions.ts';

/** A backend's request to exchange a code. Secrets are hashed. */
export interface ExchangeRequest {
  readonly clientId: string;
  readonly environment: Environment;
  readonly codeHash: string;
  /** Null when the request has no `redirect_uri`. */
  readonly redirectUri: string | null;
  /** The challenge computed from the request's `code_verifier`; null without a `code_verifier`. */
  readonly codeChallenge: string | null;
  /** SHA-256 of the access token to be issued. */
  readonly tokenHash: string;
  /** When the new token expires, in milliseconds since the epoch; null when it never expires. */
  readonly tokenExpiresAt: number | null;
  /** Aborted when the backend has disconnected. The code is then not exchanged. */
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
      /** The OAuth `state` that the host passed; null without one. */
      readonly state: string | null;
    }
  | {
      readonly refusal: ExchangeRefusal;
      /** When a replayed code was first exchanged, in milliseconds since the epoch. */
      readonly usedAt?: number;
    };
