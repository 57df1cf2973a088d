import type { IncomingMessage } from 'node:http';

/** Node counts names, values and the address. A larger request gets a 431 before it is parsed. */
export const maxHeaderBytes = 64 * 1024;
/** The limit for every endpoint except pages and their files. Programs send less. */
const maxEndpointBytes = 16 * 1024;
/** More headers than any browser, backend or proxy sends. */
const maxHeaders = 100;

const pages: ReadonlySet<string> = new Set([
  '/',
  '/connect',
  '/connect/return',
  '/manage',
  '/favicon.ico',
]);
/** The addresses to which browsers send the dashboard's cookie, and all other cookies with it. */
const folders = ['/connect/assets/', '/connect/logos/', '/dashboard', '/docs', '/sdk/'];

/**
 * Allows long headers for pages and their files, because browsers send them the cookies of every application on the
 * same host. On localhost these are the cookies of all of a developer's projects, often more than 16 kB.
 *
 * @returns whether a request has more headers than its endpoint accepts
 */
export function hasTooManyHeaders({ rawHeaders, url = '' }: IncomingMessage): boolean {
  if (rawHeaders.length > 2 * maxHeaders) return true;
  let bytes = url.length;
  for (const text of rawHeaders) bytes += text.length;
  return bytes > maxEndpointBytes && !isOfPage(url);
}

function isOfPage(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return pages.has(path) || folders.some((folder) => path.startsWith(folder));
}
