import type { Handler } from 'hono';
import { Refusal } from './refusal.ts';

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
