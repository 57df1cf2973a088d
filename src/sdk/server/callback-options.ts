import { isText, readOwn } from '../protocol/record.ts';
import { describeUnknownOption } from '../protocol/unknown-name.ts';
import type { CallbackError } from './callback-error.ts';
import { headersRule, isHeaderList, isOriginList, originsRule } from './cross-origin.ts';
import { ExchangeError } from './exchange-error.ts';
import { isTimeout, timeoutRule } from './request-service.ts';
import { hostsRule, isHostList } from './service-options.ts';
import { parseRedirectUri, parseServiceUrl } from './service-url.ts';
import type { TokenResponse } from './token-response.ts';

/** The request and the flow for which the callback calls a function of the application. */
export interface CallbackContext<Context = unknown> {
  /** The request with the code. Its cookies identify the user. */
  readonly request: Request;
  /** The flow that the request ended. */
  readonly flow: 'embedded' | 'redirect';
  /**
   * The second argument of the callback. `toNodeHandler` passes the request of Node or Express, with the `session`
   * and `user` that middleware has added.
   */
  readonly context: Context;
  /**
   * The session of `getSessionId` in which a redirect flow was started, for `onConnected`. If the flow was started
   * with a ticket, use it to find the user, because the request may have no cookie that identifies them.
   */
  readonly sessionId?: string | undefined;
}

type Awaitable<Value> = Value | Promise<Value>;

