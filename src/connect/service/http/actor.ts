import type { Context } from 'hono';
import type { AuditVia } from '../../shapes/unions.ts';
import type { AppConfig } from '../services.ts';
import type { Actor } from '../store/audit-log.ts';
import { readPeerAddress } from './client-address.ts';
import { isTrustedProxy } from './trusted-proxies.ts';
import type {} from './variables.ts';

/**
 * What names a person: visible, without a line end, and without a comma. Where a proxy adds its header
 * to one that the client has sent, the two arrive as one value with a comma in it.
 */
const personPattern = /^[^\p{C}\p{Zl}\p{Zp},]{1,200}$/u;

/**
 * Notes who is allowed in, for the log of changes.
 *
 * @param config - whose word is taken for a person's name, and in which header
 * @param via - what opened the endpoint
 */
export function noteActor(context: Context, config: AppConfig, via: AuditVia): void {
  context.set('actor', { via, person: readPerson(context, config) });
}

/**
 * @param context - a request that a guard has let in
 * @returns who makes it
 */
export function readActor(context: Context): Actor {
  const actor = context.get('actor');
  if (!actor) throw new Error('A change was asked for before a guard.');
  return actor;
}

/** Clients can send any header, so only the header of a trusted proxy counts. */
function readPerson(
  context: Context,
  { identityHeader, trustedProxies }: AppConfig,
): string | null {
  if (identityHeader === undefined) return null;
  if (!isTrustedProxy(readPeerAddress(context), trustedProxies)) return null;
  // Headers are bytes; proxies write names as UTF-8.
  const bytes = Buffer.from(context.req.header(identityHeader) ?? '', 'latin1');
  const person = bytes.toString('utf8').trim();
  return personPattern.test(person) ? person : null;
}
