import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isLoopbackHostname } from '../addresses/loopback-hostname.ts';

/** The cookie with the session's token. */
export interface SessionCookie {
  /** @returns the token from the browser, or undefined */
  read(context: Context): string | undefined;
  /** Sets the cookie until the browser is closed. */
  write(context: Context, token: string): void;
  /** Removes the cookie. */
  clear(context: Context): void;
}

/**
 * SameSite is strict: a link from another site never arrives signed in. The prefix `__Host-` keeps sibling
 * domains and plain http from setting the cookie. On loopback over http no browser stores such a cookie, so
 * there it has a plain name and a path. Browsers send cookies to every port of a host. The name contains
 * the port, so that two services on one host do not end each other's sessions.
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
