import { CallbackError } from './callback-error.ts';
import type { CallbackContext, CheckedOptions } from './callback-options.ts';
import { callApplication, createClaim, type Exchange, readCode } from './callback-steps.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { createSeal } from './derived-key.ts';
import { createFlowCookies, type LiveFlow, type Ticket } from './flow-cookie.ts';
import { assertSameOrigin } from './same-origin.ts';
import { createCodeChallenge, hashText, isSameText } from './same-text.ts';

interface StartParts {
  readonly redirectUri: string;
  readonly tickets: ReturnType<typeof createSeal<Ticket>>;
  readonly cookies: ReturnType<typeof createFlowCookies>;
}

export const ticketSeconds = 60;
// The longest session ID in a ticket, in characters: a ticket is sent in addresses and cookies, which are limited.
const maxSessionId = 256;

function createRedirectStart<Context>(
  options: CheckedOptions<Context>,
  { redirectUri, tickets, cookies }: StartParts,
) {
  const { returnsState = true } = options;
  const crossOrigin = createCrossOrigin(options.allowedOrigins);
  const claim = createClaim(options, ticketSeconds * 1000);

  const readTerms = async (call: CallbackContext<Context>) => {
    const sessionId = await readSessionId(options, call);
    if (sessionId === undefined) throw new CallbackError('state_mismatch');
    const session = await callApplication('getConnectSession', () =>
      options.getConnectSession?.(call.request, call.context),
    );
    return { sessionId, session };
  };

  const useTicket = async (ticket: string, call: CallbackContext<Context>) => {
    const terms = await tickets.open(ticket);
    if (!terms || Date.now() >= terms.expiresAt) throw new CallbackError('no_live_flow');
    const { sessionId, session } = terms;
    const own = await readSessionId(options, call);
    if (own !== undefined && !(await isSameText(own, sessionId))) {
      throw createMismatch('The ticket belongs to another session.');
    }
    if (!(await claim(await hashText(ticket)))) throw new CallbackError('no_live_flow');
    return { sessionId, session, ticket: own === undefined ? ticket : undefined };
  };

  return {
    /** Accepts pages of the application, and tickets. The returned cookies bind the flow to this browser. */
    async start(call: CallbackContext<Context>) {
      const { request } = call;
      const ticket = new URL(request.url).searchParams.get('ticket') ?? undefined;
      // A link from another site needs a ticket: the flow's cookie will later admit a code, even someone else's.
      const mayLink = ticket !== undefined || request.headers.get('sec-fetch-site') === 'same-site';
      const isListed = (from: Request) => mayLink && crossOrigin.isListedNavigation(from);
      assertSameOrigin(request, redirectUri, isListed);
      assertStart(request);
      const { session, ...owner } =
        ticket === undefined
          ? { ...(await readTerms(call)), ticket }
          : await useTicket(ticket, call);
      const { flow, headers } = await cookies.issue(owner, request.headers.get('cookie'));
      const url = createConnectUrl(options, redirectUri);
      if (returnsState) {
        url.searchParams.set('state', flow.state);
        url.searchParams.set('code_challenge', await createCodeChallenge(flow.codeVerifier));
        url.searchParams.set('code_challenge_method', 'S256');
      }
      if (session) url.searchParams.set('session', session);
      return { url, cookies: headers };
    },
    /** Issues a ticket to a script of a page of `allowedOrigins`, for the visitor of that page. */
    async issueTicket(call: CallbackContext<Context>): Promise<string> {
      assertSameOrigin(call.request, redirectUri, crossOrigin.isListedScript);
      if (!options.getSessionId) {
        const cause = new Error('A ticket is for one visitor: set getSessionId of createCallback.');
        throw new CallbackError('cross_origin', { cause });
      }
      const terms = await readTerms(call);
      if (terms.sessionId.length > maxSessionId) {
        const cause = new RangeError(
          `Beside tickets, it returns up to ${maxSessionId} characters.`,
        );
        throw new CallbackError('callback_failed', { cause, thrownBy: 'getSessionId' });
      }
      return tickets.seal({ ...terms, expiresAt: Date.now() + ticketSeconds * 1000 });
    },
  };
}

