import type { Handler } from 'hono';
import type { RouterRoute } from 'hono/types';
import type { Parts } from '../http/parts.ts';
import { createOpenApiDocument } from './openapi-document.ts';

/**
 * `GET /openapi.json`: describes the endpoints for programs. The document contains no secrets, so any page may read
 * it. It lists the same endpoints whatever the service's configuration is.
 */
export function showOpenApi(
  { assets, config }: Parts,
  listRoutes: () => readonly RouterRoute[],
): Handler {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  return (context) => {
    // All responses share one buffer, because each response stays in memory until its client has read it.
    bytes ??= new TextEncoder().encode(
      JSON.stringify(
        createOpenApiDocument({
          publicUrl: config.publicUrl,
          version: assets.sdk.version,
          routes: listRoutes(),
        }),
      ),
    );
    return context.body(bytes, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  };
}
