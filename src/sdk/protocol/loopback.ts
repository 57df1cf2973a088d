/** @returns whether a host name of a URL means this machine (RFC 8252, section 7.3; RFC 6761, section 6.3) */
export function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1])$/.test(hostname);
}
