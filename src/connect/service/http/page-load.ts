import type { Context } from 'hono';
import { Refusal } from './refusal.ts';

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
    'This address starts a redirect flow. Open it as a page: it cannot be prefetched, framed or called by a script.',
    { retryable: false },
  );
}

/** Values of `Sec-Fetch-Dest` for framed documents. */
const framedDestinations: ReadonlySet<string | undefined> = new Set([
  'iframe',
  'frame',
  'object',
  'embed',
]);

/**
 * @returns whether the document is for a frame; false for a browser without `Sec-Fetch-Dest`
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function isForFrame(context: Context): boolean {
  return framedDestinations.has(context.req.header('Sec-Fetch-Dest'));
}
