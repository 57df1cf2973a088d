import type { Context } from 'hono';
import type { AuditVia, Scope } from '../../shapes/unions.ts';
import { readPeerAddress } from './client-address.ts';
import type { Settings } from './parts.ts';
import { isTrustedProxy } from './trusted-proxies.ts';

/** An admin key, with its name at the time of the change. */
interface ActingKey {
  readonly keyId: string;
  readonly name: string;
}

/** The person or program that makes a change. */
export interface Actor {
  readonly via: AuditVia;
  /** The name from the operators' OpenID provider or a trusted proxy; null when neither sent one. */
  readonly person: string | null;
  /** The admin key that made the change, if any. */
  readonly key?: ActingKey | undefined;
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Set by `noteActor`. */
    actor: Actor | undefined;
    /** Set by `noteActor`: the rights of the sender. */
    scopes: readonly Scope[] | undefined;
  }
}

/**
 * A person's name: visible, without a line end or comma. When a proxy adds its header to one from the client, both
 * arrive as a single value with a comma.
 */
const personPattern = /^[^\p{C}\p{Zl}\p{Zp},]{1,200}$/u;

/**
 * Records who makes the request, for the audit log, and what they may do.
 *
 * @param config - the trusted proxies, and the header that names a person
 * @param actor - the actor that the guard has found. If it has no person, the header is used
 */
export function noteActor(
  context: Context,
  config: Settings,
  { scopes, ...actor }: Actor & { readonly scopes: readonly Scope[] },
): void {
  context.set('actor', { ...actor, person: actor.person ?? readPerson(context, config) });
  context.set('scopes', scopes);
}

/**
 * @param context - a request that a guard has accepted
 * @returns who makes the request
 */
export function readActor(context: Context): Actor {
  const actor = context.get('actor');
  if (!actor) throw new Error('The endpoint has no guard: no actor is known.');
  return actor;
}

/** Clients can send any header, so only a trusted proxy's header counts. */
function readPerson(context: Context, { identityHeader, trustedProxies }: Settings): string | null {
  if (identityHeader === undefined) return null;
  if (!isTrustedProxy(readPeerAddress(context), trustedProxies)) return null;
  // Node decodes headers as Latin-1; proxies write names as UTF-8.
  const bytes = Buffer.from(context.req.header(identityHeader) ?? '', 'latin1');
  const person = bytes.toString('utf8').trim();
  return personPattern.test(person) ? person : null;
}
