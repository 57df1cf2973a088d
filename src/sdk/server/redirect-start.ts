import { CallbackError } from './callback-error.ts';
import type { CallbackContext, CheckedOptions } from './callback-options.ts';
import { callApplication, createClaim } from './callback-steps.ts';
import { createCrossOrigin } from './cross-origin.ts';
import type { createSeal } from './derived-key.ts';
import type { createFlowCookies, Ticket } from './flow-cookie.ts';
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

export function createRedirectStart<Context>(
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
    /**
     * Starts a redirect flow. The request must come from a page of the application, or contain a ticket.
     *
     * @returns the address of the Connect page, and the `Set-Cookie` headers that bind the flow to this browser
     */
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
export async function readSessionId<Context>(
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

export function readConnectUrl({ baseUrl, connectUrl }: Addresses): URL {
  if (connectUrl !== undefined) return new URL(connectUrl);
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/connect`;
  return url;
}

export function createMismatch(found: string): CallbackError {
  return new CallbackError('state_mismatch', { cause: new Error(found) });
}

function assertStart({ headers }: Request): void {
  // A start sets a cookie and may create a session, so a prefetch, as of a link under the pointer, is refused.
  // https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Purpose
  const isEarly = ['sec-purpose', 'purpose', 'x-sec-purpose'].some((name) =>
    headers.get(name)?.includes('prefetch'),
  );
  // A page load has the destination `document`. Frames, scripts and images have other destinations.
  const destination = headers.get('sec-fetch-dest') ?? 'document';
  if (!isEarly && destination === 'document') return;
  const found = isEarly ? 'a prefetch' : `for Sec-Fetch-Dest ${destination}`;
  const cause = new Error(`The request is ${found}, and only a page load may start a flow.`);
  throw new CallbackError('navigation_required', { cause });
}
