import { Refusal } from './refusal.ts';

/**
 * Requires that a request comes from the service's own pages. Some same-origin requests have no `Origin`. For
 * these, `Sec-Fetch-Site` must prove the origin, because pages cannot set that header.
 *
 * @param publicUrl - the service's own origin
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
    {
      retryable: false,
    },
  );
}
