import { BlockList, isIPv6 } from 'node:net';

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8);
loopbackAddresses.addAddress('::1', 'ipv6');

/**
 * @param address - an IP address in the notation of sockets
 * @returns whether it is a loopback address, such as 127.0.0.1, ::1 or ::ffff:127.0.0.1
 */
export function isLoopbackAddress(address: string): boolean {
  return loopbackAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
