import { CallbackError } from './callback-error.ts';
import type { CallbackContext, CheckedOptions } from './callback-options.ts';
import { callApplication, type Exchange, readCode } from './callback-steps.ts';
import { type CrossOrigin, createCrossOrigin } from './cross-origin.ts';
import { createFlowCookies, type LiveFlow } from './flow-cookie.ts';
import { assertSameOrigin } from './same-origin.ts';
import { createCodeChallenge, isSameText } from './same-text.ts';

/** The start and the end of the redirect flow in the application's backend. */
export function createRedirectFlow<Context>(options: CheckedOptions<Context>, redirectUri: string) {
  const { clientId, clientSecret, cookieKey, returnsState = true } = options;
  const secret = cookieKey ?? clientSecret;
  const crossOrigin = createCrossOrigin(options.allowedOrigins);
  const cookies = createFlowCookies({ clientId, secret, redirectUri });

  // An application without sessions has an empty ID. Then a flow is bound only to the browser.
  const readSessionId = async (call: CallbackContext<Context>): Promise<string | undefined> => {
    const { getSessionId } = options;
    if (!getSessionId) return '';
    const read = () => getSessionId(call.request, call.context);
    return (await callApplication('getSessionId', read)) || undefined;
  };

  return {
    /**
     * Accepts a request only from a page of the application.
     *
     * @returns the address of the Connect page, and the `Set-Cookie` headers that prove which browser asked
     * @throws CallbackError `cross_origin`, `navigation_required`, `state_mismatch` when there is no session, or
     *   `callback_failed`
     */
    async start(call: CallbackContext<Context>) {
      const { request, context } = call;
      // If another site could start the flow, the cookie would later admit a foreign code.
      assertSameOrigin(request, redirectUri, (from) => mayStart(from, crossOrigin));
      assertStart(request);
      const sessionId = await readSessionId(call);
      if (sessionId === undefined) throw new CallbackError('state_mismatch');
      const session = await callApplication('getConnectSession', () =>
        options.getConnectSession?.(request, context),
      );
      const { flow, headers } = await cookies.issue(sessionId, request.headers.get('cookie'));
      const url = createConnectUrl(options, redirectUri);
      if (returnsState) {
        url.searchParams.set('state', flow.state);
        url.searchParams.set('code_challenge', await createCodeChallenge(flow.codeVerifier));
        url.searchParams.set('code_challenge_method', 'S256');
      }
      if (session) url.searchParams.set('session', session);
      return { url, cookies: headers };
    },
    /**
     * Uses up the flow of a request that brings the user back. A request without a flow leaves this browser's flow
     * unchanged, because another site may have sent it.
     *
     * @throws CallbackError `invalid_request` unless it is a navigation, `no_live_flow`, `state_mismatch`,
     *   `issuer_mismatch`
     */
    async claim(call: CallbackContext<Context>): Promise<LiveFlow> {
      const { request } = call;
      assertNavigation(request);
      const sessionId = await readSessionId(call);
      if (sessionId === undefined) throw new CallbackError('no_live_flow');
      const flows = await cookies.list(request.headers.get('cookie'), sessionId);
      const [newest] = flows;
      if (!newest) throw new CallbackError('no_live_flow');
      const flow = returnsState ? await findByState(request, flows) : newest;
      if (returnsState) assertIssuer(request, readConnectUrl(options));
      else assertReferrer(request, readConnectUrl(options).origin);
      if (!cookies.use(flow)) throw new CallbackError('no_live_flow');
      return flow;
    },
    /** @throws CallbackError unless the connection has been stored */
    async finish(
      call: CallbackContext<Context>,
      { codeVerifier }: LiveFlow,
      exchange: Exchange,
    ): Promise<void> {
      const { request } = call;
      const error = new URL(request.url).searchParams.get('error');
      if (error === 'access_denied') throw new CallbackError('access_denied');
      if (error !== null) throw new CallbackError('exchange_failed');
      const binding = returnsState ? { redirectUri, codeVerifier } : { redirectUri };
      const tokens = await exchange(readCode(request), binding);
      await callApplication('onConnected', () => options.onConnected(tokens, call));
    },
    clear: cookies.clear,
  };
}

