import { type Json, parseCamelCase } from '../protocol/camel-case.ts';
import { isText, matches, readOwn } from '../protocol/record.ts';
import { parseChoice, parseNullable, type Shape } from '../protocol/shape.ts';
import { sessionStatuses } from '../protocol/words.ts';
import { noContent, requestAuthenticated } from './authenticated-request.ts';
import { exchangeCode } from './exchange-code.ts';
import { warnOnce } from './log-error.ts';
import { type OwnIds, ownIdsShape } from './own-ids.ts';
import { SessionError, type SessionErrorCode } from './request-errors.ts';
import { isSameText } from './same-text.ts';
import {
  type ApplicationOptions,
  anything,
  applicationRules,
  optional,
  type Rules,
} from './service-options.ts';
import { parseFilled, parseTime, type TokenResponse } from './token-response.ts';

/** The options of every request about a session. */
export interface SessionOptions extends ApplicationOptions {}

/** The options of requests about an existing session. */
export interface NamedSessionOptions extends SessionOptions {
  /** The `sessionId` that `createSession` has returned. */
  readonly sessionId: string;
}

const namedSessionRules: Rules<NamedSessionOptions> = {
  ...applicationRules,
  sessionId: [matches(/^\w{1,200}$/), 'must be the sessionId of createSession'],
};

const refusals: Readonly<Record<string, SessionErrorCode>> = {
  '400 invalid_request': 'invalid_options',
  '401 invalid_client': 'invalid_client',
  '403 session_limit_reached': 'session_limit_reached',
  '404 not_found': 'not_found',
  '409 already_connected': 'already_connected',
  '409 already_exchanged': 'already_exchanged',
  '409 code_pending': 'code_pending',
  '409 idempotency_key_reused': 'idempotency_key_reused',
  '409 not_connected': 'not_connected',
  '422 idempotency_key_reused': 'idempotency_key_reused',
};

const sessionFailures = { ErrorClass: SessionError, refusals };

/** The options of {@link createSession}. */
export interface CreateSessionOptions extends SessionOptions {
  /** IDs of the providers from which the user can choose. A single one needs no list. Default: all providers. */
  readonly providerIds?: readonly string[] | undefined;
  /** The ID of the account to connect again. Take it from your own data about the signed-in user. */
  readonly accountId?: string | undefined;
  /** OAuth's state: any value of yours. It is stored with the code, and the exchange returns it. */
  readonly state?: string | undefined;
  /** The language of the page behind the link `url`, such as `en` or `pt-BR`. For a modal, set `locale` of `open`. */
  readonly locale?: string | undefined;
  /** The lifetime in seconds: 1 to 604 800, which is seven days; default 1 800. */
  readonly expiresInSeconds?: number | undefined;
  /** A registered redirect URI. A user who has come by the link `url` is sent there at the end. */
  readonly redirectUri?: string | undefined;
  /** Your ID of the person, in results and events: 1 to 128 characters, and no name or e-mail address. */
  readonly clientUserId?: string | undefined;
  /** Up to 10 texts of 1 to 200 characters, in results and events. Names contain `A-Z a-z 0-9 _ . -`. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** A key of 1 to 255 characters. A repeated call with the same key and options returns the same session. */
  readonly idempotencyKey?: string | undefined;
}

