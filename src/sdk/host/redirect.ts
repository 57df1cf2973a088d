import { parseOptions } from './options.ts';

/** What the redirect flow needs. */
export interface RedirectOptions {
  clientId: string;
  /** Exactly as registered in the developer dashboard. */
  redirectUri: string | URL;
  connectUrl?: string | URL | undefined;
  /**
   * Comes back to `redirectUri` beside `code` or `error`; 1 to 2,000 characters. Make a new one for
   * each flow, keep it in the user's session, and compare the two in your callback.
   */
  state?: string | undefined;
}

/**
 * @param options - see `RedirectOptions`
 * @returns where to send the browser to start the redirect flow
 * @throws {ConnectError} `invalid_options`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 */
export function redirectUrl(options: RedirectOptions): URL {
  const { address, redirectUri, state } = parseOptions(options, 'clientId', 'redirectUri');
  // Unchanged, because the service compares it character by character.
  address.searchParams.set('redirect_uri', `${redirectUri}`);
  if (state) address.searchParams.set('state', state);
  return address;
}

/**
 * Sends the browser to Connect; it comes back to `redirectUri` with `code` or `error`, and with `state`
 * if there was one, in its query.
 *
 * @param options - see `RedirectOptions`
 * @throws {ConnectError} `invalid_options`
 */
export function redirect(options: RedirectOptions): void {
  location.assign(redirectUrl(options));
}
