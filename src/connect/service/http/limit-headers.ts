import type { IncomingMessage } from 'node:http';

/** Node counts names, values and the address. A larger request gets a 431 before it is parsed. */
export const maxHeaderBytes = 64 * 1024;
/** For every endpoint but pages and their files. No program sends more. */
const maxEndpointBytes = 16 * 1024;
/** More than any browser, backend or proxy sends. */
const maxHeaders = 100;

const pages: ReadonlySet<string> = new Set([
  '/',
  '/connect',
  '/connect/return',
  '/manage',
  '/favicon.ico',
]);
/** The dashboard's own requests need its cookie, so the others come with it. */
const folders = ['/connect/assets/', '/connect/logos/', '/dashboard', '/docs', '/sdk/'];

/**
 * Browsers send pages and their files the cookies of every application on the same host. On localhost these are the
 * cookies of all projects of a developer, often more than 16 kB.
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
