import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Every address of the internet is in it; the rest of IPv6 is for special purposes, or not assigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Leads to the IPv4 address in its last 32 bits. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * @param address - in the notation of sockets
 * @returns whether it is an address of the internet: neither of this machine, nor of a private network, nor
 *   for a special purpose. An IPv6 address that leads to an IPv4 address is as public as that one
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
