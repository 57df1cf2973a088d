import { CallbackError } from './callback-error.ts';
import type { CallbackOptions } from './callback-options.ts';
import { exchange, readCode, store } from './connect-user.ts';
import { createFlowCookie } from './flow-cookie.ts';
import { assertSameOrigin } from './same-origin.ts';

/** What the browser is told when a redirect flow starts. */
interface RedirectStart {
  /** Address of the Connect page, with its two query parameters. */
  readonly url: URL;
  /** The `Set-Cookie` header to send along. */
  readonly cookie: string;
}

/** Both ends of the redirect flow in the application's backend. */
export interface RedirectFlow {
  /**
   * @param request - asks to start; from a page of the application itself
   * @returns where to go, and the cookie that proves who asked
   * @throws CallbackError `cross_origin`, or `state_mismatch` when there is no session
   */
  start(request: Request): Promise<RedirectStart>;
  /**
   * @param request - the navigation by which the user comes back
   * @throws CallbackError for everything but a stored connection
   */
  finish(request: Request): Promise<void>;
  /** @returns a `Set-Cookie` header that ends the flow in this browser */
  clear(): string;
}

/**
 * @param options - the application's set-up
 * @param redirectUri - address of the callback, exactly as it is registered
 */
export function createRedirectFlow(options: CallbackOptions, redirectUri: string): RedirectFlow {
  const { clientId, clientSecret } = options;
  const cookie = createFlowCookie({ clientId, clientSecret, redirectUri });

  // An application without sessions binds to the browser alone.
  const readSessionId = async (request: Request): Promise<string | undefined> =>
    options.getSessionId ? (await options.getSessionId(request)) || undefined : '';

  return {
    async start(request) {
      // Started by somebody else's page, the cookie would let a foreign code in afterwards.
      assertSameOrigin(request, redirectUri);
      const sessionId = await readSessionId(request);
      if (sessionId === undefined) throw new CallbackError('state_mismatch');
      return { url: createConnectUrl(options, redirectUri), cookie: await cookie.issue(sessionId) };
    },
    async finish(request) {
      if (!isNavigation(request)) throw new CallbackError('invalid_request');
      const sessionId = await readSessionId(request);
      const isLive =
        sessionId !== undefined && (await cookie.take(request.headers.get('cookie'), sessionId));
      if (!isLive) throw new CallbackError('no_live_flow');
      const error = new URL(request.url).searchParams.get('error');
      if (error === 'access_denied') throw new CallbackError('access_denied');
      if (error !== null) throw new CallbackError('exchange_failed');
      const tokens = await exchange(readCode(request), options, redirectUri);
      await store(tokens, options, { request, flow: 'redirect' });
    },
    clear: () => cookie.clear(),
  };
}

function createConnectUrl(options: CallbackOptions, redirectUri: string): URL {
  const base = new URL(options.baseUrl);
  base.pathname = `${base.pathname.replace(/\/+$/, '')}/connect`;
  const url = new URL(options.connectUrl ?? base);
  url.search = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: redirectUri,
  }).toString();
  url.hash = '';
  return url;
}

/** Images, frames and scripts of other sites must not bring codes; a person's browser navigates. */
function isNavigation(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest');
  return destination === null || destination === 'document';
}
