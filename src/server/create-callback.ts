import { CallbackError } from './callback-error.ts';
import {
  assertCallbackOptions,
  type CallbackContext,
  type CallbackOptions,
} from './callback-options.ts';
import {
  addToQuery,
  answerJson,
  answerNothing,
  answerSeeOther,
  answerText,
} from './callback-response.ts';
import { handleEmbedded } from './embedded-callback.ts';
import { ExchangeError } from './exchange-error.ts';
import { createRedirectFlow, type RedirectFlow } from './redirect-callback.ts';

/** One endpoint for both flows. */
export interface Callback {
  /**
   * The callback endpoint, for any framework with web-standard requests.
   *
   * Embedded flow, `POST ?code=…`: 204 when connected, else a status of 400 or more with the JSON
   * body `{ error, error_description, retryable }`. Redirect flow, `GET ?code=…`: 303 to
   * `successUrl` or `failureUrl`.
   *
   * @param request - with its full address and headers
   */
  (request: Request): Promise<Response>;
  /**
   * Starts the redirect flow: 303 to the Connect page, with a cookie that is good for 10 minutes
   * and one return. Mount it under an address of its own and link to it from the application's
   * pages; requests from elsewhere get 403.
   *
   * @param request - a GET (a link) or POST (a form) by a page of the application
   * @throws ExchangeError `invalid_options` when the callback has no `redirectUri`
   */
  startRedirect(request: Request): Promise<Response>;
}

/**
 * Makes the backend's callback. It takes a code only from the application's own page or, in the
 * redirect flow, from a browser that started a flow here; exchanges it once; and hands the token
 * to `onConnected`, nowhere else.
 *
 * @param options - the application's set-up
 * @throws ExchangeError `invalid_options`, naming the option
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-2.1
 */
export function createCallback(options: CallbackOptions): Callback {
  assertCallbackOptions(options);
  const { redirectUri, successUrl = '/', failureUrl } = options;
  const redirectFlow = redirectUri ? createRedirectFlow(options, redirectUri) : undefined;

  const finishEmbedded = async (request: Request): Promise<Response> => {
    const error = await settle({ request, flow: 'embedded' }, async () => {
      if (request.method !== 'POST') throw new CallbackError('method_not_allowed');
      await handleEmbedded(request, options);
    });
    return error ? answerJson(error, redirectFlow ? 'GET, POST' : 'POST') : answerNothing();
  };

  const finishRedirect = async (flow: RedirectFlow, request: Request): Promise<Response> => {
    let cookie: string | undefined;
    const error = await settle({ request, flow: 'redirect' }, async () => {
      await flow.claim(request);
      cookie = flow.clear();
      await flow.finish(request);
    });
    if (!error) return answerSeeOther(successUrl, cookie);
    if (failureUrl === undefined) return answerText(error, cookie);
    return answerSeeOther(addToQuery(failureUrl, 'connect_error', error.code), cookie);
  };

  const startRedirect = async (request: Request): Promise<Response> => {
    if (!redirectFlow) {
      throw new ExchangeError('invalid_options', 'The redirect flow needs redirectUri.');
    }
    const context: CallbackContext = { request, flow: 'redirect' };
    const start = await settle(context, () => redirectFlow.start(request));
    if (start instanceof CallbackError) return answerText(start);
    return answerSeeOther(start.url.href, start.cookie);
  };

  /** @returns what came of it, or what went wrong, reported already */
  const settle = async <Value>(
    context: CallbackContext,
    act: () => Promise<Value>,
  ): Promise<Value | CallbackError> => {
    try {
      return await act();
    } catch (cause) {
      // Not one of ours: a function of the application threw.
      const error =
        cause instanceof CallbackError ? cause : new CallbackError('callback_failed', { cause });
      await report(error, context);
      return error;
    }
  };

  const report = async (error: CallbackError, context: CallbackContext): Promise<void> => {
    try {
      await options.onError?.(error, context);
    } catch {
      // The application's own log failed; the user's answer does not depend on it.
    }
  };

  const handleCallback = (request: Request): Promise<Response> =>
    redirectFlow && request.method === 'GET'
      ? finishRedirect(redirectFlow, request)
      : finishEmbedded(request);

  return Object.assign(handleCallback, { startRedirect });
}
