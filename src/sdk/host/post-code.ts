import type { ConnectError } from '../protocol/errors.ts';

/** The input of `postCode`. */
export interface CodePost {
  /** An address on the host's own origin. */
  readonly target: URL;
  readonly init: RequestInit | undefined;
  readonly code: string;
  /** The class that hosts compare with. */
  readonly ConnectError: typeof ConnectError;
}

/**
 * @param post - the authorization code and its target; see `forwardCode`
 * @throws {ConnectError} `callback_failed` for a response that is not 2xx
 */
export async function postCode({ target, init, code, ConnectError }: CodePost): Promise<void> {
  target.searchParams.set('code', code);
  // A redirect is not a success. Its target, such as a login page, may respond with 200 without the code.
  const { ok, status } = await fetch(target, { method: 'POST', redirect: 'manual', ...init });
  if (ok) return;
  const answer = status === 0 ? 'a redirect' : `HTTP status ${status}`;
  throw new ConnectError('callback_failed', `The callback answered ${answer}.`);
}
