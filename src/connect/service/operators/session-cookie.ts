import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { isLoopbackHostname } from '../addresses/hostname.ts';

/** A cookie of the dashboard. */
export interface SessionCookie {
  /** @returns the cookie's value from the browser, or undefined */
  read(context: Context): string | undefined;
  write(context: Context, value: string): void;
  /** Removes the cookie. */
  clear(context: Context): void;
}

/** The maximum number of cookies that browsers keep for a site. */
const maxCookies = 200;

/** The maximum duration of a sign-in at the provider, in seconds. */
const signInSeconds = 10 * 60;

/**
 * Creates the cookie of a sign-in in progress. Its SameSite is lax, because the provider's page sends the browser
 * back.
 *
 * @param publicUrl - the service's own origin
 */
export function createSignInCookie(publicUrl: string): SessionCookie {
  return createCookie(publicUrl, 'dashboard-sign-in', { sameSite: 'Lax', maxAge: signInSeconds });
}

/**
 * Creates the cookie with the session's token, which lasts until the browser is closed. SameSite is strict: a link
 * from another site never arrives signed in. The prefix `__Host-` keeps sibling domains and plain http from setting
 * the cookie.
 *
 * Browsers do not store such a cookie on loopback over http, so there it has a plain name and a path. Browsers send
 * cookies to every port of a host. The name contains the port, so that two services on one host do not end each
 * other's sessions.
 *
 * @param publicUrl - the service's own origin
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-8.5
 */
export function createSessionCookie(publicUrl: string): SessionCookie {
  return createCookie(publicUrl, 'dashboard', { sameSite: 'Strict' });
}

function createCookie(
  publicUrl: string,
  plainName: string,
  own: { readonly sameSite: 'Strict' | 'Lax'; readonly maxAge?: number },
): SessionCookie {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isPlain = protocol === 'http:' && isLoopbackHostname(hostname);
  const name = `${isPlain ? '' : '__Host-'}${plainName}${port && `-${port}`}`;
  const attributes = {
    ...own,
    httpOnly: true,
    secure: !isPlain,
    path: isPlain ? '/dashboard' : '/',
  } as const;
  return {
    read(context) {
      const cookies = context.req.header('Cookie')?.split(';', maxCookies) ?? [];
      return parse(cookies.join(';'), name)[name] || undefined;
    },
    write: (context, value) => setCookie(context, name, value, attributes),
    clear: (context) => setCookie(context, name, '', { ...attributes, maxAge: 0 }),
  };
}
