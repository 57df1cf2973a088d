import { isPlainHostname } from './hostname.ts';
import { isLoopbackHostname } from './loopback.ts';

/** Longer than the longest host name with a scheme and a port; no longer one is ever bound to a flow. */
export const maxOriginLength = 300;

/** Content Security Policy sources that stand for loopback. IPv6 has no notation there. */
const loopbackSources = ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*'];

/**
 * @param origin - the candidate
 * @returns whether it may be registered as an embedding origin: exactly an https origin, or an
 *   http one on loopback, of at most {@link maxOriginLength} characters
 */
export function isRegistrableOrigin(origin: string): boolean {
  if (origin.length > maxOriginLength || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return (
    url.origin === origin &&
    isPlainHostname(url.hostname) &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHostname(url.hostname)))
  );
}

/**
 * @param origin - origin of the host page, as the browser reported it to the Connect page
 * @param registered - the application's embedding origins; none: loopback only
 * @returns whether that page may embed the application's Connect flow
 */
export function isAllowedHostOrigin(origin: string, registered: readonly string[]): boolean {
  if (registered.length > 0) return registered.includes(origin);
  return isRegistrableOrigin(origin) && isLoopbackHostname(new URL(origin).hostname);
}

/**
 * @param registered - the application's embedding origins; none: loopback only
 * @returns the value of the directive `frame-ancestors`
 * @see https://www.w3.org/TR/CSP3/#directive-frame-ancestors
 */
export function listFrameAncestors(registered: readonly string[]): string {
  return (registered.length > 0 ? registered : loopbackSources).join(' ');
}
