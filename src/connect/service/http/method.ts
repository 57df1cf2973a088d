import type { Hono } from 'hono';
import { Refusal } from './refusal.ts';

const methods: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

/**
 * Names the method for metrics and spans. A caller can send any word as the method.
 *
 * @returns `_OTHER` for an uncommon method
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#common-attributes
 */
export function nameMethod(method: string): string {
  return methods.has(method) ? method : '_OTHER';
}

/** Refuses other methods at the address of each row. Call it after the last row. */
export function refuseOtherMethods(app: Hono): void {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    // Such a row checks the method itself, after the sender.
    if (method === 'ALL') continue;
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  }
  for (const [path, accepted] of methods) {
    const allowed = [
      ...(accepted.has('GET') ? ['GET, HEAD'] : []),
      ...(accepted.has('POST') ? ['POST'] : []),
    ];
    app.all(path, () => {
      throw createOtherMethod(allowed.join(', '));
    });
  }
}

/**
 * @param allowed - the endpoint's methods, in the format of the header `Allow`
 * @returns the refusal of another method
 */
export function createOtherMethod(allowed: string): Refusal {
  return new Refusal([405, 'invalid_request'], `This endpoint accepts ${allowed} only.`, {
    headers: { Allow: allowed },
  });
}
