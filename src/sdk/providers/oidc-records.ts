import { joinSignals, limitResponse } from './limit-response.ts';
import type { ProviderRecords, ReadContext } from './record-types.ts';

/** The tools that a plug-in gets for reading tax records at an OpenID provider. */
export interface OidcRecordTools {
  /**
   * Works as the global `fetch`, with the account's access token. If the provider refuses it, with 401 or
   * `invalid_token`, the grant is renewed once and the request sent again. It throws for an origin that is not in
   * `recordsOrigins`, and a redirect to another origin loses the token. A response has at most 25 MiB.
   */
  readonly fetch: typeof fetch;
}

/** Returns the methods that read tax records. Called for each read, so it must not keep state between calls. */
export type OidcRecords = (tools: OidcRecordTools) => ProviderRecords;

/** The grant of an account at an OpenID provider. The service stores it while the account is connected. */
export interface OidcGrant {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

const maxBytes = 25 * 1024 * 1024;

/** Creates the methods that read tax records. Only requests to `origins` get the access token. */
export function bindRecords(create: OidcRecords, origins: readonly string[]): ProviderRecords {
  const unbound = create({ fetch: () => Promise.reject(new Error('Call fetch in a read only.')) });
  if (typeof unbound?.list !== 'function' || typeof unbound.read !== 'function') {
    throw new TypeError('records must return an object with the functions list and read.');
  }
  const bind = (context: ReadContext) => create({ fetch: createGrantFetch(context, origins) });
  const methods: ProviderRecords = {
    list: (request, context) => bind(context).list(request, context),
    read: (request, context) => bind(context).read(request, context),
  };
  if (!unbound.file) return methods;
  return {
    ...methods,
    file: async (request, context) =>
      (await bind(context).file?.(request, context)) ?? { status: 'not_found' },
  };
}

/** Creates the `fetch` of one read. Simultaneous requests of the read share one renewal of the grant. */
function createGrantFetch(context: ReadContext, origins: readonly string[]): typeof fetch {
  let grant = context.grant as OidcGrant;
  let renewal: Promise<OidcGrant> | undefined;
  let renewed: OidcGrant | undefined;

  async function send(request: Request, signal: AbortSignal): Promise<Response> {
    const headers = new Headers(request.headers);
    // A redirect to another origin loses this header: https://fetch.spec.whatwg.org/#http-redirect-fetch
    headers.set('Authorization', `Bearer ${grant.accessToken}`);
    return await fetch(request, { headers, signal });
  }

  async function renew(): Promise<void> {
    renewal ??= context.renewGrant() as Promise<OidcGrant>;
    renewed = await renewal;
    grant = renewed;
  }

  return async (input, init) => {
    const request = new Request(input, init);
    // The signal of a copy of a request may be collected as garbage: https://github.com/nodejs/undici/issues/4068
    const own = input instanceof Request ? input.signal : undefined;
    const signal = joinSignals(context.signal, init?.signal ?? own);
    const { origin } = new URL(request.url);
    if (!origins.includes(origin)) {
      throw new TypeError(`${origin} does not get the access token. List it in recordsOrigins.`);
    }
    const used = grant;
    const response = await send(request.clone(), signal);
    const isFinal = used === renewed || !isTokenRefused(response, origin);
    if (isFinal) return limitResponse(response, maxBytes);
    await response.body?.cancel();
    await renew();
    return limitResponse(await send(request, signal), maxBytes);
  };
}

/** Ignores an answer from another origin, after a redirect. @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1 */
function isTokenRefused({ status, headers, url }: Response, origin: string): boolean {
  if (new URL(url).origin !== origin) return false;
  const challenge = headers.get('www-authenticate') ?? '';
  return status === 401 || /\berror="?invalid_token\b/.test(challenge);
}
