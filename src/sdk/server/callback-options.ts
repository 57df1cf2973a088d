import { isText } from '../protocol/record.ts';
import type { CallbackError } from './callback-error.ts';
import { headersRule, isHeaderList, isOriginList, originsRule } from './cross-origin.ts';
import { ExchangeError } from './request-errors.ts';
import {
  findFault,
  isBaseUrl,
  isCredential,
  optional,
  type Rule,
  type Rules,
  type ServiceOptions,
  serviceRules,
} from './service-options.ts';
import { isRedirectUri, parseServiceUrl } from './service-url.ts';
import type { TokenResponse } from './token-response.ts';

/** Passed to `onConnected` and `onError`: the request that the callback handles, and the kind of its flow. */
export interface CallbackContext<Context = unknown> {
  /** The request with the code. Its cookies identify the user. */
  readonly request: Request;
  /** `embedded`: the user connects in a modal. `redirect`: the user leaves the page for the Connect page. */
  readonly flow: 'embedded' | 'redirect';
  /** The callback's second argument: from `toNodeHandler`, the request of Node or Express, with its `session`. */
  readonly context: Context;
  /**
   * The ID that `getSessionId` returned when the redirect flow started; only `onConnected` gets it. Find the user by
   * it if the flow began with a ticket (see `startRedirect`), because the request may have no cookie.
   */
  readonly sessionId?: string | undefined;
}

type Awaitable<Value> = Value | Promise<Value>;

/** The options of `createCallback`. */
export interface CallbackOptions<Context = unknown>
  extends Pick<ServiceOptions, 'timeoutMs' | 'fetch'> {
  /**
   * Address of the Connect service; https, or http on this machine. `baseUrl`, `clientId` and `clientSecret` are
   * required. Their types allow undefined, as in the environment, but `check` and the first request refuse it.
   */
  readonly baseUrl: string | URL | undefined;
  /** The ID under which the application is registered at the Connect service. */
  readonly clientId: string | undefined;
  /** The application's secret, from the environment or a secret store. Never put it in source code or a browser. */
  readonly clientSecret: string | undefined;
  /** The registered address of this callback, for the redirect flow. Behind a proxy, it also tells the origin. */
  readonly redirectUri?: string | undefined;
  /**
   * Exact origins of the application's pages on other hosts, such as `https://app.example`. Scripts of these pages
   * may post codes to the callback with credentials. The pages may also start the redirect flow: on the same site by a
   * link, and on another site with a ticket (see `startRedirect`). Default: only the callback's own origin.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The request headers that pages of `allowedOrigins` may set. Default: `Content-Type` and `Authorization`. */
  readonly allowedHeaders?: readonly string[] | undefined;
  /** Address of the Connect page; default `{baseUrl}/connect`. */
  readonly connectUrl?: string | URL | undefined;
  /** Stores the connection. Then the user sees "connected", or an error if it throws or its promise rejects. */
  onConnected(tokens: TokenResponse, context: CallbackContext<Context>): Awaitable<void>;
  /**
   * Called with each error, for the application's log. Exceptions of `onError` are ignored. Without `onError`, each
   * error is printed to the console in one line, without code, secret or token.
   */
  readonly onError?:
    | ((error: CallbackError, context: CallbackContext<Context>) => Awaitable<void>)
    | undefined;
  /**
   * Embedded flow only. Returns, from the user's session, the `state` that the user's page passed to `open`. Then only
   * codes with the same state are accepted (RFC 9700, section 4.5), and none for undefined.
   */
  readonly getState?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * True (the default): the Connect service returns `state` and `iss` in the redirect flow, and supports PKCE. With
   * false, the callback sends none of these, and requires a `Referer` of the Connect page's origin instead. That
   * protects less: see "Connect services without `state`" in the documentation, under "Redirect flow".
   */
  readonly returnsState?: boolean | undefined;
  /**
   * The key that signs the cookie of a redirect flow: at least 32 random characters, the same in every process. Set it
   * when the default, the client secret, is shorter, or is shared with another program.
   */
  readonly cookieKey?: string | undefined;
  /**
   * Returns the ID of the user's session, in which alone a redirect flow can then end. The session's cookie must be
   * `SameSite=Lax`, because browsers do not send `Strict` cookies when the Connect page sends the user back. For a
   * ticket (see `startRedirect`), a bearer token may identify the user; the ID then has at most 256 characters.
   */
  readonly getSessionId?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * Embedded flow only. Returns the `sessionId` of `createSession` that your backend has stored for this user; never
   * take it from the request. Then a `POST` without a code finishes that session, and an expired code is replaced. It
   * needs `getState`, because someone else may have opened the session.
   */
  readonly getConnectSessionId?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * Called when a redirect flow starts. Returns the `session` of `createSession`, or undefined for none. It may create
   * the session for the signed-in user, because the request comes from your own page.
   */
  readonly getConnectSession?:
    | ((request: Request, context: Context) => Awaitable<string | undefined>)
    | undefined;
  /**
   * Makes each code and each ticket (see `startRedirect`) work only once in all processes of a backend, instead of once
   * in each. In one atomic step, it stores `key`, a hash of 64 characters, for at least `lifetimeMs` milliseconds,
   * unless it is stored; for example by `SET key 1 NX PX lifetimeMs` of Redis, or `INSERT … ON CONFLICT DO NOTHING`.
   *
   * @returns true if `key` was new, false if it was already stored
   */
  readonly claimCode?: ((key: string, lifetimeMs: number) => Awaitable<boolean>) | undefined;
  /** The address to which the user is sent after a successful redirect flow; default `/`. */
  readonly successUrl?: string | undefined;
  /**
   * The address to which the user is sent after a failed redirect flow. The parameter `connect_error`, a
   * `CallbackErrorCode`, is added to its query. Default: the callback shows the error as a page of plain text.
   */
  readonly failureUrl?: string | undefined;
  /**
   * Names of hosts that may be called over http, such as `['connect']` in a network of containers. The client secret
   * and tokens then travel unencrypted, and the log says so once. Browsers are still sent to https only. Default: none.
   */
  readonly insecureHosts?: readonly string[] | undefined;
}

