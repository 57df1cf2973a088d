import { isText, readOwn } from '../protocol/record.ts';
import {
  type Answer,
  adviseOnAddress,
  clean,
  defaultTimeoutMs,
  joinPath,
  type NoAnswer,
  requestService,
  type ServiceRequest,
  toRefusalCode,
} from './request-service.ts';
import type { CommonErrorCode } from './service-error.ts';
import {
  checkServiceOptions,
  type OptionNames,
  type ServiceOptions,
  serviceNames,
} from './service-options.ts';

/** Options of requests that authenticate with the application's client ID and client secret. */
export interface ApplicationOptions extends ServiceOptions {
  /** The ID under which the application is registered at the Connect service. */
  readonly clientId: string;
  /**
   * The application's secret. Read it from the environment or a secret store. Never put it in source code or in a
   * browser.
   */
  readonly clientSecret: string;
}

export const applicationNames: OptionNames<ApplicationOptions> = {
  ...serviceNames,
  clientId: true,
  clientSecret: true,
};

/** Options of requests that authenticate with the access token of a connected account. */
export interface AccountOptions extends ServiceOptions {
  /** The account's access token, from `exchangeCode`, `finishSession` or `onConnected` of a callback. */
  readonly accessToken: string;
}

export const accountNames: OptionNames<AccountOptions> = { ...serviceNames, accessToken: true };

type AuthenticatedOptions = ApplicationOptions | AccountOptions;

export interface AuthenticatedRequest<Code extends string> {
  readonly method: 'GET' | 'POST';
  /** The path below the service's address; begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
  /**
   * True when `fields` contains the application's credentials. By default, the header `Authorization` contains them.
   */
  readonly hasCredentialsInBody?: boolean;
  /** The HTTP status of a successful response. Any other status is a failure. */
  readonly status: 200 | 201 | 204;
  /**
   * Maps the status and the `error` of a response, such as `401 invalid_token`, to an error code. The status alone is
   * not enough, because proxies use some of these statuses, too.
   */
  readonly refusals: Readonly<Record<string, Code>>;
  /** The time-out in milliseconds when the caller sets no `timeoutMs`. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

export interface Failure<Code extends string> {
  readonly code: Code | CommonErrorCode;
  /** For developers; it never contains a secret. */
  readonly message: string;
  /** HTTP status of the response; null when there was no response. */
  readonly status: number | null;
  /** The value of the header `Retry-After`, in seconds; null when the header is missing or a date. */
  readonly retryAfterSeconds?: number | null;
}

/**
 * Sends one authenticated request, and never repeats it. `names` lists the options of the calling function. Any other
 * option is refused.
 *
 * @returns the parsed JSON and the ETag of a successful response; otherwise the failure. `body` is undefined when the
 *   response has no JSON
 */
export async function requestAuthenticated<
  Code extends string,
  Options extends AuthenticatedOptions,
>(
  options: Options,
  request: AuthenticatedRequest<Code>,
  names: OptionNames<Options>,
): Promise<{ readonly body: unknown; readonly etag: string | null } | Failure<Code>> {
  const prepared = prepareRequest(options, request, names);
  if (!('url' in prepared)) return prepared;
  const answer = await requestService(prepared);
  if ('failure' in answer) return toFailure(answer, options);
  if (answer.status === request.status && !answer.isTooLong)
    return { body: answer.body, etag: answer.etag };
  return describeRefusal(answer, { ...request, url: prepared.url }, options);
}

/** @returns the request with the application's credentials or the access token; a failure when an option is invalid */
export function prepareRequest<Options extends AuthenticatedOptions>(
  options: Options,
  request: AuthenticatedRequest<string>,
  names: OptionNames<Options>,
): ServiceRequest | Failure<never> {
  const { method, headers, fields, hasCredentialsInBody, maxBytes } = request;
  const { signal, fetch: send, timeoutMs = request.timeoutMs ?? defaultTimeoutMs } = options;
  const base = checkServiceOptions(options, names);
  const fault = typeof base === 'string' ? base : findCredentialFault(options);
  if (typeof base === 'string' || fault !== undefined) {
    return { code: 'invalid_options', message: fault ?? '', status: null };
  }
  const url = joinPath(base, request.path);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return {
    url,
    method,
    headers: {
      ...(hasCredentialsInBody ? {} : { Authorization: authorize(options) }),
      ...(fields ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    timeoutMs,
    signal,
    fetch: send,
  };
}

function findCredentialFault(options: AuthenticatedOptions): string | undefined {
  if ('accessToken' in options) {
    const { accessToken } = options;
    // Other characters would make `fetch` throw an error that quotes the token.
    const isToken = typeof accessToken === 'string' && /^[\w~+/.-]{1,4096}=*$/.test(accessToken);
    return isToken ? undefined : 'accessToken must be the access token of an exchange.';
  }
  const { clientId, clientSecret } = options;
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (!isText(value, 4096) || value === '') return `${name} must be a non-empty string.`;
  }
  return undefined;
}

function authorize(options: AuthenticatedOptions): string {
  if ('accessToken' in options) return `Bearer ${options.accessToken}`;
  // The client ID and the client secret are form-encoded before they are joined by a colon.
  // https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${btoa(`${encode(options.clientId)}:${encode(options.clientSecret)}`)}`;
}

const listSecrets = (options: AuthenticatedOptions): readonly string[] =>
  'accessToken' in options ? [options.accessToken] : [options.clientSecret];

/** @returns the failure of a request that got no response */
export function toFailure(
  { failure, message }: NoAnswer,
  options: AuthenticatedOptions,
): Failure<never> {
  return { code: failure, message: clean(message, listSecrets(options)), status: null };
}

/** @returns the failure of a request whose response is not a success */
export function describeRefusal<Code extends string>(
  answer: Answer,
  { method, url, refusals }: Pick<AuthenticatedRequest<Code>, 'method' | 'refusals'> & { url: URL },
  options: AuthenticatedOptions,
): Failure<Code> {
  const { status, body, retryAfterSeconds } = answer;
  const code = toRefusalCode(answer, refusals);
  const description = readOwn(body, 'error_description');
  const advice = code === 'bad_response' ? adviseOnAddress(status, url) : '';
  const said = isText(description, 500) ? ` ${description}` : '';
  const message = `${method} ${url.href} answered ${status} (${code}).${advice}${said}`;
  return { code, message: clean(message, listSecrets(options)), status, retryAfterSeconds };
}
