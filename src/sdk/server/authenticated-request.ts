import { isText, readOwn } from '../protocol/record.ts';
import { clean } from './log-error.ts';
import type { CommonErrorCode, FailureDetails, ServiceError } from './service-error.ts';
import {
  type Answer,
  readAnswer,
  type ServiceExchange,
  startExchange,
} from './service-exchange.ts';
import {
  type AccountOptions,
  type ApplicationOptions,
  findFault,
  type Rules,
} from './service-options.ts';
import { parseServiceUrl } from './service-url.ts';

type AuthenticatedOptions = ApplicationOptions | AccountOptions;

export interface AuthenticatedRequest<Code extends string, Result> {
  readonly ErrorClass: new (
    code: Code | CommonErrorCode,
    message: string,
    details?: FailureDetails,
  ) => ServiceError;
  /** Error codes by status and `error`, such as `401 invalid_token`. Proxies use some of these statuses, too. */
  readonly refusals: Readonly<Record<string, NoInfer<Code> | CommonErrorCode>>;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST';
  /** The segments of the path below the service's address, not encoded. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
  /** True when `fields` contains the credentials. By default, the header `Authorization` contains them. */
  readonly hasCredentialsInBody?: boolean;
  /** The time-out in milliseconds when the caller sets no `timeoutMs`; default 10 seconds. */
  readonly timeoutMs?: number;
  /** The longest accepted response, in bytes after decompression; default 64 kB. Tokens need a few hundred bytes. */
  readonly maxBytes?: number;
  /** The HTTP status of a successful response; default 200. Any other status is a failure. */
  readonly status?: 201 | 204;
  /** The result in error messages, such as `an account`. */
  readonly expected: string;
  /** Reads the parsed JSON of a successful response. Returns undefined if it is not what was expected. */
  parse(body: unknown, etag: string): Result | undefined;
  /** Takes over a response whose body is read later. Returns undefined for any other response. */
  open?(response: Response, reading: Reading): Result | undefined;
}

export interface Reading {
  readonly exchange: ServiceExchange;
  toError(error: unknown): ServiceError;
}

export const noContent = { status: 204, expected: 'empty', parse: () => true } as const;

const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 64 * 1024;

/** Sends one authenticated request, and never repeats it. `rules` are those of the calling function's options. */
export async function requestAuthenticated<
  Code extends string,
  Options extends AuthenticatedOptions,
  Result,
>(options: Options, request: AuthenticatedRequest<Code, Result>, rules: Rules<Options>) {
  const { ErrorClass, status = 200, maxBytes = defaultMaxBytes } = request;
  const fault = findFault(options, rules);
  if (fault !== undefined) throw new ErrorClass('invalid_options', fault);
  const { timeoutMs = request.timeoutMs ?? defaultTimeoutMs } = options;
  const url = createUrl(options, request);
  const exchange = startExchange(url, createInit(options, request), { ...options, timeoutMs });
  const toError = (error: unknown) => {
    const { code, message } = exchange.explain(error);
    return new ErrorClass(code, cleanText(message, options));
  };
  let answer: Answer;
  try {
    const response = await exchange.response;
    const opened = request.open?.(response, { exchange, toError });
    if (opened !== undefined) return opened;
    answer = await exchange.wait(readAnswer(response, maxBytes));
  } catch (error) {
    exchange.end();
    throw toError(error);
  }
  exchange.end();
  if (answer.status !== status || answer.isTooLong) {
    const code = findRefusal(answer, request.refusals);
    const advice = code === 'bad_response' ? advise(answer, url, maxBytes) : '';
    const description = readOwn(answer.body, 'error_description');
    const said = isText(description, 500) ? ` ${description}` : '';
    const outcome = `answered ${answer.status} (${code}).${advice}${said}`;
    const message = `${request.method ?? 'GET'} ${url.href} ${outcome}`;
    throw new ErrorClass(code, cleanText(message, options), answer);
  }
  const result = request.parse(answer.body, answer.etag);
  if (result !== undefined) return result;
  const message = `The answer is not ${request.expected}. Check baseUrl.`;
  throw new ErrorClass('bad_response', message, { status });
}

type Sent = Omit<AuthenticatedRequest<never, never>, 'ErrorClass' | 'refusals' | 'parse' | 'open'>;

/** The service's address may itself have a path. */
function createUrl({ baseUrl, insecureHosts }: AuthenticatedOptions, { path, query = {} }: Sent) {
  const url = parseServiceUrl(baseUrl, insecureHosts) as URL;
  const segments = path.map((segment) => encodeURIComponent(segment));
  url.pathname = [url.pathname.replace(/\/+$/, ''), ...segments].join('/');
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function createInit(
  options: AuthenticatedOptions,
  { method = 'GET', headers, fields, hasCredentialsInBody }: Sent,
): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      ...(hasCredentialsInBody ? {} : { Authorization: authorize(options) }),
      ...(fields ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
  };
}

function authorize(options: AuthenticatedOptions): string {
  if ('accessToken' in options) return `Bearer ${options.accessToken}`;
  // Both parts are form-encoded before the colon joins them: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${btoa(`${encode(options.clientId)}:${encode(options.clientSecret)}`)}`;
}

const secretNames = ['accessToken', 'clientSecret', 'code', 'codeVerifier'];

function cleanText(text: string, options: AuthenticatedOptions): string {
  const values = secretNames.map((name) => readOwn(options, name));
  const secrets = values.filter((value) => typeof value === 'string');
  return clean(text, secrets);
}

function findRefusal<Code extends string>(
  { status, body }: Answer,
  refusals: Readonly<Record<string, Code>>,
): Code | 'rate_limited' | 'server_error' | 'bad_response' {
  const known = `${status} ${String(readOwn(body, 'error'))}`;
  const code = Object.hasOwn(refusals, known) ? refusals[known] : undefined;
  if (code !== undefined) return code;
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server_error' : 'bad_response';
}

/** @returns what a developer can check after an unexpected response, with a leading space; empty for no advice */
function advise({ status, isRedirect, isTooLong }: Answer, { pathname }: URL, maxBytes: number) {
  if (isRedirect) return ' A redirect is never followed. Check baseUrl.';
  if (isTooLong) return ` The answer has more than ${maxBytes / 1024} kB. Check baseUrl.`;
  if (status !== 404 && status !== 405) return '';
  return /\/connect\/+[^/]+(\/[^/]+)?$/.test(pathname)
    ? ' baseUrl must not end in /connect.'
    : ' Check baseUrl.';
}
