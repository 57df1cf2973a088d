import { ConnectError } from '../protocol/errors.ts';

/**
 * Makes the usual `onSuccess`: `POST url?code=…` to the application's own backend.
 *
 * @param url - the callback endpoint, relative to the page's address or absolute, same origin
 * @param init - anything else for `fetch`, such as a header against request forgery
 * @returns forwards a code; its promise rejects with `invalid_options` for an address of another
 *   origin and with `callback_failed` for an answer that is not 2xx
 */
export function forwardCode(
  url: string | URL,
  init?: RequestInit,
): (result: { code: string }) => Promise<void> {
  return async ({ code }) => {
    // Not `document.baseURI`: markup can change it.
    const target = new URL(url, location.href);
    if (target.origin !== location.origin) {
      throw new ConnectError(
        'invalid_options',
        'forwardCode: url must be of the page’s own origin.',
      );
    }
    target.searchParams.set('code', code);
    const { ok, status } = await fetch(target, { method: 'POST', ...init });
    if (!ok) throw new ConnectError('callback_failed', `The callback answered ${status}.`);
  };
}
