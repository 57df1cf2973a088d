import { isText, readOwn } from '../protocol/record.ts';
import { ExchangeError, toExchangeErrorCode } from './exchange-error.ts';
import { parseRedirectUri, parseServiceUrl } from './service-url.ts';
import { parseTokenResponse, type TokenResponse } from './token-response.ts';

/** Everything an exchange needs. */
export interface ExchangeOptions {
  /** Address of the Connect service; https, or http on this very machine. */
  readonly baseUrl: string | URL;
  readonly clientId: string;
  /** From the environment or a secret store; never in source code, never in a browser. */
  readonly clientSecret: string;
  /** The authorization code; used up by the call, whatever comes of it. */
  readonly code: string;
  /** Redirect flow only: the very string that started it. Leave it out in the embedded flow. */
  readonly redirectUri?: string | undefined;
  /** Longest wait for the whole answer, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait early, with code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Stands in for the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** An answer as far as it can be read without trusting it. */
interface Answer {
  readonly status: number;
  readonly isRedirect: boolean;
  /** Parsed JSON, or undefined for anything else. */
  readonly body: unknown;
  /** Whether the answer was longer than what is read of one. */
  readonly isTooLong: boolean;
}

const defaultTimeoutMs = 10_000;
const maxTimeoutMs = 600_000;
const maxDescriptionLength = 500;
/** Of an answer, after decompression. A token response has a few hundred. */
const maxAnswerBytes = 64 * 1024;

/**
 * Exchanges an authorization code for an access token: one request, never repeated. A code works
 * once, and a lost answer does not tell whether it was used; after a failure start a new flow.
 *
 * @param options - the application's credentials and the code
 * @returns the account, the provider and the access token
 * @throws ExchangeError `invalid_options` before anything is sent; `invalid_grant` for a code that
 *   is unknown, used, expired or another application's, or whose redirect URI differs;
 *   `invalid_client` for wrong credentials; `invalid_request`, `unauthorized_client`,
 *   `unsupported_grant_type` and `invalid_scope` as the service says; `rate_limited`,
 *   `server_error`, `network_error`, `timeout` and `aborted`; `bad_response` for the rest, such as an
 *   answer of more than 64 kB
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 */
export async function exchangeCode(options: ExchangeOptions): Promise<TokenResponse> {
  const endpoint = assertOptions(options);
  const answer = await requestToken(endpoint, options);
  if (answer instanceof ExchangeError) throw answer;
  const { status, isRedirect, isTooLong, body } = answer;
  if (isRedirect) {
    const message = 'The Connect service answered with a redirect, which is never followed.';
    throw new ExchangeError('bad_response', `${message} Check baseUrl.`, status);
  }
  if (status !== 200) throw readError(answer, options);
  if (isTooLong) {
    throw new ExchangeError('bad_response', 'The answer is longer than 64 kB. Check baseUrl.', 200);
  }
  const tokens = parseTokenResponse(body);
  // The message does not quote the answer: there may be a token in it.
  if (!tokens) throw new ExchangeError('bad_response', 'The answer is not a token response.', 200);
  return tokens;
}

/** @returns the address to post to */
function assertOptions(options: ExchangeOptions): URL {
  const { baseUrl, clientId, clientSecret, code, redirectUri } = options;
  const endpoint = parseServiceUrl(baseUrl);
  if (!endpoint) throw invalid('baseUrl must be an https address (or http on localhost)');
  for (const [name, value] of Object.entries({ clientId, clientSecret, code })) {
    if (!isText(value, 4096) || value === '') throw invalid(`${name} must be a non-empty string`);
  }
  if (redirectUri !== undefined && !parseRedirectUri(redirectUri)) {
    throw invalid('redirectUri must be an https address (or http on localhost)');
  }
  const { timeoutMs = defaultTimeoutMs } = options;
  if (!(timeoutMs > 0 && timeoutMs <= maxTimeoutMs)) {
    throw invalid(`timeoutMs must lie between 1 and ${maxTimeoutMs}`);
  }
  endpoint.pathname = `${endpoint.pathname.replace(/\/+$/, '')}/auth/token`;
  return endpoint;
}

function invalid(message: string): ExchangeError {
  return new ExchangeError('invalid_options', `${message}.`);
}

async function requestToken(
  endpoint: URL,
  options: ExchangeOptions,
): Promise<Answer | ExchangeError> {
  const { clientId, clientSecret, code, redirectUri, signal } = options;
  const { fetch: send = globalThis.fetch, timeoutMs = defaultTimeoutMs } = options;
  // Not AbortSignal.any() over AbortSignal.timeout(): Node 20 may collect the timer before it
  // fires (https://github.com/nodejs/node/issues/54614).
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const response = await send(endpoint.href, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        ...(redirectUri === undefined ? {} : { redirect_uri: redirectUri }),
      }),
      // A followed redirect would carry the secret elsewhere. Not 'error': workers reject it.
      redirect: 'manual',
      signal: controller.signal,
    });
    return await readAnswer(response);
  } catch (error) {
    if (signal?.aborted) return new ExchangeError('aborted', 'The exchange was aborted.');
    if (controller.signal.aborted) {
      return new ExchangeError('timeout', `No answer within ${timeoutMs} ms.`);
    }
    const detail = clean(describeFailure(error), options);
    return new ExchangeError('network_error', `Cannot reach ${endpoint.origin}: ${detail}`);
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

function readError({ status, body }: Answer, options: ExchangeOptions): ExchangeError {
  const code = toExchangeErrorCode(readOwn(body, 'error'), status);
  const error_description = readOwn(body, 'error_description');
  const description = typeof error_description === 'string' ? error_description : '';
  const message = `The Connect service answered ${status} (${code}). ${description}`;
  return new ExchangeError(code, clean(message, options), status);
}

/** Fetch says "fetch failed" and hides the reason in its cause; the rest of the error is unsafe. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = readOwn(error.cause, 'code');
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}

/** Foreign text made fit for a log: one line, bounded, and nothing secret repeated. */
function clean(text: string, { clientSecret, code }: ExchangeOptions): string {
  return text
    .replaceAll(clientSecret, '[redacted]')
    .replaceAll(code, '[redacted]')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, maxDescriptionLength)
    .trim();
}
