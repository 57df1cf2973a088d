import { readOwn } from '../protocol/record.ts';
import type { ServiceOptions } from './service-options.ts';

interface Limits extends Pick<ServiceOptions, 'fetch' | 'signal'> {
  readonly timeoutMs: number;
}

/** Sends one request without a retry, and follows no redirect. The caller must call `end` of the result. */
export function startExchange(
  url: URL,
  init: RequestInit,
  { timeoutMs, signal, fetch: send = globalThis.fetch }: Limits,
) {
  // Not AbortSignal.any(): Node 20 may garbage-collect its timer early (https://github.com/nodejs/node/issues/57736).
  const controller = new AbortController();
  const abort = () => controller.abort();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  // `end` rejects this promise after every request, so the rejection must not be reported as unhandled.
  ended.catch(() => undefined);
  /** Waits for a part of the response, at most until the request has ended, even if `fetch` ignores its signal. */
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
    // A followed redirect would send the secret to another address. Workers reject the value 'error'.
    const own = { redirect: 'manual', signal: controller.signal } as const;
    const response = await send(url.href, { ...init, ...own, ...findCacheOption() });
    // The request has already ended, so the body of this late response is not read.
    if (controller.signal.aborted) response.body?.cancel().catch(() => undefined);
    return response;
  }

  return {
    response: wait(fetchResponse()),
    pause,
    /** Starts the time-out again after `pause`. */
    resume(): void {
      timer = setTimeout(expire, timeoutMs);
    },
    wait,
    /** @returns why waiting failed. The message may contain secrets of the request, which the caller must remove */
    explain(error: unknown) {
      if (signal?.aborted) return { code: 'aborted', message: 'The request was aborted.' } as const;
      const late = `No answer within ${timeoutMs} ms.`;
      if (isLate) return { code: 'timeout', message: late } as const;
      const message = `Cannot reach ${url.origin}: ${describeFailure(error)}`;
      return { code: 'network_error', message } as const;
    },
    /** Parts of the response that were already read stay valid. */
    end(): void {
      pause();
      signal?.removeEventListener('abort', abort);
      abort();
    },
  };
}

export type ServiceExchange = ReturnType<typeof startExchange>;

/**
 * Keeps Next.js 13 and 14 from reusing answers. Workers with a compatibility date before 2024-11-11 reject the option:
 * https://developers.cloudflare.com/workers/configuration/compatibility-flags/
 */
function findCacheOption(): Pick<RequestInit, 'cache'> {
  const option = { cache: 'no-store' } as const;
  try {
    return new Request('https://connect.example', option) && option;
  } catch {
    return {};
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  // `fetch` says only "fetch failed". The code of its cause, such as `ECONNREFUSED`, says why; the rest may be secret.
  const code = readOwn(error.cause, 'code');
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}

/** @returns the parts of a response that callers need, unchecked; `body` is undefined unless it is JSON */
export async function readAnswer(response: Response, maxBytes: number) {
  const { status, type, headers } = response;
  const bytes = await readBytes(response, maxBytes);
  const wait = headers.get('retry-after') ?? '';
  return {
    status,
    // The Fetch standard gives a redirect the type `opaqueredirect` and status 0, server runtimes its real status.
    isRedirect: type === 'opaqueredirect' || (status >= 300 && status < 400),
    body: parseJson(new TextDecoder().decode(bytes)),
    isTooLong: bytes === undefined,
    etag: headers.get('etag') ?? '',
    /** Null when the header is missing or a date. */
    retryAfterSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : null,
  };
}

export type Answer = Awaited<ReturnType<typeof readAnswer>>;

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
  reader?.cancel().catch(() => undefined);
  return undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error is dropped, because it quotes the text, which may contain a token.
    return undefined;
  }
}
