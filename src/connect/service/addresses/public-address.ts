import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Contains every IPv6 address of the internet. The rest of IPv6 has special purposes or is unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** These addresses contain an IPv4 address in their last 32 bits. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * @param address - an IP address in the notation of sockets
 * @returns whether the address is on the internet: not this machine, a private network or a special purpose. An
 *   IPv6 address that contains an IPv4 address is judged by that one
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(translated)) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).range() === 'unicast';
  }
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}
