/// <reference lib="esnext.disposable" preserve="true" />

import type { TaxRecord } from '../protocol/tax-record.ts';
import { describeUnknownOption } from '../protocol/unknown-name.ts';
import {
  type ApplicationOptions,
  anything,
  type Rules,
  wholeNumber,
} from '../server/service-options.ts';
import { type CreateSessionOptions, createSession, type NewSession } from '../server/sessions.ts';
import {
  createTestEvents,
  type EventService,
  type TestEvents,
  toSnakeCase,
} from './test-events.ts';

/** Options of the service. The service does everything else as in production. */
export interface ConnectServiceOptions {
  /** The TCP port; default 0 for any free port. */
  readonly port?: number | undefined;
  /** Origins of pages that may open Connect, in addition to loopback origins. */
  readonly origins?: readonly string[] | undefined;
  /** Redirect URIs; default: any address on loopback. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Path of a module with your providers, which replace the simulated ones, except for the provider "Sandbox". */
  readonly providers?: string | undefined;
  /** The purpose on the consent screen, at most 200 characters; default: none. */
  readonly purpose?: string | undefined;
  /** Address of the privacy policy that the consent screen links to: https, or http on loopback; default: none. */
  readonly privacyUrl?: string | undefined;
  /** The time that a consent is valid: 1 to 366 days; default: forever. */
  readonly consentDays?: number | undefined;
  /** The lifetime of an authorization code, in seconds, 1 to 600; default 60. */
  readonly codeTtlSeconds?: number | undefined;
  /** The codes that can be issued before `submission_limit_reached`; default: more than any test run needs. */
  readonly submissionLimit?: number | undefined;
  /** The lifetime of access tokens in days, 1 to 366; default: they never end. */
  readonly tokenDays?: number | undefined;
  /**
   * Called with each line for a developer: an error with its provider, reason and stack, or a line that a plug-in
   * passed to `context.log`. Default: writes the lines to standard error.
   */
  readonly onLog?: ((text: string) => unknown) | undefined;
}

/** A failure of a request: the status of its response, a delay in milliseconds, or a dropped connection. */
export type PlannedFailure =
  | { readonly status: number }
  | { readonly delayMs: number }
  | { readonly dropConnection: true };

/** A request that the service has answered. */
export interface RecordedRequest {
  readonly method: string;
  /** The path with its query. Secrets, codes and tokens are replaced by `***`. */
  readonly path: string;
  /** 0 when the connection was dropped. */
  readonly status: number;
}

/** The options of `createSession` of `tax-connect/server`, without credentials. */
type SessionTerms = Omit<CreateSessionOptions, keyof ApplicationOptions | 'idempotencyKey'>;

