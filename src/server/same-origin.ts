import { CallbackError } from './callback-error.ts';

/**
 * A page of the application itself must have sent this request. One that does not show it is refused:
 * it may come from anywhere.
 *
 * @param request - as it reached the callback
 * @param publicUri - an address of the application as browsers know it, or undefined: behind a
 *   proxy the request's own address may have another origin
 * @throws CallbackError `cross_origin`; its cause says to the application's log what was compared
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function assertSameOrigin(request: Request, publicUri: string | undefined): void {
  // Every browser since 2023 sends it to https and localhost, and no page can forge it.
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin') return;
  if (site !== null) throw createRefusal(`Sec-Fetch-Site is ${site}`);
  const origin = request.headers.get('origin');
  if (origin === null) throw createRefusal('there is neither Sec-Fetch-Site nor Origin');
  const own = [request.url, publicUri].flatMap((url) => (url ? [new URL(url).origin] : []));
  if (own.includes(origin)) return;
  throw createRefusal(
    `Origin is ${origin}, not ${own.join(' or ')}; behind a proxy set redirectUri`,
  );
}

function createRefusal(found: string): CallbackError {
  const cause = new Error(`Not sent by a page of the application: ${found}.`);
  return new CallbackError('cross_origin', { cause });
}
