import { isText } from '../protocol/record.ts';
import type { CallbackError } from './callback-error.ts';
import { ExchangeError } from './exchange-error.ts';
import { parseRedirectUri, parseServiceUrl } from './service-url.ts';
import type { TokenResponse } from './token-response.ts';

/** What the application learns along with a result. */
export interface CallbackContext {
  /** The request that brought the code; its cookies tell whose connection it is. */
  readonly request: Request;
  /** Which of the two flows it was. */
  readonly flow: 'embedded' | 'redirect';
}

type Awaitable<Value> = Value | Promise<Value>;

/** Everything a callback needs. */
export interface CallbackOptions {
  /**
   * Address of the Connect service; https, or http on this very machine. Required, as are the next two:
   * undefined is there for variables of the environment, and refused at the first request.
   */
  readonly baseUrl: string | URL | undefined;
  readonly clientId: string | undefined;
  /** From the environment or a secret store; never in source code, never in a browser. */
  readonly clientSecret: string | undefined;
  /**
   * Address of this callback as it is registered. Turns the redirect flow on; behind a proxy it
   * also tells the handler the application's public origin.
   */
  readonly redirectUri?: string | undefined;
  /** Address of the Connect page; default `{baseUrl}/connect`. */
  readonly connectUrl?: string | URL | undefined;
  /**
   * Stores the connection. The user is told "connected" once it has settled, and that it failed
   * when it throws.
   */
  onConnected(tokens: TokenResponse, context: CallbackContext): Awaitable<void>;
  /**
   * For the log; a throw changes nothing. Without it, one line is printed for each error, with neither
   * code nor secret nor token in it.
   */
  readonly onError?:
    | ((error: CallbackError, context: CallbackContext) => Awaitable<void>)
    | undefined;
  /**
   * The `state` this user's page gave to `TaxConnect.open`, from the user's session. With it only
   * codes that carry the same state are taken (RFC 9700, section 4.5). Embedded flow only.
   */
  readonly getState?: ((request: Request) => Awaitable<string | undefined>) | undefined;
  /**
   * Whether the Connect service gives `state` back in the redirect flow; default true. With false the
   * callback requires a `Referer` of the Connect page's origin instead, which protects less: see
   * "Connect services without `state`" in the documentation, under "Redirect flow".
   */
  readonly returnsState?: boolean | undefined;
  /**
   * Signs the flow cookie in place of the client secret; at least 32 random characters, the same in
   * every process of the backend. For a client secret that is shorter, or shared.
   */
  readonly cookieKey?: string | undefined;
  /**
   * The user's session, however the application names it. With it a redirect flow ends only in the
   * session that started it. The session's cookie must be `SameSite=Lax`: `Strict` ones are not
   * sent on the way back.
   */
  readonly getSessionId?: ((request: Request) => Awaitable<string | undefined>) | undefined;
  /** Where the redirect flow ends well; default `/`. */
  readonly successUrl?: string | undefined;
  /**
   * Where it ends otherwise, with `connect_error` (a `CallbackErrorCode`) added to the query;
   * default: a page of plain text that says what happened.
   */
  readonly failureUrl?: string | undefined;
  /** Longest wait for the exchange, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Stands in for the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** Options that have been checked. */
export interface CheckedOptions extends CallbackOptions {
  readonly baseUrl: string | URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

const minCookieKeyLength = 32;
const address = 'must be an https address, or http on localhost';
const filled = 'must be a text that is not empty; if it is from the environment, set its variable';

/**
 * Finds the mistakes of a set-up. No value is quoted: it may be a secret.
 *
 * @param options - what the application passed
 * @returns the same
 * @throws ExchangeError `invalid_options`, naming the option and what it must be
 */
export function checkCallbackOptions(options: CallbackOptions): CheckedOptions {
  const { baseUrl, clientId, clientSecret, redirectUri, connectUrl } = options;
  const { cookieKey, onConnected, returnsState } = options;
  const rules: readonly (readonly [name: string, isValid: boolean, rule: string])[] = [
    ['baseUrl', parseServiceUrl(baseUrl) !== undefined, address],
    ['clientId', isFilled(clientId), filled],
    ['clientSecret', isFilled(clientSecret), filled],
    [
      'redirectUri',
      redirectUri === undefined || isRedirectUri(redirectUri),
      `${address}, without a fragment`,
    ],
    ['connectUrl', connectUrl === undefined || parseServiceUrl(connectUrl) !== undefined, address],
    ['onConnected', typeof onConnected === 'function', 'must be a function'],
    [
      'returnsState',
      returnsState === undefined || typeof returnsState === 'boolean',
      'must be true or false',
    ],
    [
      'cookieKey',
      cookieKey === undefined || isCookieKey(cookieKey),
      'must have at least 32 characters',
    ],
  ];
  for (const [name, isValid, rule] of rules) {
    if (!isValid) throw new ExchangeError('invalid_options', `${name} ${rule}.`);
  }
  return options as CheckedOptions;
}

function isFilled(value: unknown): boolean {
  return isText(value, 4096) && value !== '';
}

function isRedirectUri(value: unknown): boolean {
  return parseRedirectUri(value) !== undefined;
}

function isCookieKey(value: unknown): boolean {
  return isText(value, 4096) && value.length >= minCookieKeyLength;
}
