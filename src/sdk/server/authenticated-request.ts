import { isText, readOwn } from '../protocol/record.ts';
import {
  type Answer,
  advise,
  clean,
  defaultTimeoutMs,
  joinPath,
  type NoAnswer,
  requestService,
  type ServiceRequest,
  toRefusalCode,
} from './request-service.ts';
import type { CommonErrorCode, FailureDetails, ServiceError } from './service-error.ts';
import {
  checkServiceOptions,
  isCredential,
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

/** The class of the errors that a function throws. */
type ErrorClass<Code extends string> = new (
  code: Code | CommonErrorCode,
  message: string,
  details?: FailureDetails,
) => ServiceError;

/** How a function's request may fail. */
export interface Failures<Code extends string> {
  readonly ErrorClass: ErrorClass<Code>;
  /**
   * Maps the status and the `error` of a response, such as `401 invalid_token`, to an error code. The status alone is
   * not enough, because proxies use some of these statuses, too.
   */
  readonly refusals: Readonly<Record<string, NoInfer<Code> | CommonErrorCode>>;
}

export interface AuthenticatedRequest<Code extends string> extends Failures<Code> {
  /** Default: GET. */
  readonly method?: 'POST';
  /** The path below the service's address; begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
  /**
   * True when `fields` contains the application's credentials. By default, the header `Authorization` contains them.
   */
  readonly hasCredentialsInBody?: boolean;
  /** The time-out in milliseconds when the caller sets no `timeoutMs`. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

interface ExpectedAnswer<Result> {
  /** The HTTP status of a successful response; default 200. Any other status is a failure. */
  readonly status?: 201 | 204;
  /** The result in error messages, such as `an account`. */
  readonly expected: string;
  /** Reads the parsed JSON of a successful response. Returns undefined if it is not what was expected. */
  parse(body: unknown, etag: string): Result | undefined;
}

/** The expected response of a request that returns nothing. */
export const noContent = { status: 204, expected: 'empty', parse: () => true } as const;

/**
 * Sends one authenticated request, and never repeats it. `names` lists the options of the calling function. Any other
 * option is refused.
 *
 * @throws ServiceError of the class in `request`
 */
export async function requestAuthenticated<
  Code extends string,
  Options extends AuthenticatedOptions,
  Result,
>(
  options: Options,
  request: AuthenticatedRequest<Code> & ExpectedAnswer<Result>,
  names: OptionNames<Options>,
): Promise<Result> {
  const prepared = prepareRequest(options, request, names);
  const answer = await requestService(prepared);
  if ('failure' in answer) throw createFailure(answer, request, options);
  const { status, body, etag } = answer;
  if (status !== (request.status ?? 200) || answer.isTooLong) {
    throw createRefusal(answer, { ...prepared, ...request }, options);
  }
  const result = request.parse(body, etag ?? '');
  if (result !== undefined) return result;
  const message = `The answer is not ${request.expected}. Check baseUrl.`;
  throw new request.ErrorClass('bad_response', message, { status });
}

/**
 * @returns the request with the application's credentials or the access token
 * @throws ServiceError `invalid_options`
 */
export function prepareRequest<Options extends AuthenticatedOptions>(
  options: Options,
  request: Omit<AuthenticatedRequest<never>, 'refusals'>,
  names: OptionNames<Options>,
): ServiceRequest {
  const { method = 'GET', headers, fields, hasCredentialsInBody, maxBytes } = request;
  const { signal, fetch: send, timeoutMs = request.timeoutMs ?? defaultTimeoutMs } = options;
  const base = checkServiceOptions(options, names);
  if (typeof base === 'string') throw new request.ErrorClass('invalid_options', base);
  const fault = findCredentialFault(options);
  if (fault !== undefined) throw new request.ErrorClass('invalid_options', fault);
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
    if (!isCredential(value)) return `${name} must be a non-empty string without line breaks.`;
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

const secretNames = ['accessToken', 'clientSecret', 'code', 'codeVerifier'];

/** @returns the text as one line for a log, without the secrets among the options */
function cleanText(text: string, options: AuthenticatedOptions): string {
  const secrets = secretNames.map((name) => readOwn(options, name));
  return clean(
    text,
    secrets.filter((secret) => typeof secret === 'string'),
  );
}

/** @returns the error of a request that got no response */
export function createFailure(
  { failure, message }: NoAnswer,
  { ErrorClass }: Pick<Failures<never>, 'ErrorClass'>,
  options: AuthenticatedOptions,
): ServiceError {
  return new ErrorClass(failure, cleanText(message, options));
}

/** @returns the error of a request whose response is not a success */
export function createRefusal<Code extends string>(
  answer: Answer,
  request: Failures<Code> & Pick<ServiceRequest, 'method' | 'url' | 'maxBytes'>,
  options: AuthenticatedOptions,
): ServiceError {
  const { method, url, refusals, ErrorClass, maxBytes } = request;
  const { status, body } = answer;
  const code = toRefusalCode(answer, refusals);
  const description = readOwn(body, 'error_description');
  const advice = code === 'bad_response' ? advise(answer, url, maxBytes) : '';
  const said = isText(description, 500) ? ` ${description}` : '';
  const message = `${method} ${url.href} answered ${status} (${code}).${advice}${said}`;
  return new ErrorClass(code, cleanText(message, options), answer);
}
