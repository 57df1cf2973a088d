import type { CustomFetch } from 'openid-client';
import { limitResponse } from './limit-response.ts';

/** The maximum size of a response, in bytes after decompression. Metadata and keys have a few kB. */
const maxBytes = 256 * 1024;

/** @returns a `fetch` whose requests end with the signal, and whose responses have a maximum size */
export function createBoundedFetch(signal: AbortSignal): CustomFetch {
  return async (url, options) => {
    const signals = options.signal ? [signal, options.signal] : [signal];
    const init = { ...options, signal: AbortSignal.any(signals) } as RequestInit;
    return limitResponse(await fetch(url, init), maxBytes);
  };
}
