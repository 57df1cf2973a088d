import { CallbackError } from './callback-error.ts';

/**
 * @param publicUri - if set, only its origin counts: anyone can send the headers that name the request's own address
 * @throws CallbackError `cross_origin`; its cause has the compared values, for the application's log
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function assertSameOrigin(
  request: Request,
  publicUri: string | undefined,
  isListed: (request: Request) => boolean = () => false,
): void {
  // Every browser since 2023 sends this header to https and localhost, and no page can forge it.
  // https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin') return;
  // `none` means that no page has caused the request, for example because the user has typed the address.
  if (site !== 'none' && isListed(request)) return;
  if (site !== null) throw createRefusal(`Sec-Fetch-Site is ${site}`);
  const origin = request.headers.get('origin');
  if (origin === null) throw createRefusal('there is neither Sec-Fetch-Site nor Origin');
  const own = new URL(publicUri ?? request.url).origin;
  if (origin === own) return;
  const advice =
    publicUri === undefined ? '; behind a proxy set redirectUri' : ', the origin of redirectUri';
  throw createRefusal(`Origin is ${origin}, not ${own}${advice}`);
}

function createRefusal(found: string): CallbackError {
  const cause = new Error(`Not sent by a page of the application: ${found}.`);
  return new CallbackError('cross_origin', { cause });
}
