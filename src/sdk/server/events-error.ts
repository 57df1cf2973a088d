import { ServiceError } from './service-error.ts';

/**
 * Why reading events failed:
 *
 * - `invalid_options`: the call itself is wrong, or `after` is not an event of this application; the message says
 *   which
 * - `invalid_client`: the client ID or the client secret is wrong
 * - `event_expired`: the event of `after` is too old, so events may be missing; read from the oldest, and compare
 *   each connection with `getAccount`
 * - `network_error`: the Connect service could not be reached
 * - `timeout`, `aborted`: the response did not come in time, or the caller's signal fired
 * - `rate_limited`, `server_error`: the response of the Connect service has status 429 or 5xx
 * - `bad_response`: the response is not from a Connect service, for example a redirect or a proxy's page
 */
export type EventsErrorCode =
  | 'invalid_options'
  | 'invalid_client'
  | 'event_expired'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'rate_limited'
  | 'server_error'
  | 'bad_response';

/**
 * A failed request for events. It does not contain the client secret, so it may be logged unchanged.
 *
 * @example
 * ```ts
 * import { EventsError, listEvents } from 'tax-connect/server';
 *
 * async function readOn(after: string) {
 *   const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
 *   const own = { baseUrl: 'https://connect.example', clientId, clientSecret };
 *   try {
 *     return await listEvents({ ...own, after });
 *   } catch (error) {
 *     const isTooOld = error instanceof EventsError && error.code === 'event_expired';
 *     if (isTooOld) return await listEvents(own);
 *     throw error;
 *   }
 * }
 * ```
 */
export class EventsError extends ServiceError<EventsErrorCode> {
  static override readonly name = 'EventsError';
}
