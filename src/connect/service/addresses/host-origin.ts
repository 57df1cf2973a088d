import { BlockList, isIPv6 } from 'node:net';
import type { AddressFlag, Environment } from '../../shapes/unions.ts';

/**
 * True when a host name has only letters, digits, hyphens, underscores and dots, or is an IP address. URL parsers
 * accept more: `https://a;script-src` is an origin, but would add a directive to our Content-Security-Policy.
 *
 * @see https://url.spec.whatwg.org/#forbidden-domain-code-point
 */
export function isPlainHostname(hostname: string): boolean {
  return /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/.test(hostname);
}

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:[a-z\d-]+\.)+localhost)$/;

/**
 * True when the name always means this machine: `localhost`, `*.localhost`, 127.0.0.1 or [::1] (RFC 6761, section 6.3).
 *
 * @param hostname - as in `URL.hostname`: lower case, IPv6 in brackets
 */
export function isLoopbackHostname(hostname: string): boolean {
  return loopbackHost.test(hostname);
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8);
loopbackAddresses.addAddress('::1', 'ipv6');

/** True when the address is a loopback address, such as 127.0.0.1, ::1 or ::ffff:127.0.0.1. */
export function isLoopbackAddress(address: string): boolean {
  return loopbackAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Hosts for development: private networks, names without DNS, and tunnels to a developer's machine. */
const localHosts = [
  /^(?:10|127)\.\d+\.\d+\.\d+$/,
  /^192\.168\.\d+\.\d+$/,
  /^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$/,
  /^169\.254\.\d+\.\d+$/,
  /^0\.0\.0\.0$/,
  /^\[(?:::1?|f[cd][\da-f:]*|fe80:[\da-f:]*)\]$/,
  /^[^.[\]]+$/,
  /\.(?:local|lan|internal|localdomain|home\.arpa)$/,
  /(?:^|\.)(?:ngrok\.io|ngrok-free\.app|ngrok\.app|loca\.lt|trycloudflare\.com|lvh\.me)$/,
  /(?:^|\.)(?:nip|sslip)\.io$/,
];

/** Names reserved for examples and tests (RFC 6761, section 6), or often used in documentation. */
const placeholderHosts = [
  /(?:^|\.)example\.(?:com|net|org|edu)$/,
  /\.(?:example|test|invalid)$/,
  /(?:^|[.-])(?:your|my)-?(?:app|company|domain|site|website)(?:[.-]|$)/,
  /(?:^|\.)(?:changeme|placeholder|todo|foo|bar|foobar|test|domain|yoursite|mysite)\.\w+$/,
];

/** Returns why a registered redirect URI or embedding origin should not be used in production, or null. */
export function findAddressFlag(address: string): AddressFlag | null {
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  if (placeholderHosts.some((pattern) => pattern.test(hostname))) return 'placeholder';
  const isLocal = isLoopbackHostname(hostname) || localHosts.some((host) => host.test(hostname));
  return isLocal ? 'local' : null;
}

/** The maximum length of an origin, in UTF-16 code units. Every host name with a scheme and a port is shorter. */
export const maxOriginLength = 300;

export interface EmbeddingRules {
  readonly environment: Environment;
  /** The origins that the application has registered for embedding. */
  readonly registered: readonly string[];
}

/** The sources for `frame-ancestors` that mean this machine, without [::1]: CSP has no notation for IPv6. */
const loopbackSources = ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*'];

/** True when the text is exactly the origin of an https or http page. */
export function isWebOrigin(origin: string): boolean {
  if (origin.length > maxOriginLength || !URL.canParse(origin)) return false;
  const { hostname, origin: parsed, protocol } = new URL(origin);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && parsed === origin && isPlainHostname(hostname);
}

/** True when an origin can be registered for embedding: it must be https, or http on loopback. */
export function isRegistrableOrigin(origin: string): boolean {
  return isWebOrigin(origin) && (new URL(origin).protocol === 'https:' || isLoopbackOrigin(origin));
}

function isLoopbackOrigin(origin: string): boolean {
  return isWebOrigin(origin) && isLoopbackHostname(new URL(origin).hostname);
}

/** True when a page of this origin, which the browser reports, may embed the application's Connect flow. */
export function isAllowedHostOrigin(origin: string, rules: EmbeddingRules): boolean {
  return rules.registered.includes(origin) || (allowsLoopback(rules) && isLoopbackOrigin(origin));
}

/** Returns the value of the directive `frame-ancestors`. */
export function listFrameAncestors(rules: EmbeddingRules): string {
  return [...rules.registered, ...(allowsLoopback(rules) ? loopbackSources : [])].join(' ');
}

/** Every loopback origin may embed the flow of a test application, and of a live one without origins. */
function allowsLoopback({ environment, registered }: EmbeddingRules): boolean {
  return environment === 'test' || registered.length === 0;
}
