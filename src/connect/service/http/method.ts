import type { Handler } from 'hono';
import { Refusal } from './refusal.ts';

const methods: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

/**
 * The method, for metrics and spans. A caller can write any word there.
 *
 * @returns `_OTHER` for a method that is not common
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#common-attributes
 */
export function nameMethod(method: string): string {
  return methods.has(method) ? method : '_OTHER';
}

/**
 * @param allowed - the endpoint's methods, in the format of the header `Allow`
 * @returns a handler for all other methods
 * @throws Refusal 405 `invalid_request` with `Allow`, from the handler
 */
export function refuseOtherMethods(allowed: string): Handler {
  return () => {
    throw createOtherMethod(allowed);
  };
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