// Returns '' without `getSessionId`, when only the browser binds the flow; undefined if this user has no session.
async function readSessionId<Context>(
  { getSessionId }: CheckedOptions<Context>,
  { request, context }: CallbackContext<Context>,
): Promise<string | undefined> {
  if (!getSessionId) return '';
  return (await callApplication('getSessionId', () => getSessionId(request, context))) || undefined;
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

function createMismatch(found: string): CallbackError {
  return new CallbackError('state_mismatch', { cause: new Error(found) });
}

/**
 * Refuses a prefetch, as of a link under the pointer: a start sets a cookie and may create a session, and an end uses
 * the code up before the person arrives.
 *
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Purpose
 */
function refusePrefetch({ headers }: Request): void {
  const isEarly = ['sec-purpose', 'purpose', 'x-sec-purpose'].some((name) =>
    headers.get(name)?.includes('prefetch'),
  );
  if (isEarly) throw createNotLoaded('a prefetch');
}

function assertStart(request: Request): void {
  refusePrefetch(request);
  // A page load has the destination `document`. Frames, scripts and images have other destinations.
  const destination = request.headers.get('sec-fetch-dest') ?? 'document';
  if (destination !== 'document') throw createNotLoaded(`for Sec-Fetch-Dest ${destination}`);
}

function createNotLoaded(found: string): CallbackError {
  const cause = new Error(`The request is ${found}, and a flow needs a page load.`);
  return new CallbackError('navigation_required', { cause });
}

export function createRedirectFlow<Context>(options: CheckedOptions<Context>, redirectUri: string) {
  const { clientId, clientSecret, cookieKey, returnsState = true } = options;
  const secret = cookieKey ?? clientSecret;
  const use = JSON.stringify(['tax-connect start ticket', clientId, redirectUri]);
  const tickets = createSeal<Ticket>(secret, use);
  const cookies = createFlowCookies({ clientId, secret, redirectUri, tickets });

  return {
    ...createRedirectStart(options, { redirectUri, tickets, cookies }),
    /** Finds the flow of this browser. Finishes it only after all checks: another site may have sent the request. */
    async claim(call: CallbackContext<Context>): Promise<LiveFlow> {
      const { request } = call;
      refusePrefetch(request);
      assertNavigation(request);
      const sessionId = await readSessionId(options, call);
      const flows = await cookies.list(request.headers.get('cookie'), sessionId);
      const [newest] = flows;
      if (!newest) throw new CallbackError('no_live_flow');
      const flow = returnsState ? await findByState(request, flows) : newest;
      if (returnsState) assertIssuer(request, readConnectUrl(options));
      else assertReferrer(request, readConnectUrl(options).origin);
      if (!cookies.use(flow)) throw new CallbackError('no_live_flow');
      return flow;
    },
    /** Exchanges the code. @throws CallbackError unless the connection has been stored by `onConnected` */
    async finish(
      call: CallbackContext<Context>,
      { codeVerifier, sessionId }: LiveFlow,
      exchange: Exchange,
    ): Promise<void> {
      const { request } = call;
      const error = new URL(request.url).searchParams.get('error');
      if (error === 'access_denied') throw new CallbackError('access_denied');
      if (error !== null) throw new CallbackError('exchange_failed');
      const binding = returnsState ? { redirectUri, codeVerifier } : { redirectUri };
      const tokens = await exchange(readCode(request), binding);
      const context = { ...call, sessionId: sessionId || undefined };
      await callApplication('onConnected', () => options.onConnected(tokens, context));
    },
    clear: cookies.clear,
  };
}

/** Finds the flow of this browser by the address's state: https://www.rfc-editor.org/rfc/rfc6749#section-10.12 */
async function findByState(request: Request, flows: readonly LiveFlow[]): Promise<LiveFlow> {
  const states = new URL(request.url).searchParams.getAll('state');
  const [state = ''] = states;
  for (const flow of states.length === 1 ? flows : []) {
    if (await isSameText(state, flow.state)) return flow;
  }
  throw createMismatch('The state of the address is not the one of a flow of this browser.');
}

/**
 * The issuer is `connectUrl` without its last segment, and without a slash at its end.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
function assertIssuer(request: Request, connectUrl: URL): void {
  const issuers = new URL(request.url).searchParams.getAll('iss');
  const expected = connectUrl.origin + connectUrl.pathname.replace(/\/?[^/]*\/?$/, '');
  if (issuers.length === 1 && issuers[0] === expected) return;
  // `JSON.stringify` escapes the value, because another site may have written it.
  const found = JSON.stringify(issuers).slice(0, 200);
  const cause = new Error(
    `The address has the iss ${found}, expected only ${expected}, as in connectUrl.`,
  );
  throw new CallbackError('issuer_mismatch', { cause });
}

/** Checks that the Connect page's origin has sent the user. It protects less, because any page there may link here. */
function assertReferrer(request: Request, connectOrigin: string): void {
  const referrer = request.headers.get('referer') ?? '';
  const origin = URL.canParse(referrer) ? new URL(referrer).origin : 'missing';
  if (origin === connectOrigin) return;
  throw createMismatch(`The origin of the Referer is ${origin}, not ${connectOrigin}.`);
}

/** Refuses images, frames and scripts of other sites. Browsers without `Sec-Fetch-Dest` are accepted. */
function assertNavigation(request: Request): void {
  const destination = request.headers.get('sec-fetch-dest');
  if (destination === null || destination === 'document') return;
  const cause = new Error(`Sec-Fetch-Dest is ${destination}, and only a page may bring a code.`);
  throw new CallbackError('invalid_request', { cause });
}
