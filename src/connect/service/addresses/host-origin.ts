import type { Environment } from '../../shapes/unions.ts';
import { isLoopbackHostname, isPlainHostname } from './hostname.ts';

/** This is longer than any host name with a scheme and a port. A flow is never bound to a longer origin. */
export const maxOriginLength = 300;

/** Decides which origins may embed an application. */
export interface EmbeddingRules {
  readonly environment: Environment;
  /** The registered embedding origins of the application. */
  readonly registered: readonly string[];
}

/** Content Security Policy sources for loopback. CSP has no notation for IPv6. */
const loopbackSources = ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*'];

/** @returns whether the text is exactly the origin of an https or http page */
export function isWebOrigin(origin: string): boolean {
  if (origin.length > maxOriginLength || !URL.canParse(origin)) return false;
  const { hostname, origin: parsed, protocol } = new URL(origin);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && parsed === origin && isPlainHostname(hostname);
}

/**
 * @returns whether the origin can be registered for embedding: https, or http on loopback, with at most
 *   {@link maxOriginLength} characters and nothing after the port
 */
export function isRegistrableOrigin(origin: string): boolean {
  return isWebOrigin(origin) && (new URL(origin).protocol === 'https:' || isLoopbackOrigin(origin));
}

function isLoopbackOrigin(origin: string): boolean {
  return isWebOrigin(origin) && isLoopbackHostname(new URL(origin).hostname);
}

/**
 * @param origin - the origin of the host page, as the browser reported it to the Connect page
 * @param rules - the pages that may embed the application
 * @returns whether that page may embed the application's Connect flow
 */
export function isAllowedHostOrigin(origin: string, rules: EmbeddingRules): boolean {
  return rules.registered.includes(origin) || (allowsLoopback(rules) && isLoopbackOrigin(origin));
}

/**
 * @param rules - the pages that may embed the application
 * @returns the value of the directive `frame-ancestors`
 * @see https://www.w3.org/TR/CSP3/#directive-frame-ancestors
 */
export function listFrameAncestors(rules: EmbeddingRules): string {
  return [...rules.registered, ...(allowsLoopback(rules) ? loopbackSources : [])].join(' ');
}

/** A live application can be embedded from loopback only after it has registered such an origin. */
function allowsLoopback({ environment, registered }: EmbeddingRules): boolean {
  return environment === 'test' || registered.length === 0;
}
