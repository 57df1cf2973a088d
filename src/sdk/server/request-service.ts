import { readOwn } from '../protocol/record.ts';

/** One request of a backend to the Connect service. */
export interface ServiceRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Longest wait for the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Stands in for the global `fetch`. */
  readonly fetch: typeof fetch | undefined;
}

/** An answer as far as it can be read without trusting it. */
export interface Answer {
  readonly status: number;
  readonly isRedirect: boolean;
  /** Parsed JSON, or undefined for anything else. */
  readonly body: unknown;
  /** Whether the answer was longer than what is read of one. */
  readonly isTooLong: boolean;
}

/** Why there is no answer. */
export interface NoAnswer {
  readonly failure: 'aborted' | 'timeout' | 'network_error';
  /** For developers. The caller removes what was sent. */
  readonly message: string;
}

/** How long is waited where nothing else is said, in milliseconds. */
export const defaultTimeoutMs = 10_000;
const maxTimeoutMs = 600_000;
/** What {@link isTimeout} asks for. */
export const timeoutRule = `timeoutMs must lie between 1 and ${maxTimeoutMs}`;
const maxDescriptionLength = 500;
/** Longest answer in bytes, after decompression. A token response has a few hundred. */
const maxAnswerBytes = 64 * 1024;

/** @returns whether that many milliseconds can be waited */
export function isTimeout(timeoutMs: number): boolean {
  return timeoutMs > 0 && timeoutMs <= maxTimeoutMs;
}

/**
 * @param base - address of the service, with or without a path
 * @param path - of an endpoint, from its slash on
 * @returns the endpoint's address
 */
export function joinPath(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/**
 * Sends one request, never a second one, and follows no redirect.
 *
 * @param request - what to send, and how long to wait
 * @returns the answer, or why none came; never rejects
 */
export async function requestService(request: ServiceRequest): Promise<Answer | NoAnswer> {
  const { url, method, headers, body, timeoutMs, signal } = request;
  const { fetch: send = globalThis.fetch } = request;
  // Not AbortSignal.any() over AbortSignal.timeout(): Node 20 may collect the timer before it
  // fires (https://github.com/nodejs/node/issues/54614).
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
      // A followed redirect would carry the secret elsewhere. Not 'error': workers reject it.
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
  // By the standard a manual redirect is opaque, with status 0; servers' runtimes show its status.
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const text = await readText(response);
  return { status, isRedirect, body: parseJson(text ?? ''), isTooLong: text === undefined };
}

/** @returns undefined for an answer that is too long; the rest of it is not read */
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
  // What the connection says to that changes nothing.
  reader.cancel().catch(() => undefined);
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error quotes the text, in which there may be a token: it goes no further.
    return undefined;
  }
}

/** Fetch says "fetch failed" and hides the reason in its cause; the rest of the error is unsafe. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = readOwn(error.cause, 'code');
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}

/**
 * @param text - foreign
 * @param secrets - what must not be repeated
 * @returns the text, fit for a log: one line, bounded, and nothing secret in it
 */
export function clean(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, maxDescriptionLength)
    .trim();
}
