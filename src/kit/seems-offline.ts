/** A service on this machine needs no network: `navigator.onLine` is also false in a container without one. */
export function seemsOffline(hostname: string): boolean {
  return !navigator.onLine && !/^(localhost$|127\.|\[::1)/.test(hostname);
}
