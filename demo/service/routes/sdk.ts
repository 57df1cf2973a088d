import type { Handler } from 'hono';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

/**
 * `GET /sdk/:version/:name`: the script-tag build, the languages that it loads, and the hashes for
 * their `integrity`, which needs them to be readable across origins. So do modules, always.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @see https://www.w3.org/TR/SRI/#cross-origin-data-leakage
 */
export function createSdkRoute({ assets: { sdk } }: Services): Handler {
  return (context) => {
    const isServed = context.req.param('version') === sdk.version;
    const asset = isServed ? sdk.files.get(context.req.param('name') ?? '') : undefined;
    if (!asset) throw new Refusal([404, 'not_found'], `Version ${sdk.version} is served here.`);
    return context.body(asset.body, 200, {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  };
}
