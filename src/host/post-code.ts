import type { ConnectError } from '../protocol/errors.ts';

/** What `postCode` takes. */
export interface CodePost {
  readonly url: string | URL;
  readonly init: RequestInit | undefined;
  readonly code: string;
  /** The class that hosts compare with. */
  readonly ConnectError: typeof ConnectError;
}

/**
 * @param post - the authorization code, and where it is to go; see `forwardCode`
 * @throws {ConnectError} `invalid_options` for an address of another origin, `callback_failed` for
 *   an answer that is not 2xx
 */
export async function postCode({ url, init, code, ConnectError }: CodePost): Promise<void> {
  // Not `document.baseURI`: markup can change it.
  const target = new URL(url, location.href);
  if (target.origin !== location.origin) {
    throw new ConnectError('invalid_options', 'forwardCode: url must be of your own origin.');
  }
  target.searchParams.set('code', code);
  // A redirect is no success: where it leads to, such as a login page, may answer 200 to anybody.
  const { ok, status } = await fetch(target, { method: 'POST', redirect: 'manual', ...init });
  if (ok) return;
  throw new ConnectError('callback_failed', `The callback answered ${status || 'a redirect'}.`);
}
