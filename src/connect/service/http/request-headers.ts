import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { Refusal } from './refusal.ts';

// Headers that only browsers send. The last two identify a preflight whose `Origin` a proxy has removed.
const signs = [
  ...['Origin', 'Sec-Fetch-Site'],
  ...['Access-Control-Request-Method', 'Access-Control-Request-Headers'],
];

/**
 * Refuses requests from browsers at endpoints that require a client secret. A secret that reached a page is
 * compromised, and the developer should learn that at the first try. `Sec-Fetch-Mode` proves nothing, because
 * Node's fetch sends it.
 *
 * @throws Refusal 403 `invalid_request` when a browser sent the request
 */
export function assertNotFromBrowser(request: Request): void {
  if (!signs.some((name) => request.headers.has(name))) return;
  throw new Refusal(
    [403, 'invalid_request'],
    'Call this endpoint from your backend, never from a browser.',
  );
}

/**
 * Requires that a request comes from the service's own pages. Some same-origin requests have no `Origin`. For
 * these, `Sec-Fetch-Site` must prove the origin, because pages cannot set that header.
 *
 * @throws Refusal 403 `invalid_request` for every other sender
 * @see https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
export function assertSameOrigin(request: Request, publicUrl: string): void {
  const origin = request.headers.get('Origin');
  const isOurs =
    origin === null
      ? request.headers.get('Sec-Fetch-Site') === 'same-origin'
      : origin === publicUrl;
  if (isOurs) return;
  throw new Refusal(
    [403, 'invalid_request'],
    `Only a page of this service may call this endpoint. Its pages are at ${publicUrl} (PUBLIC_URL).`,
  );
}

/**
 * Accepts a page load by a person, but not a prefetch, a frame or a script. A browser without these headers is
 * accepted.
 *
 * @throws Refusal 400 `invalid_request`
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Purpose
 */
export function assertPageLoad({ req }: Context): void {
  const isEarly = ['Sec-Purpose', 'Purpose', 'X-Sec-Purpose'].some((name) =>
    req.header(name)?.includes('prefetch'),
  );
  // Only a navigation has the destination `document`.
  const destination = req.header('Sec-Fetch-Dest') ?? 'document';
  if (!isEarly && destination === 'document') return;
  throw new Refusal(
    [400, 'invalid_request'],
    'This address is for people. Open it as a page: it cannot be prefetched, framed or called by a script.',
  );
}

/** The values of `Sec-Fetch-Dest` for documents in a frame. */
const framedDestinations: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'object',
  'embed',
]);

/**
 * True when the browser loads the document into a frame. False for a browser without `Sec-Fetch-Dest`.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function isForFrame(context: Context): boolean {
  return framedDestinations.has(context.req.header('Sec-Fetch-Dest'));
}

/** Matches a bearer token with the syntax `b64token`. https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const bearerPattern = /^Bearer +([\w~+/.-]+=*)$/i;

export function readBearerToken(context: Context): string | undefined {
  return bearerPattern.exec(context.req.header('Authorization') ?? '')?.[1];
}

/**
 * Creates a refusal for an access token that is missing or not valid.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
export function createInvalidToken(description: string, reason?: string): Refusal {
  const detail = reason === undefined ? '' : `, error_description="${reason}"`;
  const headers = { 'WWW-Authenticate': `Bearer error="invalid_token"${detail}` };
  return new Refusal([401, 'invalid_token'], description, { headers });
}

/** Many clients write the charset without its hyphen, or end with a semicolon. */
const jsonType = /^application\/json\s*(?:;\s*charset="?utf-?8"?\s*)?;?\s*$/i;
const formType = /^application\/x-www-form-urlencoded\s*(?:;.*)?$/i;

/** @throws Refusal 415 `invalid_request` unless the Content-Type is JSON, without compression */
export function assertJsonContentType(request: Request): void {
  const type = request.headers.get('Content-Type') ?? '';
  if (jsonType.test(type) && !isCompressed(request)) return;
  const instead = isFormContentType(request) ? ' instead of a form' : '';
  throw new Refusal(
    [415, 'invalid_request'],
    `Send JSON${instead}: Content-Type must be application/json, with no charset but UTF-8 and no Content-Encoding, and the body one JSON object.`,
  );
}

/** Some clients name the encoding `identity`, which changes nothing (RFC 9110, section 8.4.1). */
function isCompressed({ headers }: Request): boolean {
  return (headers.get('Content-Encoding') ?? 'identity').toLowerCase() !== 'identity';
}

function isFormContentType(request: Request): boolean {
  return formType.test(request.headers.get('Content-Type') ?? '');
}

/** @throws Refusal 415 `invalid_request` unless the Content-Type is a form's, without compression */
export function assertFormContentType(request: Request): void {
  if (isFormContentType(request) && !isCompressed(request)) return;
  throw new Refusal(
    [415, 'invalid_request'],
    'Send a form: Content-Type must be application/x-www-form-urlencoded.',
  );
}

/** The maximum length of a header that is parsed. The parser takes a step for each character. Browsers send less. */
const maxCharacters = 200;

/** Lists the accepted values by weight. A very long header is cut. */
export function readAccepted(
  context: Context,
  name: 'Accept-Encoding' | 'Accept-Language',
): readonly string[] {
  const header = context.req.header(name)?.slice(0, maxCharacters);
  const values = header ? parseAccept(header) : [];
  return values.filter(({ q }) => q > 0).map(({ type }) => type);
}