/** The options of a callback. */
export interface CallbackOptions<Context = unknown> {
  /**
   * Address of the Connect service; https, or http on this machine. It is required, like the next two options. Their
   * types allow undefined because environment variables have that type; undefined is refused at the first request.
   */
  readonly baseUrl: string | URL | undefined;
  /** The application's client ID. */
  readonly clientId: string | undefined;
  /** Read it from the environment or a secret store; never put it in source code or in a browser. */
  readonly clientSecret: string | undefined;
  /**
   * The registered address of this callback. It enables the redirect flow. Behind a proxy, it also tells the
   * handler the application's public origin.
   */
  readonly redirectUri?: string | undefined;
  /**
   * Exact origins of the application's pages on other hosts, such as `https://app.example`. They may post codes here
   * with credentials. They may start the redirect flow: from the same site by a link, and from others with a ticket.
   * By default, only pages of the callback's own origin may do so.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The request headers that these pages may set. By default, `Content-Type` and `Authorization`. */
  readonly allowedHeaders?: readonly string[] | undefined;
  /** Address of the Connect page; default `{baseUrl}/connect`. */
  readonly connectUrl?: string | URL | undefined;
  /** Stores the connection. The user sees "connected" after it has settled, or an error if it throws. */
  onConnected(tokens: TokenResponse, context: CallbackContext<Context>): Awaitable<void>;
  /**
   * Called with each error, for the application's log. An exception in it is ignored. Without it, each error is
   * printed in one line without code, secret or token.
   */
  readonly onError?:
    | ((error: CallbackError, context: CallbackContext<Context>) => Awaitable<void>)
    | undefined;
  /**
   * Returns the `state` that this user's page passed to `TaxConnect.open`, from the user's session. Then only codes
   * with the same state are accepted (RFC 9700, section 4.5). Embedded flow only.
   */
  readonly getState?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * True (the default): the Connect service returns `state` and `iss` in the redirect flow, and supports PKCE. With
   * false, the callback sends neither `state` nor a challenge, and requires a `Referer` of the Connect page's origin
   * instead. That protects less: see "Connect services without `state`" in the documentation, under "Redirect flow".
   */
  readonly returnsState?: boolean | undefined;
  /**
   * Signs the flow cookie instead of the client secret; at least 32 random characters, the same in every process of
   * the backend. Use it when the client secret is shorter, or shared.
   */
  readonly cookieKey?: string | undefined;
  /**
   * Returns the ID of the user's session. Then a redirect flow can end only in the session that started it.
   * The session's cookie must be `SameSite=Lax`: browsers do not send `Strict` cookies on the way back. For a start
   * with a ticket, it also reads the bearer token of the request for the ticket, and returns at most 256 characters.
   */
  readonly getSessionId?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * Returns the ID of the Connect session that your backend has created for this user, from the user's session or
   * data; never from the request itself. Then `POST` without a code finishes that session, because its code was
   * lost. A code that has expired on its way is replaced, too. It needs `getState`, because someone else may have
   * opened the session. Embedded flow only.
   */
  readonly getConnectSessionId?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * Returns the `session` of `createSession` for a redirect flow that starts, or undefined for a flow without a
   * session. It is called after the request has been checked to come from your own page, so it may create the
   * session for the signed-in user. Redirect flow only.
   */
  readonly getConnectSession?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * Shares the used codes and tickets between the processes of a backend. It stores the key for at least this time, unless it
   * is already stored, in one atomic step; for example `SET key 1 NX PX lifetimeMs` of Redis, or an `INSERT … ON
   * CONFLICT DO NOTHING`. The key is a hash of 64 characters, so the store never contains a code or ticket. Without this
   * option, each process remembers only those that were used in it.
   *
   * @returns true if the key was new, false if it was already stored
   */
  readonly claimCode?: ((key: string, lifetimeMs: number) => Awaitable<boolean>) | undefined;
  /** The address after a successful redirect flow; default `/`. */
  readonly successUrl?: string | undefined;
  /**
   * The address after a failed redirect flow. `connect_error` (a `CallbackErrorCode`) is added to its
   * query. Default: a page of plain text with the error.
   */
  readonly failureUrl?: string | undefined;
  /**
   * Names of hosts that the callback may call over http. With `['connect']`, `baseUrl` may be
   * `http://connect:4400`, as in a network of containers. The client secret and tokens then travel unencrypted, and
   * the log says so once. Browsers are still sent to https only. Default: none.
   */
  readonly insecureHosts?: readonly string[] | undefined;
  /** The longest wait for the exchange, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

export interface CheckedOptions<Context = unknown> extends CallbackOptions<Context> {
  readonly baseUrl: string | URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Rule = readonly [isValid: (value: unknown) => boolean, rule: string];

const minCookieKeyLength = 32;
const address = 'must be an https address, or http on localhost';
const isSet = (value: unknown) => isText(value, 4096) && value !== '';
const isServiceUrl = (value: unknown) => parseServiceUrl(value) !== undefined;
const filled: Rule = [
  isSet,
  'must be a text that is not empty; if it is from the environment, set its variable',
];
const aFunction = optional((value) => typeof value === 'function', 'must be a function');
const target = optional(isTarget, 'must be an address without blanks, such as /settings');

const rules: { readonly [name in keyof Required<CallbackOptions>]: Rule } = {
  // `insecureHosts` may allow further hosts.
  baseUrl: [(value) => value !== undefined, address],
  clientId: filled,
  clientSecret: filled,
  redirectUri: optional(
    (value) => parseRedirectUri(value) !== undefined,
    `${address}, without a fragment`,
  ),
  allowedOrigins: optional(isOriginList, originsRule),
  allowedHeaders: optional(isHeaderList, headersRule),
  connectUrl: optional(isServiceUrl, address),
  onConnected: [(value) => typeof value === 'function', 'must be a function'],
  onError: aFunction,
  getState: aFunction,
  returnsState: optional((value) => typeof value === 'boolean', 'must be true or false'),
  cookieKey: optional(
    (value) => isSet(value) && String(value).length >= minCookieKeyLength,
    'must have at least 32 characters',
  ),
  getSessionId: aFunction,
  getConnectSessionId: aFunction,
  getConnectSession: aFunction,
  claimCode: aFunction,
  successUrl: target,
  failureUrl: target,
  insecureHosts: [isHostList, hostsRule],
  timeoutMs: optional(isTimeout, timeoutRule.replace('timeoutMs ', '')),
  fetch: aFunction,
};

/** @returns whether it can be the value of the header `Location`, which cannot contain a line end */
export function isTarget(value: unknown): value is string {
  return isText(value, 4096) && /^[!-~]+$/.test(value);
}

function optional(isValid: (value: unknown) => boolean, rule: string): Rule {
  return [(value) => value === undefined || isValid(value), rule];
}

/**
 * Checks the options. Messages do not quote values, because a value may be a secret.
 *
 * @throws ExchangeError `invalid_options`, with the option and its rule
 */
export function checkCallbackOptions<Context>(
  options: CallbackOptions<Context>,
): CheckedOptions<Context> {
  const unknown = describeUnknownOption(options, Object.keys(rules));
  if (unknown) throw new ExchangeError('invalid_options', unknown);
  for (const [name, [isValid, rule]] of Object.entries(rules)) {
    if (!isValid(readOwn(options, name))) throw invalid(name, rule);
  }
  if (options.getConnectSessionId && !options.getState) {
    throw invalid(
      'getState',
      'must be set beside getConnectSessionId, so that only its own user finishes a session',
    );
  }
  const { baseUrl, insecureHosts, connectUrl, redirectUri } = options;
  if (!parseServiceUrl(baseUrl, insecureHosts)) throw invalid('baseUrl', address);
  // Browsers are sent to this address, and cannot resolve a host of the backend's network.
  if (redirectUri !== undefined && connectUrl === undefined && !isServiceUrl(baseUrl)) {
    throw invalid('connectUrl', 'must be set beside redirectUri and insecureHosts');
  }
  return options as CheckedOptions<Context>;
}

function invalid(name: string, rule: string): ExchangeError {
  return new ExchangeError('invalid_options', `${name} ${rule}.`);
}
