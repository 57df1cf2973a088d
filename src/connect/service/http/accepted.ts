import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';

/** Browsers send shorter values. The limit exists because the parser takes a step for each character. */
const maxCharacters = 200;

/** @returns the values of the header that the client accepts, by weight. A very long header is cut */
export function readAccepted(
  context: Context,
  name: 'Accept-Encoding' | 'Accept-Language',
): readonly string[] {
  const header = context.req.header(name)?.slice(0, maxCharacters);
  const values = header ? parseAccept(header) : [];
  return values.filter(({ q }) => q > 0).map(({ type }) => type);
}
