import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isLoopbackHostname } from '../addresses/loopback-hostname.ts';

/** How the session's token travels. */
export interface SessionCookie {
  /** @returns the token that the browser sent, or undefined */
  read(context: Context): string | undefined;
  /** Gives the browser a token, until it is closed. */
  write(context: Context, token: string): void;
  /** Takes the token from the browser. */
  clear(context: Context): void;
}

/**
 * Strict: no link from another site arrives signed in. The prefix `__Host-` keeps sibling domains and
 * plain http from setting it. On loopback over http no browser stores such a cookie, so there it has a
 * plain name and a path. Cookies are sent to every port of a host. The name contains the port, so that
 * services side by side do not sign each other's users out.
 *
 * @param publicUrl - the service's own origin
 * @returns the cookie
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-8.5
 */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isPlain = protocol === 'http:' && isLoopbackHostname(hostname);
  const name = `${isPlain ? '' : '__Host-'}dashboard${port && `-${port}`}`;
  const attributes = {
    httpOnly: true,
    sameSite: 'Strict',
    secure: !isPlain,
    path: isPlain ? '/dashboard' : '/',
  } as const;
  return {
    read: (context) => getCookie(context, name) || undefined,
    write: (context, token) => setCookie(context, name, token, attributes),
    clear: (context) => setCookie(context, name, '', { ...attributes, maxAge: 0 }),
  };
}
