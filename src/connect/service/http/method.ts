import type { Handler } from 'hono';
import { Refusal } from './refusal.ts';

/**
 * @param allowed - the methods the endpoint has, as for the header `Allow`
 * @returns a handler for all the others
 * @throws Refusal 405 `invalid_request` with `Allow`, from the handler
 */
export function refuseOtherMethods(allowed: string): Handler {
  return () => {
    throw createOtherMethod(allowed);
  };
}

/**
 * @param allowed - the methods the endpoint has, as for the header `Allow`
 * @returns the refusal of any other
 */
export function createOtherMethod(allowed: string): Refusal {
  return new Refusal([405, 'invalid_request'], `This endpoint answers ${allowed} only.`, {
    headers: { Allow: allowed },
  });
}
