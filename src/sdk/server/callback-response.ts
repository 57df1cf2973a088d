import type { CallbackError } from './callback-error.ts';

// The request's address contains the code. These headers keep it out of caches and of later `Referer`s.
const commonHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

export function answerNothing(): Response {
  return new Response(null, { status: 204, headers: commonHeaders });
}

export function answerTicket(ticket: string, seconds: number): Response {
  return Response.json({ ticket, expires_in: seconds }, { headers: commonHeaders });
}

/** Tells a script of the page the error, without its cause. `allow` is the header `Allow` for the status 405. */
export function answerJson(error: CallbackError, allow: string): Response {
  const { code, message, retryable, status } = error;
  const headers = status === 405 ? { ...commonHeaders, Allow: allow } : commonHeaders;
  return Response.json({ error: code, error_description: message, retryable }, { status, headers });
}

export function answerText(error: CallbackError, ...cookies: readonly string[]): Response {
  const headers = addCookies(commonHeaders, cookies);
  return new Response(`${error.message}\n`, { status: error.status, headers });
}

/** Redirects by 303, so that browsers send a GET. @see https://www.rfc-editor.org/rfc/rfc9700#section-4.12 */
export function answerSeeOther(location: string, ...cookies: readonly string[]): Response {
  const headers = addCookies({ ...commonHeaders, Location: location }, cookies);
  return new Response(null, { status: 303, headers });
}

function addCookies(headers: Record<string, string>, cookies: readonly string[]): Headers {
  const all = new Headers(headers);
  for (const cookie of cookies) all.append('Set-Cookie', cookie);
  return all;
}

/** Adds a parameter to an address, which may be relative, so that only the browser could parse it as a `URL`. */
export function addToQuery(url: string, name: string, value: string): string {
  const [address = '', ...fragment] = url.split('#');
  const separator = address.includes('?') ? '&' : '?';
  return [`${address}${separator}${name}=${encodeURIComponent(value)}`, ...fragment].join('#');
}