/**
 * Only a listed page of the same site may start a flow, because a link on any site would send the session's cookie.
 * A GET has no `Origin`, so its `Referer` is checked.
 */
function mayStart(request: Request, { isListed, isReferrerListed }: CrossOrigin): boolean {
  if (request.headers.get('sec-fetch-site') !== 'same-site') return false;
  return request.method === 'GET' ? isReferrerListed(request) : isListed(request);
}

/**
 * @returns the flow of this browser that the state of the address belongs to
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-10.12
 */
async function findByState(request: Request, flows: readonly LiveFlow[]): Promise<LiveFlow> {
  const states = new URL(request.url).searchParams.getAll('state');
  const [state = ''] = states;
  for (const flow of states.length === 1 ? flows : []) {
    if (await isSameText(state, flow.state)) return flow;
  }
  throw createMismatch('The state of the address is not the one of a flow of this browser.');
}

/**
 * Checks that the response comes from the service at which the flow started. The code is sent to no other service.
 *
 * @param connectUrl - the Connect page; without its last segment, it is the service's issuer
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
function assertIssuer(request: Request, connectUrl: URL): void {
  const issuers = new URL(request.url).searchParams.getAll('iss');
  const expected = new URL('.', connectUrl).href.replace(/\/$/, '');
  if (issuers.length === 1 && issuers[0] === expected) return;
  // Quoted, because another site may have written it.
  const found = JSON.stringify(issuers).slice(0, 200);
  const cause = new Error(
    `The address has the iss ${found}, expected only ${expected}, as in connectUrl.`,
  );
  throw new CallbackError('issuer_mismatch', { cause });
}

/**
 * Checks the `Referer`. This is weaker than a state, because any page of that origin may contain a link to this
 * address.
 */
function assertReferrer(request: Request, connectOrigin: string): void {
  const referrer = request.headers.get('referer') ?? '';
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : 'missing';
  if (origin === connectOrigin) return;
  throw createMismatch(`The origin of the Referer is ${origin}, not ${connectOrigin}.`);
}

function createMismatch(found: string): CallbackError {
  return new CallbackError('state_mismatch', { cause: new Error(found) });
}

type Addresses = Pick<CheckedOptions, 'baseUrl' | 'clientId' | 'connectUrl'>;

function createConnectUrl(options: Addresses, redirectUri: string): URL {
  const url = readConnectUrl(options);
  url.search = '';
  url.hash = '';
  url.searchParams.set('client_id', options.clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  return url;
}

function readConnectUrl({ baseUrl, connectUrl }: Addresses): URL {
  if (connectUrl !== undefined) return new URL(connectUrl);
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/connect`;
  return url;
}

/**
 * Checks that a person starts the flow. A start sets a cookie and may create a session, so hovering over a link
 * must not cause it. A browser without these headers is accepted.
 *
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Purpose
 */
function assertStart({ headers }: Request): void {
  const isEarly = ['sec-purpose', 'purpose', 'x-sec-purpose'].some((name) =>
    headers.get(name)?.includes('prefetch'),
  );
  // A page load has the destination `document`. Frames, scripts and images have others.
  const destination = headers.get('sec-fetch-dest') ?? 'document';
  if (!isEarly && destination === 'document') return;
  const found = isEarly ? 'a prefetch' : `for Sec-Fetch-Dest ${destination}`;
  const cause = new Error(`The request is ${found}, and only a page load may start a flow.`);
  throw new CallbackError('navigation_required', { cause });
}

/** Requires a navigation by a person. An image, frame or script of another site may not bring a code. */
function assertNavigation(request: Request): void {
  const destination = request.headers.get('sec-fetch-dest');
  if (destination === null || destination === 'document') return;
  const cause = new Error(`Sec-Fetch-Dest is ${destination}, and only a page may bring a code.`);
  throw new CallbackError('invalid_request', { cause });
}
