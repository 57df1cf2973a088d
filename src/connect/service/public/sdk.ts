import type { Handler } from 'hono';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { sendFile } from '../http/send-file.ts';

/** Long enough to save requests, short enough for an update to arrive. */
const shortCache = 'public, max-age=300';
const immutable = 'public, max-age=31536000, immutable';
const forOthers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * `GET /sdk/:folder/:name`: the script tag, its languages and its hash. Other origins may read them, because an
 * `integrity` attribute and fetching a language require it.
 *
 * @see https://www.w3.org/TR/SRI/#cross-origin-data-leakage
 */
export function serveSdk({ sdk }: Pick<Parts, 'sdk'>): Handler {
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

/**
 * Other origins may read this response. Otherwise browsers would blame their own policies instead of the address.
 */
function createMissing({ version, script }: Parts['sdk']): Refusal {
  const address = script ? `, at ${script.path} and /sdk/${version}/tax-connect.js` : '';
  const description = `Version ${version} is served here${address}.`;
  return new Refusal([404, 'not_found'], description, { headers: forOthers });
}
