import { ServiceError } from './service-error.ts';

/**
 * Why reading tax records failed:
 *
 * - `invalid_options`: the call itself is wrong; the message names the option
 * - `invalid_token`: the access token is wrong, was revoked, or its account was disconnected; connect the account
 *   again
 * - `login_required`: the provider asks the person to sign in again; let them connect this account again, and then
 *   the same token works
 * - `consent_expired`: the consent has expired; let the person connect this account again, and then the same token
 *   works
 * - `not_shared`: the person has not allowed records of this type
 * - `not_found`: the account has no such record or file
 * - `not_supported`: the provider offers no records, or no files
 * - `rate_limited`: too many simultaneous reads, or the response has status 429
 * - `provider_failed`, `provider_timeout`: the provider had a problem, or did not answer in time
 * - `network_error`: the Connect service could not be reached, or the connection was lost
 * - `timeout`, `aborted`: the response did not come in time, or the caller's signal fired
 * - `too_large`: the file has more bytes than `maxBytes`
 * - `server_error`: the response of the Connect service has another status of 5xx
 * - `bad_response`: the response is not from a Connect service, for example a redirect or a proxy's page
 */
export type RecordsErrorCode =
  | 'invalid_options'
  | 'invalid_token'
  | 'login_required'
  | 'consent_expired'
  | 'not_shared'
  | 'not_found'
  | 'not_supported'
  | 'rate_limited'
  | 'provider_failed'
  | 'provider_timeout'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'server_error'
  | 'bad_response';

/**
 * A failed read of tax records. It contains neither the access token nor a record, so it may be logged
 * unchanged.
 *
 * @example
 * ```ts
 * import { listRecords, RecordsError } from 'tax-connect/server';
 *
 * async function showRecords(accessToken: string) {
 *   try {
 *     return await listRecords({ baseUrl: 'https://connect.example', accessToken });
 *   } catch (error) {
 *     if (error instanceof RecordsError && error.code === 'login_required') return 'Sign in again';
 *     throw error;
 *   }
 * }
 * ```
 */
export class RecordsError extends ServiceError<RecordsErrorCode> {
  static override readonly name = 'RecordsError';
}
