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
  /** Address of the Connect service; https, or http on this very machine. */
  readonly baseUrl: string | URL;
  readonly clientId: string;
  /** From the environment or a secret store; never in source code, never in a browser. */
  readonly clientSecret: string;
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
  /** For the log. The user has the answer already; a throw changes nothing. */
  onError?(error: CallbackError, context: CallbackContext): Awaitable<void>;
  /**
   * The `state` this user's page gave to `TaxConnect.open`, from the user's session. With it only
   * codes that carry the same state are taken (RFC 9700, section 4.5). Embedded flow only.
   */
  getState?(request: Request): Awaitable<string | undefined>;
  /**
   * Whether the Connect service gives `state` back in the redirect flow; default true. With false the
   * callback requires a `Referer` of the Connect page's origin instead, which protects less: see
   * "Connect services without state" in the README.
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
  getSessionId?(request: Request): Awaitable<string | undefined>;
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

const minCookieKeyLength = 32;

/**
 * Finds the mistakes of a set-up when the backend starts, not when the first user comes back.
 *
 * @param options - what the application passed
 * @throws ExchangeError `invalid_options`, naming the option
 */
export function assertCallbackOptions(options: CallbackOptions): void {
  const { baseUrl, clientId, clientSecret, redirectUri, connectUrl, onConnected } = options;
  const { cookieKey, returnsState } = options;
  const isFilled = (value: unknown) => isText(value, 4096) && value !== '';
  const isLong = (value: unknown) => isText(value, 4096) && value.length >= minCookieKeyLength;
  const checks: readonly (readonly [string, boolean])[] = [
    ['baseUrl', parseServiceUrl(baseUrl) !== undefined],
    ['clientId', isFilled(clientId)],
    ['clientSecret', isFilled(clientSecret)],
    ['redirectUri', redirectUri === undefined || parseRedirectUri(redirectUri) !== undefined],
    ['connectUrl', connectUrl === undefined || parseServiceUrl(connectUrl) !== undefined],
    ['onConnected', typeof onConnected === 'function'],
    ['returnsState', returnsState === undefined || typeof returnsState === 'boolean'],
    ['cookieKey', cookieKey === undefined || isLong(cookieKey)],
  ];
  for (const [name, isValid] of checks) {
    if (isValid) continue;
    const rule =
      name.endsWith('Url') || name.endsWith('Uri') ? ' (https, or http on localhost)' : '';
    throw new ExchangeError('invalid_options', `${name} is missing or invalid${rule}.`);
  }
}
