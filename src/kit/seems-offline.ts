/**
 * Says whether the browser probably has no network. A service on this machine needs no network, so the result is false:
 * `navigator.onLine` is also false in a container without a network.
 *
 * @param hostname - the host name of the service, from `URL` or `location`
 */
export function seemsOffline(hostname: string): boolean {
  return !navigator.onLine && !/^(localhost$|127\.|\[::1)/.test(hostname);
}
