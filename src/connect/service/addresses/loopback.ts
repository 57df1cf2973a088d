import { BlockList, isIPv6 } from 'node:net';

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:[a-z\d-]+\.)+localhost)$/;

/**
 * @param hostname - as in `URL.hostname`: lower case, IPv6 in brackets
 * @returns whether it can only be this machine: `localhost`, `*.localhost`, 127.0.0.1 or [::1]
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
export function isLoopbackHostname(hostname: string): boolean {
  return loopbackHost.test(hostname);
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8);
loopbackAddresses.addAddress('::1', 'ipv6');

/**
 * @param address - as sockets write it
 * @returns whether it is one of this machine alone, such as 127.0.0.1, ::1 or ::ffff:127.0.0.1
 */
export function isLoopbackAddress(address: string): boolean {
  return loopbackAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