/** A Connect service that runs in this process. */
export interface ConnectService extends TestEvents {
  /** The service's origin: `baseUrl` for `tax-connect/server`. */
  readonly url: string;
  /** Address of the Connect page: `connectUrl` for `tax-connect`. */
  readonly connectUrl: string;
  /** Client ID of the service's only application, a test application. */
  readonly clientId: string;
  /** Client secret of that application. It is different at each start. */
  readonly clientSecret: string;
  /** Creates a code without a browser. @throws Error if the service refuses, such as an unregistered redirect URI */
  createCode(binding?: {
    readonly providerId?: string | undefined;
    /** For a code of the redirect flow. */
    readonly redirectUri?: string | undefined;
    /** For the redirect flow with PKCE, as in `createCallback`. */
    readonly codeChallenge?: string | undefined;
    /** For a code of the embedded flow. */
    readonly state?: string | undefined;
    /** The simulated user, such as `user_relogin` or `user_slow`; default `user_good`. */
    readonly username?: string | undefined;
    /** The secret of a session, which succeeds with this code. To test a lost code, do not exchange the code. */
    readonly session?: string | undefined;
  }): Promise<string>;
  /**
   * Creates a session, as `createSession` of `tax-connect/server` does. `createCode({ session })` then acts as the
   * session's user, without a browser.
   *
   * @throws Error when the service refuses, for example an unknown provider
   */
  createSession(terms?: SessionTerms): Promise<NewSession>;
  /**
   * Replaces the records of all accounts at simulated providers. Each of a record's files is a PDF with the record's
   * name.
   *
   * @param records - in the format of `GET /records/{id}`
   * @throws Error for a wrong record; the message names the field and its rule
   */
  setRecords(records: readonly (TaxRecord & { readonly data?: unknown })[]): void;
  /**
   * Makes an account require a login, as if its provider had refused the access. Reading the account's records fails
   * with `login_required` until the user connects the account again.
   *
   * @throws Error for an account that is not connected
   */
  requireLogin(accountId: string): Promise<void>;
  /**
   * Switches a provider off or on, as an operator does. An `unavailable` provider is listed with the reason and cannot
   * be used. A `hidden` provider is not listed. Applications with accounts at the provider get the events
   * `provider.unavailable` and `provider.available`.
   *
   * @param reason - shown to users while the provider is unavailable
   * @throws Error for an unknown provider or state
   */
  switchProvider(
    providerId: string,
    state: 'available' | 'unavailable' | 'hidden',
    reason?: string,
  ): Promise<void>;
  /**
   * Creates a session in which a user connects an account again. The session lasts 30 minutes and can succeed once.
   *
   * @param binding - `redirectUri`: where the redirect flow returns to; `state`: returned in its query
   * @returns the address where the user signs in again; the address contains the session's secret
   * @throws Error for an account that is not connected
   */
  reconnect(
    accountId: string,
    binding?: {
      readonly redirectUri?: string | undefined;
      readonly state?: string | undefined;
    },
  ): Promise<{ readonly url: string }>;
  /**
   * Ends the access to an account, as the user does at `/manage`. The account's access tokens stop working, and the
   * event `connection.disconnected` has `by: "person"`.
   *
   * @throws Error for an account that is not connected
   */
  endAccess(accountId: string): Promise<void>;
  /**
   * Makes the next request to a path of the service fail.
   *
   * @param path - without a query, such as `/auth/token`
   * @throws Error for a path that the service does not have; the message lists its paths
   */
  failNext(path: string, failure: PlannedFailure): void;
  /**
   * Moves the service's clock forward, without waiting. Resolves when the service has done everything that is due at
   * the new time: ended codes, flows, sessions and consents, sent events, and revoked grants.
   *
   * @param durationMs - in milliseconds, 0 or more; throws for another value
   */
  advance(durationMs: number): Promise<void>;
  /** @returns the last 2,000 requests, oldest first */
  requests(): readonly RecordedRequest[];
  /** Empties the database, forgets recorded requests, event receivers and planned failures, and resets the clock. */
  reset(): Promise<void>;
  /** Stops the service. Later calls do nothing. */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

type Added = 'connectUrl' | 'clientId' | 'clientSecret' | 'createCode' | 'createSession';
type RunningService = EventService &
  Omit<ConnectService, Added | 'requireLogin' | keyof TestEvents>;

/**
 * Starts a real Connect service in this process, on a free port, with a database in memory and one test application.
 *
 * @returns the listening service; close it after the tests
 * @throws Error for a wrong option, or a Node without a driver for SQLite; the message says what to do
 * @example
 * ```ts
 * import { exchangeCode } from 'tax-connect/server';
 * import { startConnectService } from 'tax-connect/testing';
 *
 * const service = await startConnectService();
 * const { url: baseUrl, clientId, clientSecret } = service;
 * const code = await service.createCode();
 * await exchangeCode({ baseUrl, clientId, clientSecret, code });
 * await service.close();
 * ```
 */
export async function startConnectService(
  options: ConnectServiceOptions = {},
): Promise<ConnectService> {
  assertOptions(options);
  const { port: listenPort = 0, codeTtlSeconds, submissionLimit, onLog, ...others } = options;
  const { providers: providersModule, origins = [], redirectUris = [], ...terms } = others;
  const [clientId, clientSecret] = ['test_app', `test_secret_${crypto.randomUUID()}`];
  const service = await startLocalService({
    listenPort,
    application: toSnakeCase({ clientId, clientSecret, origins, redirectUris, ...terms }),
    codeTtlMs: codeTtlSeconds === undefined ? undefined : codeTtlSeconds * 1000,
    submissionLimit,
    providersModule,
    onMessage: onLog && (({ text }: { readonly text: string }) => onLog(text)),
  }).catch((error: unknown) => {
    throw nameOption(error);
  });
  const { url, close } = service;
  const own = { baseUrl: url, clientId, clientSecret };
  const credentials = { client_id: clientId, client_secret: clientSecret };
  return {
    ...service,
    connectUrl: `${url}/connect`,
    clientId,
    clientSecret,
    ...createTestEvents(service, own),
    async createCode(binding = {}) {
      const order = {
        ...credentials,
        ...toSnakeCase(binding),
        code_challenge_method: binding.codeChallenge && 'S256',
      };
      const answer = await post(`${url}/sandbox/authorization_codes`, order, 'createCode');
      return (answer as { readonly code: string }).code;
    },
    createSession: (terms) => createSession({ ...own, ...terms }),
    async requireLogin(accountId) {
      const account = `${url}/sandbox/accounts/${encodeURIComponent(accountId)}`;
      await post(`${account}/login_required`, credentials, 'requireLogin');
    },
    async reconnect(accountId, { redirectUri, state } = {}) {
      const address = new URL((await service.reconnect(accountId)).url);
      if (redirectUri !== undefined) address.searchParams.set('redirect_uri', redirectUri);
      if (state !== undefined) address.searchParams.set('state', state);
      return { url: address.href };
    },
    [Symbol.asyncDispose]: close,
  };
}

/** The service checks the options that have no rule here. */
const optionRules: Rules<ConnectServiceOptions> = {
  port: wholeNumber(0, 65_535),
  origins: anything,
  redirectUris: anything,
  providers: anything,
  purpose: anything,
  privacyUrl: anything,
  consentDays: anything,
  codeTtlSeconds: wholeNumber(1, 600),
  submissionLimit: wholeNumber(0, 1e9),
  tokenDays: anything,
  onLog: anything,
};

function assertOptions(options: ConnectServiceOptions): void {
  const unknown = describeUnknownOption(options, Object.keys(optionRules));
  if (unknown) throw new Error(`startConnectService: ${unknown}`);
  for (const [name, [isRight, rule]] of Object.entries(optionRules)) {
    const value: unknown = Reflect.get(options, name);
    if (!isRight(value, {})) throw new Error(`${name} ${rule}; got ${String(value)}.`);
  }
}

/** Renames a field of the service, such as `consent_days`, to the option `consentDays` in an error message. */
function nameOption(error: unknown): unknown {
  if (!(error instanceof Error) || !/^[a-z_]+(?:\.\d+)? is wrong/.test(error.message)) return error;
  const [name = ''] = error.message.split(/[. ]/, 1);
  const own = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return new Error(own + error.message.slice(name.length), { cause: error });
}

/** Starts the packaged service, in a folder beside this file. Bundlers must not follow the import. */
async function startLocalService(options: object): Promise<RunningService> {
  const address = import.meta.url.replace(/[^/]*$/, 'connect/service/embed.js');
  const embedded = await import(/* @vite-ignore */ address);
  return await embedded.startLocalService(options);
}

/** @throws Error with the called function's name and the service's explanation, when it refuses the request */
async function post(url: string, body: object, name: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return answer;
  const { error_description } = Object(answer) as { readonly error_description?: string };
  throw new Error(`${name}: the service answered ${response.status}: ${error_description}`);
}
