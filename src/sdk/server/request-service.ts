import { readOwn } from '../protocol/record.ts';

/** A request from a backend to the Connect service. */
export interface ServiceRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The longest wait for the whole response, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch: typeof fetch | undefined;
  /**
   * The longest accepted response in bytes, after decompression. Default: 64 kB. A token response has a few hundred
   * bytes.
   */
  readonly maxBytes?: number;
}

/** The parts of a response that callers need. Nothing in `body` has been checked yet. */
export interface Answer {
  readonly status: number;
  readonly isRedirect: boolean;
  /** Parsed JSON, or undefined for any other body. */
  readonly body: unknown;
  readonly isTooLong: boolean;
  readonly etag: string | null;
  /** The value of the header `Retry-After`; null when the header is missing or a date. */
  readonly retryAfterSeconds: number | null;
}

/** The reason why a request got no response. */
export interface NoAnswer {
  readonly failure: 'aborted' | 'timeout' | 'network_error';
  /** A message for developers. It may contain secrets of the request, which the caller must remove. */
  readonly message: string;
}

/**
 * @param refusals - the error codes of the endpoint, by status and `error`, such as `401 invalid_token`. The status
 *   alone is not enough, because proxies use some of these statuses, too
 * @returns the code of a failed response
 */
export function toRefusalCode<Code extends string>(
  { status, body }: Pick<Answer, 'status' | 'body'>,
  refusals: Readonly<Record<string, Code>>,
): Code | 'rate_limited' | 'server_error' | 'bad_response' {
  const known = `${status} ${String(readOwn(body, 'error'))}`;
  const code = Object.hasOwn(refusals, known) ? refusals[known] : undefined;
  if (code !== undefined) return code;
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server_error' : 'bad_response';
}

export const defaultTimeoutMs = 10_000;
const maxTimeoutMs = 600_000;
export const timeoutRule = `timeoutMs must lie between 1 and ${maxTimeoutMs}`;
const maxDescriptionLength = 500;
const defaultMaxBytes = 64 * 1024;

export function isTimeout(timeoutMs: unknown): timeoutMs is number {
  return typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= maxTimeoutMs;
}

/** Appends a path, which begins with a slash, to the service's address, which may already have a path. */
export function joinPath(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/** Sends one request without a retry, and follows no redirect. The caller must call `end` of the result. */
export function startExchange(request: ServiceRequest) {
  const { url, method, headers, body, timeoutMs, signal } = request;
  const { fetch: send = globalThis.fetch } = request;
  // AbortSignal.any() over AbortSignal.timeout() is not used, because Node 20 may garbage-collect the timer before it
  // fires (https://github.com/nodejs/node/issues/57736).
  const controller = new AbortController();
  const abort = () => controller.abort();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  // `end` rejects this promise after every request, so the rejection must not be reported as unhandled.
  ended.catch(() => undefined);
  /**
   * Waits for a part of the response. Rejects when the request is aborted or times out, even if `fetch` ignores its
   * signal.
   */
  const wait = <Result>(work: Promise<Result>) => Promise.race([work, ended]);
  let isLate = false;
  const expire = () => {
    isLate = true;
    abort();
  };
  let timer = setTimeout(expire, timeoutMs);
  const pause = () => clearTimeout(timer);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();

  async function fetchResponse(): Promise<Response> {
    const response = await send(url.href, {
      method,
      headers: { Accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      // Following a redirect would send the secret to another address. The value 'error' is not used, because workers
      // reject it.
      redirect: 'manual',
      signal: controller.signal,
    });
    // The request has already ended, so the body of this late response is not read.
    if (controller.signal.aborted) response.body?.cancel().catch(() => undefined);
    return response;
  }

  return {
    response: wait(fetchResponse()),
    /** Restarts the time-out for the next part of the response. */
    extend(): void {
      pause();
      timer = setTimeout(expire, timeoutMs);
    },
    /** Stops the time-out until `extend` is called. */
    pause,
    wait,
    /** @returns the reason why waiting for the response, or for a part of it, failed with this error */
    explain(error: unknown): NoAnswer {
      if (signal?.aborted) return { failure: 'aborted', message: 'The request was aborted.' };
      if (isLate) return { failure: 'timeout', message: `No answer within ${timeoutMs} ms.` };
      const message = `Cannot reach ${url.origin}: ${describeFailure(error)}`;
      return { failure: 'network_error', message };
    },
    /** Ends the request. Parts of the response that were already read stay valid. */
    end(): void {
      pause();
      signal?.removeEventListener('abort', abort);
      abort();
    },
  };
}

export type ServiceExchange = ReturnType<typeof startExchange>;

/**
 * Sends one request without a retry, and follows no redirect.
 *
 * @returns the response, or the reason why there is none. The promise does not reject
 */
export async function requestService(request: ServiceRequest): Promise<Answer | NoAnswer> {
  const exchange = startExchange(request);
  try {
    return await exchange.wait(readAnswer(await exchange.response, request.maxBytes));
  } catch (error) {
    return exchange.explain(error);
  } finally {
    exchange.end();
  }
}

export async function readAnswer(response: Response, maxBytes = defaultMaxBytes): Promise<Answer> {
  const { status, type, headers } = response;
  // In the Fetch standard, a redirect that is not followed has the type `opaqueredirect` and status 0. Server
  // runtimes show its real status.
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const bytes = await readBytes(response, maxBytes);
  const wait = headers.get('retry-after') ?? '';
  return {
    status,
    isRedirect,
    body: parseJson(bytes),
    isTooLong: bytes === undefined,
    etag: headers.get('etag'),
    retryAfterSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : null,
  };
}

/** @returns the body; undefined when it has more than `maxBytes`. In that case, the rest is not read */
export async function readBytes(
  { body }: Request | Response,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += part.value.byteLength;
    if (size > maxBytes) break;
    chunks.push(part.value);
  }
  // A failure to cancel does not matter.
  reader?.cancel().catch(() => undefined);
  return undefined;
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // The parser's error is dropped, because it quotes the text, which may contain a token.
    return undefined;
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  // The message of `fetch` is only "fetch failed". Its cause has a code, such as `ECONNREFUSED`. The rest of the cause is
  // left out, because it may contain secrets.
  const code = readOwn(error.cause, 'code');
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}

/** Makes untrusted text safe for a log: one line of at most 500 characters, without the given secrets. */
export function clean(text: string, secrets: readonly string[]): string {
  return redact(text, secrets)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, maxDescriptionLength)
    .trim();
}

export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text);
}

/** @returns what a developer can check after an unexpected response, with a leading space; empty for no advice */
export function advise(
  { status, isRedirect, isTooLong }: Answer,
  { pathname }: URL,
  maxBytes = defaultMaxBytes,
): string {
  if (isRedirect) return ' A redirect is never followed. Check baseUrl.';
  if (isTooLong) return ` The answer has more than ${maxBytes / 1024} kB. Check baseUrl.`;
  if (status !== 404 && status !== 405) return '';
  return /\/connect\/+[^/]+(\/[^/]+)?$/.test(pathname)
    ? ' baseUrl must not end in /connect.'
    : ' Check baseUrl.';
}
