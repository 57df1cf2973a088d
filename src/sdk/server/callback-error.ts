import { ExchangeError, SessionError } from './request-errors.ts';
import { ServiceError } from './service-error.ts';

/**
 * Why a callback did not result in a connection.
 *
 * - `invalid_request`: the address does not have one code, or the request that ends a redirect flow is no page load
 * - `navigation_required`: a prefetch, a script or a frame has asked to start the redirect flow, or a prefetch to end
 *   it; see `cause`
 * - `method_not_allowed`, `unsupported_media_type`: `forwardCode` sends no such method or body
 * - `cross_origin`: the request does not come from the application's own page; see `cause`
 * - `state_mismatch`: the code belongs to another session or flow, or the user has no session; see `cause`
 * - `issuer_mismatch`: the response of the redirect flow comes from another Connect service; see `cause`
 * - `no_live_flow`: this browser has not started a redirect flow, or the flow, or the ticket that starts it, has
 *   expired or was already used
 * - `access_denied`: the user denied access on the Connect page
 * - `invalid_grant`: the code is used or expired; start a new flow
 * - `exchange_failed`: the Connect service failed, or an option is wrong; see `cause`
 * - `callback_failed`: a function of the application threw; see `thrownBy` and `cause`
 */
export type CallbackErrorCode =
  | 'invalid_request'
  | 'navigation_required'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'cross_origin'
  | 'state_mismatch'
  | 'issuer_mismatch'
  | 'no_live_flow'
  | 'access_denied'
  | 'invalid_grant'
  | 'exchange_failed'
  | 'callback_failed';

// The text tells the user in plain words what to do.
const responses: Readonly<Record<CallbackErrorCode, readonly [status: number, text: string]>> = {
  invalid_request: [
    400,
    'Send one code in the address, such as POST /callback?code=…. A code in the body is not read.',
  ],
  navigation_required: [
    403,
    'Open this address as a page. It cannot be prefetched, framed or called by a script.',
  ],
  method_not_allowed: [405, 'This method is not supported.'],
  unsupported_media_type: [415, 'Send the code in the address, with no body or a JSON body.'],
  cross_origin: [403, 'This request must come from the application itself.'],
  state_mismatch: [403, 'This connection was started in another session. Please connect again.'],
  issuer_mismatch: [403, 'This answer came from an unexpected service. Please connect again.'],
  no_live_flow: [
    403,
    'This connection was not started here or took too long. Please connect again.',
  ],
  access_denied: [403, 'You did not allow access. Nothing was connected.'],
  invalid_grant: [400, 'This connection has expired or was already used. Please connect again.'],
  exchange_failed: [502, 'We could not finish the connection. Please try again in a moment.'],
  callback_failed: [500, 'We could not save the connection. Please try again in a moment.'],
};

/** After any other error, the user can succeed by connecting again. */
const finalCodes: readonly CallbackErrorCode[] = [
  'invalid_request',
  'method_not_allowed',
  'unsupported_media_type',
  'cross_origin',
];

/** The name of an option of `createCallback` that is a function of the application. */
export type CallbackFunction =
  | 'onConnected'
  | 'getState'
  | 'getSessionId'
  | 'getConnectSessionId'
  | 'getConnectSession'
  | 'claimCode';

interface CallbackErrorOptions {
  readonly cause?: unknown;
  readonly thrownBy?: CallbackFunction | undefined;
}

/**
 * The error that `onError` gets when a callback does not result in a connection. It contains no secret.
 *
 * @example
 * ```ts
 * import { CallbackError } from 'tax-connect/server';
 *
 * function logProblem(error: unknown): void {
 *   if (error instanceof CallbackError) console.error(error.code, error.status, error.cause);
 * }
 * ```
 */
export class CallbackError extends ServiceError<CallbackErrorCode> {
  static override readonly name = 'CallbackError';
  /** HTTP status of the callback's response. */
  declare readonly status: number;
  /** The application's function that threw `cause`; null for every other error. */
  readonly thrownBy: CallbackFunction | null;

  /** @param options - `cause`: for the application's log, never sent; `thrownBy`: the function that threw it */
  constructor(code: CallbackErrorCode, { thrownBy, ...details }: CallbackErrorOptions = {}) {
    const { cause } = details;
    const [status, message] = responses[code];
    // A failed request decides: a wrong secret stays wrong. After a session that gives no code, a new flow can succeed.
    const isDecided =
      cause instanceof ExchangeError ||
      (cause instanceof SessionError && code === 'exchange_failed');
    const retryable = isDecided ? cause.retryable : !finalCodes.includes(code);
    super(code, message, { ...details, status, retryable });
    this.thrownBy = thrownBy ?? null;
  }
}
