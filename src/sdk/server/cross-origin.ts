import { isText } from '../protocol/record.ts';
import { parseServiceUrl } from './service-url.ts';

const defaultHeaders = ['Content-Type', 'Authorization'];
const preflightSeconds = 600;

export const originsRule =
  'must be a list of exact origins such as https://app.example; https, or http on localhost';

/** @returns whether the value is a list of exact origins, without patterns and the origin `null` */
export function isOriginList(value: unknown): boolean {
  const isExact = (text: string) => !text.includes('*') && parseServiceUrl(text)?.origin === text;
  return isList(value, isExact);
}

export const headersRule = 'must be a list of header names such as X-CSRF-Token';

/** Refuses the name `*`, because it does not stand for every header in a request with credentials. */
export function isHeaderList(value: unknown): boolean {
  return isList(value, (name) => name !== '*' && /^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name));
}

function isList(value: unknown, isItem: (item: string) => boolean): boolean {
  return (
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((item: unknown) => isText(item, 300) && isItem(item))
  );
}

/** Creates CORS's checks and headers for other origins. @see https://fetch.spec.whatwg.org/#http-cors-protocol */
export function createCrossOrigin(
  origins: readonly string[] | undefined,
  headers: readonly string[] = defaultHeaders,
) {
  const listed = new Set(origins);
  const isListed = ({ headers }: Request) => listed.has(headers.get('origin') ?? '');
  return {
    isListed,
    isListedNavigation(request: Request): boolean {
      // A navigation by GET has no `Origin`, so the `Referer` is read instead.
      if (request.method !== 'GET') return isListed(request);
      const referrer = request.headers.get('referer') ?? '';
      return URL.canParse(referrer) && listed.has(new URL(referrer).origin);
    },
    isListedScript: (request: Request): boolean =>
      request.method === 'POST' &&
      request.headers.get('sec-fetch-dest') === 'empty' &&
      isListed(request),
    /** @returns the response to a CORS preflight of a listed origin; undefined for any other request */
    answerPreflight(request: Request): Response | undefined {
      const isPreflight = request.headers.has('access-control-request-method');
      if (request.method !== 'OPTIONS' || !isPreflight || !isListed(request)) return undefined;
      return new Response(null, {
        status: 204,
        headers: {
          'Access-Control-Allow-Methods': 'POST',
          'Access-Control-Allow-Headers': headers.join(', '),
          'Access-Control-Max-Age': `${preflightSeconds}`,
        },
      });
    },
    /** @returns the same response, with the CORS headers that let a page of a listed origin read it */
    complete(request: Request, response: Response): Response {
      if (!origins) return response;
      response.headers.append('Vary', 'Origin');
      if (!isListed(request)) return response;
      response.headers.set('Access-Control-Allow-Origin', request.headers.get('origin') ?? '');
      response.headers.set('Access-Control-Allow-Credentials', 'true');
      return response;
    },
  };
}
