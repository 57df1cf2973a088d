import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * @param context - the request
 * @param isProxyTrusted - whether a proxy of ours stands in front and sets `X-Forwarded-For`
 * @returns the address that limits are counted by; `unknown` for requests made in process
 */
export function readClientAddress(context: Context, isProxyTrusted: boolean): string {
  if (isProxyTrusted) {
    // The last entry is the one our own proxy added; those before it are the sender's words.
    const last = context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim();
    if (last) return last;
  }
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? 'unknown') : 'unknown';
}
