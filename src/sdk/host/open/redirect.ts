import type { OpenOptions } from '../api.ts';
import { assertBrowser } from './assert-browser.ts';
import { parseOptions } from './options.ts';

/** The options of `redirect` and `redirectUrl`. */
export interface RedirectOptions extends Pick<OpenOptions, 'clientId' | 'connectUrl'> {
  /** The redirect URI, exactly as it is registered in the developer dashboard. */
  redirectUri: string | URL;
  /**
   * OAuth's state, 1 to 2,000 characters, which comes back to `redirectUri`. Create one for each flow, keep it in the
   * user's session, and compare the two in your callback.
   */
  state?: string | undefined;
  /** The `session` value that `createSession` returned to the application's backend, as in `open`. */
  session?: string | undefined;
}

/**
 * Creates the address that starts the redirect flow, for a link or a redirect.
 *
 * @throws {ConnectError} `invalid_options` when an option is missing or wrong
 * @example
 * ```ts
 * import { redirectUrl } from 'tax-connect';
 *
 * const redirectUri = 'https://app.example/callback';
 * const state = crypto.randomUUID();
 * const address = redirectUrl({ clientId: 'my_app', redirectUri, state });
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 */
export function redirectUrl(options: RedirectOptions): URL {
  const { address, redirectUri, state, session } = parseOptions(options, 'clientId', 'redirectUri');
  // `redirectUri` is passed on unchanged, because the service compares it character by character.
  address.searchParams.set('redirect_uri', `${redirectUri}`);
  if (state) address.searchParams.set('state', state);
  if (session) address.searchParams.set('session', session);
  return address;
}

/**
 * Sends the browser to the Connect page. The browser then returns to `redirectUri` with `code` or `error` in the
 * query, and with `state` if it was set.
 *
 * @throws {ConnectError} `invalid_options` when an option is missing or wrong; `unsupported_browser` on a server
 * @example
 * ```ts
 * import { redirect } from 'tax-connect';
 *
 * const redirectUri = 'https://app.example/callback';
 * const state = crypto.randomUUID();
 * redirect({ clientId: 'my_app', redirectUri, state });
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 */
export function redirect(options: RedirectOptions): void {
  assertBrowser();
  location.assign(redirectUrl(options));
}