export interface CheckedOptions<Context = unknown> extends CallbackOptions<Context> {
  readonly baseUrl: string | URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

const address = 'must be an https address, or http on localhost';
const isServiceUrl = (value: unknown) => parseServiceUrl(value) !== undefined;
const filled: Rule = [
  isCredential,
  'must be a text that is not empty, without line breaks; if it is from the environment, set its variable',
];
const aFunction = optional((value) => typeof value === 'function', 'must be a function');
const target = optional(isTarget, 'must be an address without blanks, such as /settings');

const rules: Rules<CallbackOptions> = {
  baseUrl: [isBaseUrl, address],
  clientId: filled,
  clientSecret: filled,
  redirectUri: optional(isRedirectUri, `${address}, without a fragment`),
  allowedOrigins: optional(isOriginList, originsRule),
  allowedHeaders: optional(isHeaderList, headersRule),
  connectUrl: optional(isServiceUrl, address),
  onConnected: [(value) => typeof value === 'function', 'must be a function'],
  onError: aFunction,
  getState: aFunction,
  returnsState: optional((value) => typeof value === 'boolean', 'must be true or false'),
  cookieKey: optional(
    (value) => isText(value, 4096) && value.length >= 32,
    'must have at least 32 characters',
  ),
  getSessionId: aFunction,
  getConnectSessionId: aFunction,
  getConnectSession: aFunction,
  claimCode: aFunction,
  successUrl: target,
  failureUrl: target,
  insecureHosts: serviceRules.insecureHosts,
  timeoutMs: serviceRules.timeoutMs,
  fetch: aFunction,
};

/** @returns whether the value can be sent in the header `Location`: printable ASCII, without blanks and line breaks */
export function isTarget(value: unknown): value is string {
  return isText(value, 4096) && /^[!-~]+$/.test(value);
}

/** @throws ExchangeError `invalid_options`, with the option and its rule. The value may be a secret, and is left out */
export function checkCallbackOptions<Context>(options: CallbackOptions<Context>) {
  const fault = findFault(options, rules);
  if (fault !== undefined) throw invalid(fault);
  if (options.getConnectSessionId && !options.getState) {
    throw invalid(
      'getState must be set beside getConnectSessionId, so that only its own user finishes a session.',
    );
  }
  const { baseUrl, connectUrl, redirectUri } = options;
  // By default, browsers are sent to a page below `baseUrl`. They cannot reach a host of the backend's network.
  if (redirectUri !== undefined && connectUrl === undefined && !isServiceUrl(baseUrl)) {
    throw invalid('connectUrl must be set beside redirectUri and insecureHosts.');
  }
  return options as CheckedOptions<Context>;
}

function invalid(fault: string): ExchangeError {
  return new ExchangeError('invalid_options', fault);
}
