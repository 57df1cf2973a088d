import { Refusal } from './refusal.ts';

// The last two headers identify a preflight whose `Origin` a proxy has removed.
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
