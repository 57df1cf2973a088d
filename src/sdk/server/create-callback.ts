import { CallbackError } from './callback-error.ts';
import {
  type CallbackContext,
  type CallbackOptions,
  checkCallbackOptions,
  isTarget,
} from './callback-options.ts';
import { createExchange, type Exchange, handleEmbedded } from './callback-steps.ts';
import { createCrossOrigin, isHeaderList, isOriginList } from './cross-origin.ts';
import { reportError } from './log-error.ts';
import { createRedirectFlow, ticketSeconds } from './redirect-flow.ts';
import { ExchangeError } from './request-errors.ts';

/** The argument `context`, which can be omitted if the application's functions expect undefined, too. */
type CallContext<Context> = undefined extends Context ? [context?: Context] : [context: Context];

/** The callback: one endpoint for the embedded flow and the redirect flow. */
export interface Callback<Context = unknown> {
  /**
   * The callback endpoint, for any framework with web-standard requests.
   *
   * Embedded flow, `POST ?code=…`: 204 when connected, otherwise a status of 400 or more with the JSON body `{
   * error, error_description, retryable }`. Redirect flow, `GET ?code=…`: 303 to `successUrl` or `failureUrl`.
   *
   * @param request - with its full address and headers
   * @param context - for the application's functions: the request of the framework, or any other value
   */
  (request: Request, ...context: CallContext<Context>): Promise<Response>;
  /**
   * Starts the redirect flow: 303 to the Connect page, with a cookie that lets this browser return to the callback
   * once, within an hour. A browser can have five such flows at a time. Mount this function at a separate address, and
   * link to it from the application's pages, also of `allowedOrigins` on the same site. Links on other sites get 403.
   *
   * A page of `allowedOrigins` on another site needs a ticket, which tells the backend who starts the flow. Its script
   * gets the ticket by `fetch` with `POST` to the same address: 200 with `{ ticket, expires_in }`, or an error like
   * those of the callback. Then the page navigates to that address with the query parameter `ticket`. A ticket works
   * once, within 60 seconds, for the visitor whose ID `getSessionId` has returned.
   *
   * @param request - a GET (a link) or POST (a form) from a page of the application, or its request for a ticket
   * @throws ExchangeError `invalid_options` when the callback has no `redirectUri`
   */
  startRedirect(request: Request, ...context: CallContext<Context>): Promise<Response>;
  /**
   * Checks the options at once. Call it when the backend starts, not when it is built: a build may have no secrets.
   *
   * @throws ExchangeError `invalid_options`, with the name of the option
   */
  check(): void;
}

/**
 * Creates the backend's callback. It accepts a code only from the application's own page or, in the redirect flow,
 * from a browser that started that flow here. It exchanges the code once, and passes the token only to `onConnected`.
 *
 * Options are checked at the first request, or by `check`, so that a module with a callback can be loaded without
 * secrets, as by `next build`. With wrong options, the response is `exchange_failed`, and the `cause` in `onError`
 * names the option.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createCallback, toNodeHandler } from 'tax-connect/server';
 *
 * const callback = createCallback({
 *   baseUrl: 'https://connect.example',
 *   clientId: process.env.CONNECT_CLIENT_ID,
 *   clientSecret: process.env.CONNECT_CLIENT_SECRET,
 *   async onConnected({ accountId }, { request }) {
 *     console.log('Store the connection of', accountId, request.headers.get('cookie'));
 *   },
 * });
 * callback.check();
 * createServer(toNodeHandler(callback)).listen(3000);
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-2.1
 */
export function createCallback<Context = unknown>(
  options: CallbackOptions<Context>,
): Callback<Context> {
  const { redirectUri, successUrl = '/', failureUrl } = options;
  let prepared: ReturnType<typeof prepare<Context>> | undefined;
  const getPrepared = () => {
    prepared ??= prepare(options);
    return prepared;
  };

  const finishEmbedded = async (request: Request, context: Context): Promise<Response> => {
    const call = { request, context, flow: 'embedded' } as const;
    const error = await settle(call, options, async (collectSecrets) => {
      const { checked, exchange } = getPrepared();
      if (request.method !== 'POST') throw new CallbackError('method_not_allowed');
      await handleEmbedded(call, checked, collectSecrets(exchange));
    });
    if (error) return answerJson(error, redirectUri ? 'GET, POST' : 'POST');
    return new Response(null, { status: 204, headers: commonHeaders });
  };

  const finishRedirect = async (request: Request, context: Context): Promise<Response> => {
    const call = { request, context, flow: 'redirect' } as const;
    const cookies: string[] = [];
    const error = await settle(call, options, async (collectSecrets) => {
      const flow = assertSet(getPrepared().redirectFlow);
      const claimed = await flow.claim(call);
      cookies.push(flow.clear(claimed));
      await flow.finish(call, claimed, collectSecrets(getPrepared().exchange));
    });
    if (!error) return answerSeeOther(successUrl, ...cookies);
    return answerFailure(error, failureUrl, cookies);
  };

  // An invalid list is left out here. `prepare` refuses it at the first request, with the name of the option.
  const crossOrigin = createCrossOrigin(
    isOriginList(options.allowedOrigins) ? options.allowedOrigins : undefined,
    isHeaderList(options.allowedHeaders) ? options.allowedHeaders : undefined,
  );
  type Handle = (request: Request, context: Context) => Promise<Response>;
  const withCrossOrigin =
    (handle: Handle): Handle =>
    async (request, context) => {
      const response = crossOrigin.answerPreflight(request) ?? (await handle(request, context));
      return crossOrigin.complete(request, response);
    };

  const answerStart = withCrossOrigin(async (request, context) => {
    const call = { request, context, flow: 'redirect' } as const;
    const isScript = crossOrigin.isListedScript(request);
    const started = await settle(call, options, async () => {
      const flow = assertSet(getPrepared().redirectFlow);
      return isScript ? await flow.issueTicket(call) : await flow.start(call);
    });
    if (typeof started === 'string') {
      const ticket = { ticket: started, expires_in: ticketSeconds };
      return Response.json(ticket, { headers: commonHeaders });
    }
    if (!(started instanceof CallbackError)) {
      return answerSeeOther(started.url.href, ...started.cookies);
    }
    return isScript ? answerJson(started, 'GET, POST') : answerText(started);
  });
  const startRedirect: Handle = async (request, context) => {
    assertSet(redirectUri);
    return await answerStart(request, context);
  };
  const handleCallback = withCrossOrigin((request, context) => {
    const isReturn = redirectUri !== undefined && request.method === 'GET';
    return isReturn ? finishRedirect(request, context) : finishEmbedded(request, context);
  });
  const check = () => void getPrepared();

  return Object.assign(handleCallback, { startRedirect, check }) as Callback<Context>;
}

