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
}

/** The parts of a response that can be read without trusting it. */
export interface Answer {
  readonly status: number;
  readonly isRedirect: boolean;
  /** Parsed JSON, or undefined for any other body. */
  readonly body: unknown;
  /** The response was longer than the limit for reading. */
  readonly isTooLong: boolean;
}

/** Why there is no response. */
export interface NoAnswer {
  readonly failure: 'aborted' | 'timeout' | 'network_error';
  /** For developers. The caller removes the values that it sent. */
  readonly message: string;
}

/** The default time-out, in milliseconds. */
export const defaultTimeoutMs = 10_000;
const maxTimeoutMs = 600_000;
/** The rule of {@link isTimeout}, for messages. */
export const timeoutRule = `timeoutMs must lie between 1 and ${maxTimeoutMs}`;
const maxDescriptionLength = 500;
/** The longest response in bytes, after decompression. A token response has a few hundred. */
const maxAnswerBytes = 64 * 1024;

/** @returns whether it is a valid time-out in milliseconds */
export function isTimeout(timeoutMs: number): boolean {
  return timeoutMs > 0 && timeoutMs <= maxTimeoutMs;
}

/**
 * @param base - address of the service, with or without a path
 * @param path - the path of an endpoint, with its first slash
 * @returns the endpoint's address
 */
export function joinPath(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/**
 * Sends one request without a retry, and follows no redirect.
 *
 * @returns the response, or the reason for a failure. The promise does not reject
 */
export async function requestService(request: ServiceRequest): Promise<Answer | NoAnswer> {
  const { url, method, headers, body, timeoutMs, signal } = request;
  const { fetch: send = globalThis.fetch } = request;
  // Not AbortSignal.any() over AbortSignal.timeout(): Node 20 may collect the timer before it
  // fires (https://github.com/nodejs/node/issues/57736).
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const response = await send(url.href, {
      method,
      headers: { ...headers, Accept: 'application/json' },
      ...(body === undefined ? {} : { body }),
      // Following a redirect would send the secret elsewhere. Not 'error', because workers reject it.
      redirect: 'manual',
      signal: controller.signal,
    });
    return await readAnswer(response);
  } catch (error) {
    if (signal?.aborted) return { failure: 'aborted', message: 'The request was aborted.' };
    if (controller.signal.aborted) {
      return { failure: 'timeout', message: `No answer within ${timeoutMs} ms.` };
    }
    const message = `Cannot reach ${url.origin}: ${describeFailure(error)}`;
    return { failure: 'network_error', message };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, type } = response;
  // In the standard, a manual redirect is opaque and has status 0. Server runtimes show its status.
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const text = await readText(response);
  return { status, isRedirect, body: parseJson(text ?? ''), isTooLong: text === undefined };
}

/** @returns undefined for a response that is too long; the rest of it is not read */
async function readText({ body }: Response): Promise<string | undefined> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxAnswerBytes) break;
    text += decoder.decode(value, { stream: true });
  }
  // A failure to cancel changes nothing.
  reader.cancel().catch(() => undefined);
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error quotes the text, which may contain a token, so it is dropped.
    return undefined;
  }
}

/** Fetch's message is "fetch failed"; its cause has the reason. Other parts of the error are unsafe. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = readOwn(error.cause, 'code');
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}

/**
 * @param text - foreign text
 * @param secrets - values to remove
 * @returns the text for a log: one line of limited length without these secrets
 */
export function clean(text: string, secrets: readonly string[]): string {
  return redact(text, secrets)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, maxDescriptionLength)
    .trim();
}

/**
 * @param text - any text
 * @param secrets - values to remove
 * @returns the text without these secrets
 */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text);
}

/**
 * @param status - of a response that is not the expected one
 * @returns advice to a developer, with its first space, or nothing
 */
export function adviseOnAddress(status: number, { pathname }: URL): string {
  if (status !== 404 && status !== 405) return '';
  return /\/connect\/+[^/]+(\/[^/]+)?$/.test(pathname)
    ? ' baseUrl must not end in /connect.'
    : ' Check baseUrl.';
}
