import { ConnectError } from '../../protocol/errors.ts';
import type { ConnectResult } from '../api.ts';
import { loadSession } from './load-session.ts';
import { address, isAddress, parseUrl, showValue } from './option-rules.ts';
import { refuse } from './options.ts';

/**
 * Creates the usual `onSuccess`: it sends `POST url?code=…` to the application's own backend.
 *
 * @param url - the callback endpoint, absolute or relative to the page's address. On another origin, it must use
 *   https, or http on localhost, and gets credentials only with `credentials` of `init`; see `allowedOrigins` of
 *   `createCallback`
 * @param init - further options of `fetch`, such as a header against request forgery; or a function that returns
 *   them, or a promise of them. The function is called for each code
 * @returns a function that forwards a code. Its promise rejects with `callback_failed` for every response that is not
 *   2xx, including redirects, and for an HTML page
 * @throws {ConnectError} `invalid_options` when `url` is malformed or not secure
 * @example
 * ```ts
 * import { forwardCode, open } from 'tax-connect';
 *
 * const onSuccess = forwardCode('/callback', { headers: { 'X-CSRF-Token': 'abc' } });
 * open({ clientId: 'my_app', onSuccess });
 * ```
 */
export function forwardCode(
  url: string | URL,
  init?: RequestInit | (() => RequestInit | Promise<RequestInit>),
): (result: ConnectResult) => Promise<void> {
  // The address is checked early, except on a server and in an empty document, which have no origin.
  if (globalThis.location?.hostname) resolveCallback(url);
  return async ({ code }) => {
    // The session that called this function has already loaded the chunk with `postCode`.
    const chunk = await loadSession();
    return chunk.postCode({ target: resolveCallback(url), init, code, ConnectError });
  };
}

function resolveCallback(url: string | URL): URL {
  // The base is the address of the page, because markup can change `document.baseURI`.
  const target = parseUrl(url, location.href);
  if (target?.origin === location.origin || isAddress(target, /@/)) return target;
  return refuse('forwardCode url', `${address}; got ${showValue(url)}`);
}
