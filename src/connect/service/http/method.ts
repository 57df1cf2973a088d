import type { Handler } from 'hono';
import { Refusal } from './refusal.ts';

/**
 * @param allowed - the methods the endpoint has, as for the header `Allow`
 * @returns a handler for all the others
 * @throws Refusal 405 `invalid_request` with `Allow`, from the handler
 */
export function refuseOtherMethods(allowed: string): Handler {
  return () => {
    throw new Refusal([405, 'invalid_request'], `This endpoint answers ${allowed} only.`, {
      headers: { Allow: allowed },
    });
  };
}
