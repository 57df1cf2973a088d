import { isText, readOwn } from '../protocol/record.ts';
import {
  type Answer,
  adviseOnAddress,
  clean,
  defaultTimeoutMs,
  joinPath,
  type NoAnswer,
  requestService,
  toRefusalCode,
} from './request-service.ts';
import {
  checkServiceOptions,
  type OptionNames,
  type ServiceOptions,
  serviceNames,
} from './service-options.ts';

/** The options of every request that the application's credentials authenticate. */
export interface ApplicationOptions extends ServiceOptions {
  /** The application's client ID. */
  readonly clientId: string;
  /** Read it from the environment or a secret store; never put it in source code or in a browser. */
  readonly clientSecret: string;
}

/** The names of {@link ApplicationOptions}. */
export const applicationNames: OptionNames<ApplicationOptions> = {
  ...serviceNames,
  clientId: true,
  clientSecret: true,
};

/** A request to an endpoint for applications. */
export interface ApplicationRequest<Code extends string> {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
  /** Each code with its status. Both must match, because proxies use some of these statuses, too. */
  readonly refusals: Readonly<Record<string, Code>>;
  /** The longest response, in bytes. Default: 64 kB. */
  readonly maxBytes?: number;
}

/** Codes that any request may fail with. */
type CommonCode = 'invalid_options' | NoAnswer['failure'] | ReturnType<typeof toRefusalCode<never>>;

/** A request that has failed. */
export interface Failure<Code extends string> {
  readonly code: Code | CommonCode;
  /** For developers; it never contains the client secret. */
  readonly message: string;
  /** HTTP status of the response, or null without one. */
  readonly status: number | null;
  /** The value of `Retry-After` in the response. */
  readonly retryAfterSeconds?: number | null;
}

/**
 * Sends one request, which is never repeated.
 *
 * @param names - of all options of the function
 * @returns the JSON of a success, which is undefined without a body; or the failure
 */
export async function requestAsApplication<Code extends string, Options extends ApplicationOptions>(
  options: Options,
  request: ApplicationRequest<Code>,
  names: OptionNames<Options>,
): Promise<{ readonly body: unknown; readonly etag: string | null } | Failure<Code>> {
  const { method, headers, fields, status } = request;
  const { signal, fetch: send, timeoutMs = defaultTimeoutMs } = options;
  const url = checkOptions(options, request.path, names);
  if (typeof url === 'string') return { code: 'invalid_options', message: url, status: null };
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
    ...(request.maxBytes === undefined ? {} : { maxBytes: request.maxBytes }),
  });
  if ('failure' in answer) {
    const message = clean(answer.message, [options.clientSecret]);
    return { code: answer.failure, message, status: null };
  }
  if (answer.status === status && !answer.isTooLong) {
    return { body: answer.body, etag: answer.etag };
  }
  return describeRefusal(answer, { url, options, request });
}

/** @returns the endpoint's address; or a message about an option that breaks its rule */
function checkOptions<Options extends ApplicationOptions>(
  options: Options,
  path: string,
  names: OptionNames<Options>,
): URL | string {
  const url = checkServiceOptions(options, names);
  if (typeof url === 'string') return url;
  const { clientId, clientSecret } = options;
  for (const [name, value] of Object.entries({ clientId, clientSecret })) {
    if (!isText(value, 4096) || value === '') return `${name} must be a non-empty string.`;
  }
  return joinPath(url, path);
}

/**
 * Form-encodes both halves before joining them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
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
  const { status, body, retryAfterSeconds } = answer;
  const code = toRefusalCode(answer, refusals);
  const description = readOwn(body, 'error_description');
  const advice = code === 'bad_response' ? adviseOnAddress(status, url) : '';
  const said = isText(description, 500) ? ` ${description}` : '';
  const message = `${method} ${url.href} answered ${status} (${code}).${advice}${said}`;
  return { code, message: clean(message, [options.clientSecret]), status, retryAfterSeconds };
}
