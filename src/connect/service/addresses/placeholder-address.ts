import type { AddressFlag } from '../../shapes/unions.ts';
import { isLoopbackHostname } from './hostname.ts';

/** Private networks, names without DNS, and tunnels to a developer's machine. */
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

/** Names reserved for examples and tests, or often used in documentation. */
const placeholderHosts = [
  /(?:^|\.)example\.(?:com|net|org|edu)$/,
  /\.(?:example|test|invalid)$/,
  /(?:^|[.-])(?:your|my)-?(?:app|company|domain|site|website)(?:[.-]|$)/,
  /(?:^|\.)(?:changeme|placeholder|todo|foo|bar|foobar|test|domain|yoursite|mysite)\.\w+$/,
];

/**
 * @param address - a registered redirect URI or embedding origin
 * @returns the reason to remove the address in production, or null
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6
 */
export function findAddressFlag(address: string): AddressFlag | null {
  if (!URL.canParse(address)) return null;
  // A trailing dot names the same host.
  const hostname = new URL(address).hostname.replace(/\.$/, '');
  if (placeholderHosts.some((pattern) => pattern.test(hostname))) return 'placeholder';
  const isLocal = isLoopbackHostname(hostname) || localHosts.some((host) => host.test(hostname));
  return isLocal ? 'local' : null;
}
