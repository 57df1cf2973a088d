/**
 * Gives only a hint: `navigator.onLine` is false in a container whose only network is this machine.
 *
 * @param hostname - of the service, from `URL` or `location`
 */
export function seemsOffline(hostname: string): boolean {
  return !navigator.onLine && !/^(localhost$|127\.|\[::1)/.test(hostname);
}
