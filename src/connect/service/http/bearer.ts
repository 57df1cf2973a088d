import type { Context } from 'hono';
import { Refusal } from './refusal.ts';

/** The syntax `b64token` of RFC 6750, section 2.1. */
const bearerPattern = /^Bearer +([\w~+/.-]+=*)$/i;

/**
 * @returns the token of the `Authorization` header, or undefined
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function readBearerToken(context: Context): string | undefined {
  return bearerPattern.exec(context.req.header('Authorization') ?? '')?.[1];
}

/**
 * @param description - one sentence for developers
 * @param reason - the text in the header; default: none
 * @returns the refusal of an invalid token
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
export function createInvalidToken(description: string, reason?: string): Refusal {
  const detail = reason === undefined ? '' : `, error_description="${reason}"`;
  const headers = { 'WWW-Authenticate': `Bearer error="invalid_token"${detail}` };
  return new Refusal([401, 'invalid_token'], description, { headers });
}
