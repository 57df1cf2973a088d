import type { ConnectError } from '../../protocol/errors.ts';

export interface CodePost {
  readonly target: URL;
  readonly init: RequestInit | (() => RequestInit | Promise<RequestInit>) | undefined;
  readonly code: string;
  readonly ConnectError: typeof ConnectError;
}

/** @throws {ConnectError} `callback_failed` for a response that is not 2xx, and for an HTML page */
export async function postCode({ target, init, code, ConnectError }: CodePost): Promise<void> {
  target.searchParams.set('code', code);
  const own = typeof init === 'function' ? await init() : init;
  // A redirect's target, such as a login page, could respond with 200 without the code. The address is a string,
  // because some wrappers of `fetch` drop the options if it is an object.
  const response = await fetch(target.href, { method: 'POST', redirect: 'manual', ...own });
  const { ok, status } = response;
  const isPage = ok && (await isHtml(response));
  if (ok && !isPage) return;
  const answer = isPage ? 'a page' : status === 0 ? 'a redirect' : `HTTP status ${status}`;
  throw new ConnectError('callback_failed', `The callback answered ${answer}.`);
}

/** Recognises the page of a missing route or a login. Some frameworks declare a plain "ok" to be HTML. */
async function isHtml(response: Response): Promise<boolean> {
  if (!/html/i.test(response.headers.get('content-type') ?? '')) return false;
  return /^\s*</.test(await response.text());
}
