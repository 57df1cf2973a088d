import type { Handler } from 'hono';
import type { Asset } from '../http/assets.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { sendFile } from '../http/send-file.ts';

/** `no-transform`, because a proxy that shortens scripts would change their hashes, which browsers check. */
const immutable = 'public, max-age=31536000, immutable, no-transform';

/**
 * `GET …/assets/:name`: the built files of a page.
 *
 * @param readers - the pages that may load the files; in a host with `Cross-Origin-Embedder-Policy`, only
 *   `cross-origin` files load
 */
export function serveFiles(
  files: ReadonlyMap<string, Asset> | undefined,
  readers: 'cross-origin' | 'same-origin',
): Handler {
  return (context) => {
    const file = files?.get(context.req.param('name') ?? '');
    if (!file) throw new Refusal([404, 'not_found'], 'There is no such file.');
    return sendFile(context, file.body, {
      'Content-Type': file.type,
      'Cache-Control': file.isHashed ? immutable : 'no-cache',
      'Cross-Origin-Resource-Policy': readers,
    });
  };
}

/** `GET /favicon.ico`: an empty response. A 404 would appear in the console of every document in a tab. */
export function serveFavicon(): Handler {
  return (context) => context.body(null, 204, { 'Cache-Control': 'public, max-age=86400' });
}

/** Five minutes are long enough to save requests, and short enough for an update to arrive. */
const shortCache = 'public, max-age=300, no-transform';
const forOthers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * `GET /sdk/:folder/:name`: the SDK for script tags, its languages and its hash. Other origins may read these files,
 * because `integrity` and fetching a language require it.
 *
 * @see https://www.w3.org/TR/SRI/#cross-origin-data-leakage
 */
export function serveSdk({ sdk }: Parts): Handler {
  return (context) => {
    const { folder = '', name = '' } = context.req.param();
    const file = sdk.find(folder, name);
    if (!file) throw createMissing(sdk);
    return sendFile(context, file.body, {
      'Content-Type': file.type,
      'Cache-Control': file.isImmutable ? immutable : shortCache,
      ...forOthers,
    });
  };
}

/** Creates the 404 for a missing file of the SDK. Other origins may read it, so that browsers report the address. */
function createMissing({ version, script }: Parts['sdk']): Refusal {
  const address = script ? `, at ${script.path} and /sdk/${version}/tax-connect.js` : '';
  const description = `Version ${version} is served here${address}.`;
  return new Refusal([404, 'not_found'], description, { headers: forOthers });
}
