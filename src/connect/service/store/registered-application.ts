import type { Environment } from '../../shapes/unions.ts';

/**
 * The part of a test application's submissions that the public page may use: anyone who knows the client
 * ID can use it up. The rest is kept for backends, which authenticate and may use all.
 */
export const anonymousShare = { numerator: 4, denominator: 5 } as const;

/** A registered application, without its secrets. */
export interface Application {
  /** What its rows are found by. It is `publicClientId`, but after a deletion and registration in a row. */
  readonly clientId: string;
  /** The client ID that its developers know. */
  readonly publicClientId: string;
  readonly name: string;
  readonly environment: Environment;
  readonly submissionLimit: number | null;
  readonly submissionsUsed: number;
  /** Of those, how many came through the public page. */
  readonly anonymousSubmissions: number;
}
