import { CallbackError } from './callback-error.ts';
import type { CallbackContext, CheckedOptions } from './callback-options.ts';
import { callApplication, type Exchange, readCode } from './callback-steps.ts';
import { createSeal } from './derived-key.ts';
import { createFlowCookies, type LiveFlow, type Ticket } from './flow-cookie.ts';
import {
  createMismatch,
  createRedirectStart,
  readConnectUrl,
  readSessionId,
} from './redirect-start.ts';
import { isSameText } from './same-text.ts';

export function createRedirectFlow<Context>(options: CheckedOptions<Context>, redirectUri: string) {
  const { clientId, clientSecret, cookieKey, returnsState = true } = options;
  const secret = cookieKey ?? clientSecret;
  const use = JSON.stringify(['tax-connect start ticket', clientId, redirectUri]);
  const tickets = createSeal<Ticket>(secret, use);
  const cookies = createFlowCookies({ clientId, secret, redirectUri, tickets });

  return {
    ...createRedirectStart(options, { redirectUri, tickets, cookies }),
    /**
     * Finds the flow that the returning user has started in this browser, and marks it as finished. A request that
     * matches no flow finishes none, because another site may have sent it.
     */
    async claim(call: CallbackContext<Context>): Promise<LiveFlow> {
      const { request } = call;
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
 * Refuses a response unless its parameter `iss` names the Connect service at which the flow started.
 *
 * @param connectUrl - the address of the Connect page. Without its last segment, it is the issuer of the service
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
function assertIssuer(request: Request, connectUrl: URL): void {
  const issuers = new URL(request.url).searchParams.getAll('iss');
  const expected = new URL('.', connectUrl).href.replace(/\/$/, '');
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
