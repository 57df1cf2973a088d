import { BlockList, isIP, isIPv6 } from 'node:net';

/** The proxies whose `X-Forwarded-For` is trusted. */
export type TrustedProxies =
  /** Each request passes through this many proxies; 0 for none. The nearest one is in a private network. */
  | { readonly kind: 'hops'; readonly count: number }
  /** The proxies have these addresses. */
  | { readonly kind: 'networks'; readonly networks: BlockList };

/** No proxy is in front of the service. */
export const noProxies: TrustedProxies = { kind: 'hops', count: 0 };

/** A greater number is a mistyped address rather than a chain of proxies. */
const maxHops = 10;

/**
 * @param text - `off`, a number of proxies, or addresses and CIDR ranges separated by commas
 * @returns the proxies, or undefined when the text is invalid
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (['off', 'false', 'no'].includes(text)) return noProxies;
  if (/^\d+$/.test(text)) {
    const count = Number(text);
    if (count === 0) return noProxies;
    return count <= maxHops ? { kind: 'hops', count } : undefined;
  }
  const networks = new BlockList();
  const areAllAdded = text.split(',').every((range) => addRange(networks, range.trim()));
  return areAllAdded ? { kind: 'networks', networks } : undefined;
}

function addRange(networks: BlockList, range: string): boolean {
  const [address = '', prefix, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const longest = version === 6 ? 128 : 32;
  const length = prefix === undefined ? longest : parsePrefix(prefix);
  if (length === undefined || length > longest) return false;
  networks.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}

/** `/0` would trust every client, so it is refused as a mistake. */
function parsePrefix(text: string): number | undefined {
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined;
}

/**
 * @param address - the address of a connection, or of the client in `X-Forwarded-For`
 * @returns whether the address can belong to a trusted proxy
 */
export function isTrustedProxy(address: string, proxies: TrustedProxies): boolean {
  if (proxies.kind === 'networks') return isInside(proxies.networks, address);
  // With a number, the proxies' addresses are unknown. Strangers connect from public addresses.
  return proxies.count > 0 && isInside(privateNetworks, address);
}

function isInside(networks: BlockList, whole: string): boolean {
  // A link-local address ends with the name of its interface, which is not part of the address.
  const [address = ''] = whole.split('%');
  return networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Loopback, RFC 1918, shared (RFC 6598), link-local and unique local addresses. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv6');
}
