import type { CallbackError } from './callback-error.ts';

// Responses are not cached, and no later page learns the address with the code.
const commonHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** Answers a page whose code has been exchanged and stored. */
export function answerNothing(): Response {
  return new Response(null, { status: 204, headers: commonHeaders });
}

export function answerTicket(ticket: string, seconds: number): Response {
  return Response.json({ ticket, expires_in: seconds }, { headers: commonHeaders });
}

/** Answers a page's own script. The error's cause is not sent. `allow` is a value of the header `Allow`. */
export function answerJson(error: CallbackError, allow: string): Response {
  const { code, message, retryable, status } = error;
  const headers = status === 405 ? { ...commonHeaders, Allow: allow } : commonHeaders;
  return Response.json({ error: code, error_description: message, retryable }, { status, headers });
}

/** Answers the user with a page of plain text. The error's cause is not sent. Each cookie is a `Set-Cookie` header. */
export function answerText(error: CallbackError, ...cookies: readonly string[]): Response {
  const headers = addCookies(commonHeaders, cookies);
  return new Response(`${error.message}\n`, { status: error.status, headers });
}

/**
 * Responds with 303, which makes the browser follow with a GET without a body. The browser resolves relative
 * addresses.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.12
 */
export function answerSeeOther(location: string, ...cookies: readonly string[]): Response {
  const headers = addCookies({ ...commonHeaders, Location: location }, cookies);
  return new Response(null, { status: 303, headers });
}

function addCookies(headers: Record<string, string>, cookies: readonly string[]): Headers {
  const all = new Headers(headers);
  for (const cookie of cookies) all.append('Set-Cookie', cookie);
  return all;
}

/** Adds a parameter without `URL`, because the address may be relative, and only the browser knows its base. */
export function addToQuery(url: string, name: string, value: string): string {
  const [address = '', ...fragment] = url.split('#');
  const separator = address.includes('?') ? '&' : '?';
  return [`${address}${separator}${name}=${encodeURIComponent(value)}`, ...fragment].join('#');
}
