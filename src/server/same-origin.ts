/**
 * Whether a page of the application itself sent this request. Without a sign of that the answer is
 * no: a request that says nothing may come from anywhere.
 *
 * @param request - as it reached the callback
 * @param publicUri - an address of the application as browsers know it, or undefined: behind a
 *   proxy the request's own address may have another origin
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isSameOriginRequest(request: Request, publicUri: string | undefined): boolean {
  // Every browser since 2023 sends it to https and localhost, and no page can forge it.
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  const own = [request.url, publicUri].flatMap((url) => (url ? [new URL(url).origin] : []));
  return own.includes(origin);
}
