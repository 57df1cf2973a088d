import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The notation of proxies that add the client's port. IPv6 addresses are then in brackets. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * The number of characters that are read at the end of `X-Forwarded-For`. The longest chain of proxies fits. The part
 * before it comes from clients, not from proxies.
 */
const maxForwarded = 1000;

/** Finds the client's IP address. Returns `unknown` when the connection is closed. */
export function readClientAddress(context: Context, proxies: TrustedProxies): string {
  const peer = readPeerAddress(context);
  if (!isTrustedProxy(peer, proxies)) return peer;
  const header = context.req.header('X-Forwarded-For');
  const entries = header?.slice(-maxForwarded).split(',').map(parseEntry) ?? [];
  // Each proxy appends the address of its client. So what the client itself has written is further left.
  if (proxies.kind === 'hops') return entries[Math.max(entries.length - proxies.count, 0)] ?? peer;
  let client = peer;
  for (const entry of entries.reverse()) {
    if (entry === undefined || !isTrustedProxy(client, proxies)) break;
    client = entry;
  }
  return client;
}

/**
 * True when the request seems to come through a proxy that is not trusted. All clients of such a proxy would share its
 * address. The sign is not certain, because clients can send the header themselves, too.
 */
export function isBehindIgnoredProxy(context: Context, proxies: TrustedProxies): boolean {
  const names = context.req.header('X-Forwarded-For') !== undefined;
  return names && !isTrustedProxy(readPeerAddress(context), proxies);
}

/** Reads the IP address of the connection. A request within the process has a loopback address. */
export function readPeerAddress(context: Context): string {
  if (!context.env?.incoming) return '127.0.0.1';
  return getConnInfo(context).remote.address ?? 'unknown';
}

function parseEntry(text: string): string | undefined {
  const entry = text.trim();
  const [, bracketed, dotted] = withPort.exec(entry) ?? [];
  const address = bracketed ?? dotted ?? entry;
  return isIP(address) ? address : undefined;
}

/**
 * Finds the client's network, for which limits count requests. An IPv6 customer has at least 2^64 addresses and could
 * use a new one for each guess, so limits count the whole network.
 *
 * @returns an IPv4 address, the first 64 bits of an IPv6 address, or `unknown`
 * @see https://www.rfc-editor.org/rfc/rfc6177#section-2
 */
export function readClientNetwork(context: Context, proxies: TrustedProxies): string {
  const whole = readClientAddress(context, proxies);
  // Dual-stack sockets prefix an IPv4 address with `::ffff:`. This shortcut covers most addresses; the code below
  // takes longer than a hash.
  const short = whole.startsWith('::ffff:') ? whole.slice('::ffff:'.length) : whole;
  if (isIPv4(short)) return short;
  const [address = ''] = whole.split('%');
  if (!isIPv6(address)) return address;
  const groups = expandGroups(address);
  // A dual-stack socket may write the same IPv4 address in another notation, such as hexadecimal groups. A machine with
  // IPv6 alone sees every IPv4 client in the translation prefix of RFC 6052.
  const hasIPv4 = /^(?:(?:0:){5}ffff|64:ff9b(?::0){4})$/.test(groups.slice(0, 6).join(':'));
  if (!hasIPv4) return `${groups.slice(0, 4).join(':')}::/64`;
  const bits = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/**
 * Finds the first 48 bits of an IPv6 network, because one customer may have all networks that begin with them.
 * Undefined for any other network.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6177#section-2
 */
export function findSite(network: string): string | undefined {
  const [, site] = /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(network) ?? [];
  return site && `${site}:/48`;
}

/** Expands an IPv6 address in any notation into eight groups of hexadecimal digits without leading zeros. */
function expandGroups(address: string): readonly string[] {
  // The URL parser reads every notation, and writes the shortest.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = short.split('::');
  const [head, tail] = [left, right ?? ''].map((part) => (part ? part.split(':') : []));
  const [before, after] = [head ?? [], tail ?? []];
  if (right === undefined) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

export type TrustedProxies =
  /** The number of proxies through which each request passes; 0 for none. The last proxy is in a private network. */
  | { readonly kind: 'hops'; readonly count: number }
  | { readonly kind: 'networks'; readonly networks: BlockList };

export const noProxies: TrustedProxies = { kind: 'hops', count: 0 };

/** The maximum number of proxies. A greater number is probably a mistyped address. */
const maxHops = 10;

/** Reads `off`, a number of proxies, or addresses and CIDR ranges separated by commas. */
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

/** Parses the length of a prefix. A length of 0 would trust every client, so it is refused as a mistake. */
function parsePrefix(text: string): number | undefined {
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined;
}

/** True when an address, of a connection or from `X-Forwarded-For`, can belong to a trusted proxy. */
export function isTrustedProxy(address: string, proxies: TrustedProxies): boolean {
  if (proxies.kind === 'networks') return isInside(proxies.networks, address);
  // When only the number of proxies is set, their addresses are unknown. They are in private networks, and strangers
  // connect from public addresses.
  return proxies.count > 0 && isInside(privateNetworks, address);
}

function isInside(networks: BlockList, whole: string): boolean {
  // A link-local address ends with the name of its interface, which is not part of the address.
  const [address = ''] = whole.split('%');
  return networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The private networks: loopback, RFC 1918, shared (RFC 6598), link-local and unique local addresses. */
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
