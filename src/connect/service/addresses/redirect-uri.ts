import { isLoopbackHostname, isPlainHostname } from './host-origin.ts';

const maxLength = 2000;
// Captures three parts of an address: scheme and host, the port, and the rest.
const addressParts = /^(https?:\/\/(?:\[[\da-f:]+\]|[a-z\d.-]+))(:\d{1,5})?((?:[/?].*)?)$/;

/**
 * True when a redirect URI can be registered. It must be https, or http on loopback. It must be absolute, without user,
 * fragment or wildcard (RFC 6749, section 3.1.2).
 */
export function isRegistrableRedirectUri(uri: string): boolean {
  if (uri.length > maxLength || !/^[\x21-\x7e]+$/.test(uri) || /[*#\\]/.test(uri)) return false;
  // `URL` completes `https:a.example`, but a browser that is redirected there reads it as a path on our own origin.
  // https://url.spec.whatwg.org/#special-authority-slashes-state
  if (!/^https?:\/\/[^/]/.test(uri) || !URL.canParse(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  // An `@` before the path follows a user name. `URL` does not show an empty user name.
  if (username || password || /^https?:\/\/[^/?]*@/.test(uri)) return false;
  if (!isPlainHostname(hostname)) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHostname(hostname));
}

/**
 * True when an application has registered the redirect URI. The strings are compared exactly (RFC 9700, section 2.1).
 * Only the port of a loopback address may differ, because native and test applications cannot know their port in
 * advance (RFC 8252, section 7.3).
 */
export function isRegisteredRedirectUri(requested: string, registered: readonly string[]): boolean {
  if (registered.includes(requested)) return true;
  if (!isRegistrableRedirectUri(requested)) return false;
  const portless = dropLoopbackPort(requested);
  return portless !== undefined && registered.some((uri) => dropLoopbackPort(uri) === portless);
}

/** True when the redirect URI leads to this machine. A local sandbox accepts it without registration. */
export function isLoopbackRedirectUri(uri: string): boolean {
  return isRegistrableRedirectUri(uri) && isLoopbackHostname(new URL(uri).hostname);
}

function dropLoopbackPort(uri: string): string | undefined {
  const [, base, , rest] = addressParts.exec(uri) ?? [];
  if (base === undefined || rest === undefined) return undefined;
  return isLoopbackHostname(new URL(base).hostname) ? `${base}${rest}` : undefined;
}
