import { ServiceError } from './service-error.ts';

/**
 * Why a request about a connected account failed:
 *
 * - `invalid_options`: the call itself is wrong; the message names the option
 * - `invalid_token`: the access token is wrong, was revoked, or its account was disconnected; connect the account
 *   again
 * - `network_error`: the Connect service could not be reached
 * - `timeout`, `aborted`: the response did not come in time, or the caller's signal fired
 * - `rate_limited`, `server_error`: the response of the Connect service has status 429 or 5xx
 * - `bad_response`: the response is not from a Connect service, for example a redirect or a proxy's page
 */
export type AccountErrorCode =
  | 'invalid_options'
  | 'invalid_token'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'rate_limited'
  | 'server_error'
  | 'bad_response';

/**
 * A failed request about a connected account. It does not contain the access token, so it may be logged
 * unchanged.
 *
 * @example
 * ```ts
 * import { AccountError, getAccount } from 'tax-connect/server';
 *
 * try {
 *   await getAccount({ baseUrl: 'https://connect.example', accessToken: 'stored_token' });
 * } catch (error) {
 *   if (!(error instanceof AccountError) || error.code !== 'invalid_token') throw error;
 *   console.log('Ask the user to connect the account again.');
 * }
 * ```
 */
export class AccountError extends ServiceError<AccountErrorCode> {
  static override readonly name = 'AccountError';
}
