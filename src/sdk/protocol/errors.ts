import type { PageErrorCode } from './error-codes.ts';
import { docsUrl } from './service-addresses.ts';

/** The stable codes of all errors that a host may get. Codes are API; messages are not. */
export type ConnectErrorCode =
  | PageErrorCode
  | 'load_timeout'
  | 'frame_blocked'
  | 'popup_blocked'
  | 'popup_closed'
  | 'opener_severed'
  | 'callback_failed';

/**
 * The only error class of the SDK. `open()` throws it for `invalid_options`; every other code arrives
 * through `onExit`, `onEvent` and `finished`.
 *
 * @example
 * ```ts
 * import { ConnectError, forwardCode, open } from 'tax-connect';
 *
 * try {
 *   open({ clientId: '', onSuccess: forwardCode('/callback') });
 * } catch (error) {
 *   if (error instanceof ConnectError) console.error(error.code, error.docsUrl);
 * }
 * ```
 */
export class ConnectError extends Error {
  /** Set explicitly, because minifiers shorten the name of the class, and consoles print this name. */
  static override readonly name = 'ConnectError';
  override name = 'ConnectError';
  /** The error's code; stable across versions. */
  declare readonly code: ConnectErrorCode;
  /** True when another try can succeed. */
  declare readonly retryable: boolean;
  /** Address of the code's documentation; a path in the package if the SDK was built without a service's address. */
  declare readonly docsUrl: string;

  /**
   * @param message - for developers, in English; may change at any time
   * @param options - `retryable` (default false), `cause`, and `docs`, the page of all codes (default: the build's)
   */
  constructor(
    code: ConnectErrorCode,
    message: string,
    options: { retryable?: boolean; cause?: unknown; docs?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryable = !!options.retryable;
    this.docsUrl = `${options.docs ?? docsUrl}#${code}`;
  }
}
