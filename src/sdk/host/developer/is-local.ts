/**
 * Decides about help for developers only. The exact test is `isLoopback`, but it is part of the entry, and a shared
 * file would be another file to load.
 *
 * @param hostname - from `URL` or `location`
 * @returns whether it names this machine
 */
export function isLocal(hostname: string): boolean {
  return /localhost$|^127\.|^\[::1/.test(hostname);
}
