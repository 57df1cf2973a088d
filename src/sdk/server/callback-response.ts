import type { CallbackError } from './callback-error.ts';

// No answer is kept, and no later page learns the address that the code was in.
const commonHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** @returns the answer to a page whose code has been exchanged and stored */
export function answerNothing(): Response {
  return new Response(null, { status: 204, headers: commonHeaders });
}

/**
 * @param error - what went wrong; its cause stays here
 * @param allow - the methods the endpoint knows, as the `Allow` header has them
 * @returns the answer to a page's own script
 */
export function answerJson(error: CallbackError, allow: string): Response {
  const { code, message, retryable, status } = error;
  const headers = status === 405 ? { ...commonHeaders, Allow: allow } : commonHeaders;
  return Response.json({ error: code, error_description: message, retryable }, { status, headers });
}

/**
 * @param error - what went wrong; its cause stays here
 * @param cookie - a `Set-Cookie` header, if any
 * @returns a page of plain text for the person in front of it
 */
export function answerText(error: CallbackError, cookie?: string): Response {
  const headers = addCookie(commonHeaders, cookie);
  return new Response(`${error.message}\n`, { status: error.status, headers });
}

/**
 * 303, so that whatever the request was, the next one is a GET without a body.
 *
 * @param location - where to go; relative addresses are the browser's to resolve
 * @param cookie - a `Set-Cookie` header, if any
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.12
 */
export function answerSeeOther(location: string, cookie?: string): Response {
  const headers = addCookie({ ...commonHeaders, Location: location }, cookie);
  return new Response(null, { status: 303, headers });
}

function addCookie(headers: Record<string, string>, cookie: string | undefined) {
  return cookie === undefined ? headers : { ...headers, 'Set-Cookie': cookie };
}

/**
 * Not by `URL`, because the address may be relative, and only the browser knows its base.
 *
 * @param url - any address, relative or not
 * @param name - of the parameter
 * @param value - of the parameter
 */
export function addToQuery(url: string, name: string, value: string): string {
  const [address = '', ...fragment] = url.split('#');
  const separator = address.includes('?') ? '&' : '?';
  return [`${address}${separator}${name}=${encodeURIComponent(value)}`, ...fragment].join('#');
}
