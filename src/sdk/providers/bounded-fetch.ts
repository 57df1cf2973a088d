import type { CustomFetch } from 'openid-client';

/** The maximum size of an answer, in bytes after decompression. Metadata and keys take a few kB. */
const maxBytes = 256 * 1024;

/**
 * @param signal - aborts when the service stops waiting
 * @returns a `fetch` whose requests end with the signal, and whose answers have a maximum size
 */
export function createBoundedFetch(signal: AbortSignal): CustomFetch {
  return async (url, options) => {
    const signals = options.signal ? [signal, options.signal] : [signal];
    const init = { ...options, signal: AbortSignal.any(signals) } as RequestInit;
    return await limitBody(await fetch(url, init), new URL(url));
  };
}

async function limitBody(response: Response, { origin, pathname }: URL): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new Error(`${origin}${pathname} answered with more than ${maxBytes / 1024} kB.`);
    }
    chunks.push(part.value);
  }
  return new Response(new Blob(chunks), { status, statusText, headers });
}
