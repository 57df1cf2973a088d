import { limitResponse } from './limit-response.ts';
import type { ProviderRecords, ReadContext } from './record-types.ts';

/** The tools for reading at an OpenID provider. */
export interface OidcRecordTools {
  /**
   * The global `fetch` with the access token of the account that is read. When the provider refuses the token, with
   * 401 or `invalid_token`, it renews the grant once and sends the request again. Requests end with the read, and
   * responses have at most 25 MiB. It throws for an origin that is not in `recordsOrigins`, and a redirect to
   * another origin is followed without the token.
   */
  readonly fetch: typeof fetch;
}

/** Returns the methods that read. It is called for each read, so keep no state in it. */
export type OidcRecords = (tools: OidcRecordTools) => ProviderRecords;

/** The data that is stored while the account is connected. */
export interface OidcGrant {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

/** The size of the largest file. */
const maxBytes = 25 * 1024 * 1024;

/**
 * Creates the methods of the plug-in. Only requests to these origins get the access token.
 *
 * @throws TypeError when `create` does not return the methods
 */
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

/** Creates the `fetch` of a read. Simultaneous requests share one renewal. */
function createGrantFetch(context: ReadContext, origins: readonly string[]): typeof fetch {
  let grant = context.grant as OidcGrant;
  let renewal: Promise<OidcGrant> | undefined;
  let renewed: OidcGrant | undefined;

  async function send(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    // A redirect to another origin loses this header: https://fetch.spec.whatwg.org/#http-redirect-fetch
    headers.set('Authorization', `Bearer ${grant.accessToken}`);
    const signal = AbortSignal.any([context.signal, request.signal]);
    return await fetch(request, { headers, signal });
  }

  async function renew(): Promise<void> {
    renewal ??= context.renewGrant() as Promise<OidcGrant>;
    renewed = await renewal;
    grant = renewed;
  }

  return async (input, init) => {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    if (!origins.includes(origin)) {
      throw new TypeError(`${origin} does not get the access token. List it in recordsOrigins.`);
    }
    const used = grant;
    const response = await send(request.clone());
    const isFinal = used === renewed || !isTokenRefused(response, origin);
    if (isFinal) return limitResponse(response, maxBytes);
    await response.body?.cancel();
    await renew();
    return limitResponse(await send(request), maxBytes);
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1 */
function isTokenRefused({ status, headers, url }: Response, origin: string): boolean {
  if (new URL(url).origin !== origin) return false;
  const challenge = headers.get('www-authenticate') ?? '';
  return status === 401 || /\berror="?invalid_token\b/.test(challenge);
}
