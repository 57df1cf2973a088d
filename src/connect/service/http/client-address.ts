import { isIP, isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { isTrustedProxy, type TrustedProxies } from './trusted-proxies.ts';

/** As some proxies write it: for IPv6 in brackets, and with the port that it comes from. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * @param proxies - whose `X-Forwarded-For` is believed
 * @returns the IP address it comes from; `unknown` when its sender is gone
 */
export function readClientAddress(context: Context, proxies: TrustedProxies): string {
  const peer = readPeerAddress(context);
  if (!isTrustedProxy(peer, proxies)) return peer;
  const entries = context.req.header('X-Forwarded-For')?.split(',').map(parseEntry) ?? [];
  // Each proxy appends the address that it answered. Entries further left come from the sender.
  if (proxies.kind === 'hops') return entries[Math.max(entries.length - proxies.count, 0)] ?? peer;
  let client = peer;
  for (const entry of entries.reverse()) {
    if (entry === undefined || !isTrustedProxy(client, proxies)) break;
    client = entry;
  }
  return client;
}

/** @returns the IP address that has connected; of this machine for a request made in process */
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
 * Whom limits are counted against. With IPv6 every customer has at least 2^64 addresses, so there it
 * is their network; a sender who could pick a new address for each guess would have no limit.
 *
 * @param proxies - as for {@link readClientAddress}
 * @returns an IPv4 address, the first 64 bits of an IPv6 address, or `unknown`
 * @see https://www.rfc-editor.org/rfc/rfc6177#section-2
 */
export function readClientNetwork(context: Context, proxies: TrustedProxies): string {
  const whole = readClientAddress(context, proxies);
  // As sockets that listen to both write IPv4. Most are; what follows takes longer than a hash.
  const short = whole.startsWith('::ffff:') ? whole.slice('::ffff:'.length) : whole;
  if (isIPv4(short)) return short;
  const [address = ''] = whole.split('%');
  if (!isIPv6(address)) return address;
  const groups = expandGroups(address);
  // An IPv4 address in the notation of a socket that listens to both.
  const mapped = /^(?:0:){5}ffff$/.test(groups.slice(0, 6).join(':'));
  if (!mapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const bits = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/** Eight groups of hexadecimal digits without leading zeros, however the address is written. */
function expandGroups(address: string): readonly string[] {
  // The URL parser knows every notation, and writes the shortest.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = short.split('::');
  const [head, tail] = [left, right ?? ''].map((part) => (part ? part.split(':') : []));
  const [before, after] = [head ?? [], tail ?? []];
  if (right === undefined) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