function prepare<Context>(options: CallbackOptions<Context>) {
  const checked = checkCallbackOptions(options);
  const exchange = createExchange(checked);
  const { redirectUri } = checked;
  const redirectFlow =
    redirectUri === undefined ? undefined : createRedirectFlow(checked, redirectUri);
  return { checked, exchange, redirectFlow };
}

function assertSet<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new ExchangeError('invalid_options', 'The redirect flow needs redirectUri.');
}

/** Wraps an exchange, so that the access token that it returns is redacted in the log. */
type CollectSecrets = (exchange: Exchange) => Exchange;

/** @returns the result of `act`, or its error, which was reported to `onError` or the console */
async function settle<Value, Context>(
  context: CallbackContext<Context>,
  options: CallbackOptions<Context>,
  act: (collectSecrets: CollectSecrets) => Promise<Value>,
): Promise<Value | CallbackError> {
  const { clientSecret, onError } = options;
  const { searchParams } = new URL(context.request.url);
  const secrets = [...searchParams.getAll('code'), ...searchParams.getAll('ticket')];
  if (clientSecret) secrets.push(clientSecret);
  const collectSecrets: CollectSecrets = (exchange) => async (code, binding) => {
    const tokens = await exchange(code, binding);
    secrets.push(tokens.accessToken);
    return tokens;
  };
  try {
    return await act(collectSecrets);
  } catch (cause) {
    const error = cause instanceof CallbackError ? cause : createUnexpected(cause);
    await reportError(`callback (${context.flow} flow)`, error, {
      onError: onError && (() => onError(error, context)),
      secrets: secrets.filter(Boolean),
    });
    return error;
  }
}

/** Creates the error for any other exception: an option is wrong, or the SDK itself has failed. */
function createUnexpected(cause: unknown): CallbackError {
  const isOptions = cause instanceof ExchangeError && cause.code === 'invalid_options';
  return new CallbackError(isOptions ? 'exchange_failed' : 'callback_failed', { cause });
}

// The request's address contains the code. These headers keep it out of caches and of later `Referer`s.
const commonHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** Tells a script of the page the error, without its cause. `allow` is the header `Allow` for the status 405. */
function answerJson({ code, message, retryable, status }: CallbackError, allow: string): Response {
  const headers = status === 405 ? { ...commonHeaders, Allow: allow } : commonHeaders;
  return Response.json({ error: code, error_description: message, retryable }, { status, headers });
}

function answerFailure(error: CallbackError, url: unknown, cookies: readonly string[]): Response {
  // After a refused prefetch, the browser loads the page itself. A redirect would be shown instead.
  const isPrefetch = error.code === 'navigation_required';
  if (isPrefetch || !isTarget(url)) return answerText(error, ...cookies);
  return answerSeeOther(addToQuery(url, 'connect_error', error.code), ...cookies);
}

function answerText(error: CallbackError, ...cookies: readonly string[]): Response {
  const headers = addCookies(commonHeaders, cookies);
  return new Response(`${error.message}\n`, { status: error.status, headers });
}

/** Redirects by 303, so that browsers send a GET. @see https://www.rfc-editor.org/rfc/rfc9700#section-4.12 */
function answerSeeOther(location: string, ...cookies: readonly string[]): Response {
  const headers = addCookies({ ...commonHeaders, Location: location }, cookies);
  return new Response(null, { status: 303, headers });
}

function addCookies(headers: Record<string, string>, cookies: readonly string[]): Headers {
  const all = new Headers(headers);
  for (const cookie of cookies) all.append('Set-Cookie', cookie);
  return all;
}

/** Adds a parameter to an address, which may be relative, so that only the browser could parse it as a `URL`. */
function addToQuery(url: string, name: string, value: string): string {
  const [address = '', ...fragment] = url.split('#');
  const separator = address.includes('?') ? '&' : '?';
  return [`${address}${separator}${name}=${encodeURIComponent(value)}`, ...fragment].join('#');
}
