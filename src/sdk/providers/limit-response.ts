import type { CustomFetch } from 'openid-client';
import { correctJson } from '../protocol/correct-json.ts';

/** The maximum size of metadata, keys and tokens, in bytes after decompression. They usually have a few kB. */
const maxSmallBytes = 256 * 1024;

/** @returns a `fetch` that `signal` aborts, too, and whose responses are limited, and corrected by the standards */
export function createBoundedFetch(signal: AbortSignal): CustomFetch {
  return async (url, options) => {
    const init = { ...options, signal: joinSignals(signal, options.signal) } as RequestInit;
    const response = limitResponse(await fetch(url, init), maxSmallBytes);
    if (!response.body) return response;
    const changed = new Response(correctJson(await response.text()), response);
    // With this header, which some send with any error, `openid-client` would not read the error in the body.
    changed.headers.delete('WWW-Authenticate');
    return changed;
  };
}

/** @returns the same response, whose body fails after more than `maxBytes` bytes, counted after decompression */
export function limitResponse(response: Response, maxBytes: number): Response {
  const { body, redirected, url } = response;
  if (body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        const { origin, pathname } = new URL(url);
        throw new Error(`${origin}${pathname} answered with more than ${maxBytes / 1024} kB.`);
      }
      controller.enqueue(chunk);
    },
  });
  const limited = new Response(body.pipeThrough(limit), response);
  // A new response has no address, but a plug-in may need it to resolve a relative link.
  return Object.defineProperties(limited, {
    redirected: { value: redirected },
    url: { value: url },
  });
}

/**
 * A single signal is returned itself: Node 20 warns of the eleventh listener, and one read may send many requests.
 * Behind `AbortSignal.any`, Node may collect a timer as garbage: https://github.com/nodejs/node/issues/57736
 */
export function joinSignals(one: AbortSignal, other: AbortSignal | null | undefined): AbortSignal {
  if (!other) return one;
  const joined = new AbortController();
  for (const signal of [one, other]) {
    const abort = () => joined.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  return joined.signal;
}
