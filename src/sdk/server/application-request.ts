import { isText, readOwn } from '../protocol/record.ts';
import {
  type Answer,
  adviseOnAddress,
  clean,
  defaultTimeoutMs,
  isTimeout,
  joinPath,
  type NoAnswer,
  requestService,
  timeoutRule,
  toRefusalCode,
} from './request-service.ts';
import { parseServiceUrl } from './service-url.ts';

/** The options of every request that the application's credentials authenticate. */
export interface ApplicationOptions {
  /** Address of the Connect service; https, or http on this machine. */
  readonly baseUrl: string | URL;
  /** The application's client ID. */
  readonly clientId: string;
  /** From the environment or a secret store; never in source code or in a browser. */
  readonly clientSecret: string;
  /** The longest wait for the whole response, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait early, with code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** A request to an endpoint for applications. */
export interface ApplicationRequest<Code extends string> {
  readonly method: 'GET' | 'POST';
  /** With its first slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
  /** Each code with its status. Proxies use some of these statuses, too. */
  readonly refusals: Readonly<Record<string, Code>>;
}

/** Codes that any request may fail with. */
type CommonCode = 'invalid_options' | NoAnswer['failure'] | ReturnType<typeof toRefusalCode<never>>;

/** A request that has failed. */
export interface Failure<Code extends string> {
  readonly code: Code | CommonCode;
  /** For developers, without the client secret. */
  readonly message: string;
  /** HTTP status of the response, or null without one. */
  readonly status: number | null;
}

/**
 * Sends one request that is never repeated.
 *
 * @returns the JSON of a success, which is undefined without a body; or the failure
 */
export async function requestAsApplication<Code extends string>(
  options: ApplicationOptions,
  request: ApplicationRequest<Code>,
): Promise<{ readonly body: unknown } | Failure<Code>> {
  const { method, headers, fields, status } = request;
  const { signal, fetch: send, timeoutMs = defaultTimeoutMs } = options;
  const url = checkOptions(options, request.path);
  if (typeof url === 'string') return createInvalid(url);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const answer = await requestService({
    url,
    method,
    headers: {
      Authorization: createBasic(options),
      ...(fields ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
    timeoutMs,
    signal,
    fetch: send,
  });
  if ('failure' in answer) {
    const message = clean(answer.message, [options.clientSecret]);
    return { code: answer.failure, message, status: null };
  }
  if (answer.status === status && !answer.isTooLong) return { body: answer.body };
  return describeRefusal(answer, { url, options, request });
}

function createInvalid(rule: string): Failure<never> {
  return { code: 'invalid_options', message: `${rule}.`, status: null };
}

/** @returns the endpoint's address; or the rule that an option breaks */
function checkOptions(options: ApplicationOptions, path: string): URL | string {
  const { baseUrl, clientId, clientSecret, timeoutMs = defaultTimeoutMs } = options;
  const url = parseServiceUrl(baseUrl);
  if (!url) return 'baseUrl must be an https address (or http on localhost)';
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (!isText(value, 4096) || value === '') return `${name} must be a non-empty string`;
  }
  return isTimeout(timeoutMs) ? joinPath(url, path) : timeoutRule;
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 Both halves are form-encoded first. */
function createBasic({ clientId, clientSecret }: ApplicationOptions): string {
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`;
}

function describeRefusal<Code extends string>(
  answer: Answer,
  {
    url,
    options,
    request: { method, refusals },
  }: {
    readonly url: URL;
    readonly options: ApplicationOptions;
    readonly request: ApplicationRequest<Code>;
  },
): Failure<Code> {
  const { status, body } = answer;
  const code = toRefusalCode(answer, refusals);
  const description = readOwn(body, 'error_description');
  const advice = code === 'bad_response' ? adviseOnAddress(status, url) : '';
  const said = isText(description, 500) ? ` ${description}` : '';
  const message = `${method} ${url.href} answered ${status} (${code}).${advice}${said}`;
  return { code, message: clean(message, [options.clientSecret]), status };
}
