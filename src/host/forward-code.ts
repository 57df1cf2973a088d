import { ConnectError } from '../protocol/errors.ts';
import { loadSession } from './load-session.ts';

/**
 * Makes the usual `onSuccess`: `POST url?code=…` to the application's own backend.
 *
 * @param url - the callback endpoint, relative to the page's address or absolute, same origin
 * @param init - anything else for `fetch`, such as a header against request forgery
 * @returns forwards a code; its promise rejects with `invalid_options` for an address of another
 *   origin and with `callback_failed` for an answer that is not 2xx, a redirect among them
 */
export function forwardCode(
  url: string | URL,
  init?: RequestInit,
): (result: { code: string }) => Promise<void> {
  // A session has long loaded it.
  return async ({ code }) => (await loadSession()).postCode({ url, init, code, ConnectError });
}