/** The result of {@link createSession}. */
export interface NewSession {
  /** The session's ID for your backend. It is not a secret. Store it with the user. */
  readonly sessionId: string;
  /** A secret for this user's page: `open({ clientId, session, onSuccess })`. Do not log it. */
  readonly session: string;
  /** A link to the Connect page for this person. It contains the secret. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** The service checks these options. */
const fieldNames = {
  providerIds: 'provider_ids',
  accountId: 'account_id',
  state: 'state',
  locale: 'locale',
  expiresInSeconds: 'expires_in',
  redirectUri: 'redirect_uri',
  clientUserId: 'client_user_id',
  tags: 'tags',
} as const;

const fieldRules = Object.fromEntries(
  Object.keys(fieldNames).map((name) => [name, anything]),
) as Rules<typeof fieldNames>;

const newSessionRules: Rules<CreateSessionOptions> = {
  ...applicationRules,
  ...fieldRules,
  idempotencyKey: optional(
    matches(/^[!-~]([ -~]{0,253}[!-~])?$/),
    'must have 1 to 255 printable ASCII characters',
  ),
};

/** The status of a session. Every status except `open` is final. */
export type SessionStatus = (typeof sessionStatuses)[number];

/** The result of {@link readSession}. */
export interface SessionResult extends OwnIds {
  readonly sessionId: string;
  readonly status: SessionStatus;
  /** The ID of the user's account; null until an account is connected. */
  readonly accountId: string | null;
  /** The ID of the tax-preparation company; null until an account is connected. */
  readonly providerId: string | null;
  /** Null while the session is open. */
  readonly finishedAt: Date | null;
  /** True when the session's code has been exchanged. If not, and `status` is `connected`, call `finishSession`. */
  readonly exchanged: boolean;
}

/** The response body of `POST /connect/sessions`: {@link NewSession} in snake_case. Times are ISO 8601, in UTC. */
export interface NewSessionJson extends Json<NewSession> {}

/** The response body of `GET /connect/sessions/{session_id}`: {@link SessionResult} in snake_case. */
export interface SessionResultJson extends Json<SessionResult> {}

const newSessionShape: Shape<NewSessionJson> = {
  session_id: parseFilled,
  session: parseFilled,
  url: parseFilled,
  expires_at: parseTime,
};

const resultShape: Shape<SessionResultJson> = {
  session_id: parseFilled,
  status: parseChoice(...sessionStatuses),
  account_id: parseNullable(parseFilled),
  provider_id: parseNullable(parseFilled),
  finished_at: parseNullable(parseTime),
  exchanged: parseChoice(true, false),
  ...ownIdsShape,
};

/**
 * Creates a session for the signed-in user, in which one account can be connected.
 *
 * @returns the session; give `session` or `url` to this user only
 * @throws SessionError `invalid_options`, also when the service refuses a value; `invalid_client`,
 *   `idempotency_key_reused`, `session_limit_reached`; and the codes of {@link CommonErrorCode}
 * @example
 * ```ts
 * import { createSession } from 'tax-connect/server';
 *
 * const clientSecret = process.env.CONNECT_CLIENT_SECRET ?? '';
 * const own = { baseUrl: 'https://connect.example', clientId: 'my_app', clientSecret };
 * const { sessionId, session } = await createSession(own);
 * console.log('Store with the user:', sessionId);
 * ```
 */
export async function createSession(options: CreateSessionOptions): Promise<NewSession> {
  const { idempotencyKey } = options;
  const request = {
    ...sessionFailures,
    method: 'POST',
    path: ['connect', 'sessions'],
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    fields: Object.fromEntries(
      Object.entries(fieldNames).map(([name, field]) => [field, readOwn(options, name)]),
    ),
    status: 201,
    expected: 'a session',
    parse: parseCamelCase(newSessionShape),
  } as const;
  return await requestAuthenticated(options, request, newSessionRules);
}

/**
 * Reads the result of a session, up to seven days after its end.
 *
 * @throws SessionError `invalid_client`, `not_found`; and the codes of {@link CommonErrorCode}
 * @example
 * ```ts
 * import { readSession } from 'tax-connect/server';
 *
 * const clientSecret = process.env.CONNECT_CLIENT_SECRET ?? '';
 * const own = { baseUrl: 'https://connect.example', clientId: 'my_app', clientSecret };
 * const sessionId = 'cs_stored_with_the_user';
 * const { status, accountId } = await readSession({ ...own, sessionId });
 * ```
 */
export async function readSession(options: NamedSessionOptions): Promise<SessionResult> {
  const request = {
    ...sessionFailures,
    path: ['connect', 'sessions', options.sessionId],
    expected: 'the result of a session',
    parse: parseCamelCase(resultShape),
  };
  return await requestAuthenticated(options, request, namedSessionRules);
}

/** The options of {@link finishSession}. */
export interface FinishSessionOptions extends NamedSessionOptions {
  /**
   * The user's `state`, from your own data: the value that the user's page passed to `open`, or that you passed to
   * `createSession`. If the session has another state, someone else has connected their account, and the call fails.
   */
  readonly state?: string | undefined;
}

const finishRules: Rules<FinishSessionOptions> = {
  ...namedSessionRules,
  state: optional((value) => isText(value, 2000), 'must be a string'),
};

/**
 * Finishes a connection whose code has not reached the backend: fetches a fresh code, and exchanges it. The previous
 * code stops working. A session can be finished once, up to seven days after the person's consent. In the first 30
 * seconds after the consent, the function waits, because the previous code may still arrive.
 *
 * @throws SessionError `not_connected` when no account has been connected; `state_mismatch` when another person has
 *   connected their account; `invalid_client`, `not_found`, `already_exchanged`, `code_pending`; and the codes of
 *   {@link CommonErrorCode}
 * @throws ExchangeError when the exchange of the fresh code fails. Unless the response was lost, the call can be
 *   repeated
 * @example
 * ```ts
 * import { finishSession } from 'tax-connect/server';
 *
 * const clientSecret = process.env.CONNECT_CLIENT_SECRET ?? '';
 * const own = { baseUrl: 'https://connect.example', clientId: 'my_app', clientSecret };
 * const stored = { sessionId: 'cs_stored_with_the_user', state: 'stored_with_the_user' };
 * const { accountId, accessToken } = await finishSession({ ...own, ...stored });
 * ```
 */
export async function finishSession(options: FinishSessionOptions): Promise<TokenResponse> {
  const { sessionId, state, ...credentials } = options;
  const code = await fetchFreshCode(options);
  const tokens = await exchangeCode({ ...credentials, code });
  if (state === undefined && tokens.state !== undefined) {
    warnOnce('The session has a state, and nothing compares it: pass state to finishSession.');
  }
  if (state === undefined || (await isSameText(state, tokens.state ?? ''))) return tokens;
  throw new SessionError(
    'state_mismatch',
    `The account in ${sessionId} was connected by a page with another state.`,
  );
}

/** Fetches a fresh code in place of the previous one. While that may still arrive, waits, at most 30 seconds. */
export async function fetchFreshCode(options: FinishSessionOptions): Promise<string> {
  const request = {
    ...sessionFailures,
    method: 'POST',
    path: ['connect', 'sessions', options.sessionId, 'code'],
    status: 201,
    expected: 'a code',
    parse: (body: unknown) => parseFilled(readOwn(body, 'code')),
  } as const;
  try {
    return await requestAuthenticated(options, request, finishRules);
  } catch (error) {
    if (!(error instanceof SessionError) || error.code !== 'code_pending') throw error;
    await pause(Math.min(error.retryAfterSeconds ?? longestWait, longestWait), options.signal);
    return await requestAuthenticated(options, request, finishRules);
  }
}

// In seconds. For this long, the service refuses a fresh code, because the previous code may still arrive.
const longestWait = 30;

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal?.addEventListener('abort', end);
  });
}

/**
 * Cancels an open session, so that it can no longer connect an account. Canceling a session that has already ended
 * without an account does nothing.
 *
 * @throws SessionError as {@link readSession}, and `already_connected`
 * @example
 * ```ts
 * import { cancelSession } from 'tax-connect/server';
 *
 * const clientSecret = process.env.CONNECT_CLIENT_SECRET ?? '';
 * const own = { baseUrl: 'https://connect.example', clientId: 'my_app', clientSecret };
 * await cancelSession({ ...own, sessionId: 'cs_stored_with_the_user' });
 * ```
 */
export async function cancelSession(options: NamedSessionOptions): Promise<void> {
  const request = {
    ...sessionFailures,
    ...noContent,
    method: 'POST',
    path: ['connect', 'sessions', options.sessionId, 'cancel'],
  } as const;
  await requestAuthenticated(options, request, namedSessionRules);
}
