import type { Context } from 'hono';

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
